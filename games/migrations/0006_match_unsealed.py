from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_rating_order"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(
                    ("rated_at", None), ("started_at__isnull", False), ("status", "abandoned")
                ),
                fields=["id"],
                name="match_unsealed",
            ),
        ),
    ]
