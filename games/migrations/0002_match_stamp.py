from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="stamp",
            field=models.BigIntegerField(default=0, editable=False),
        ),
    ]
