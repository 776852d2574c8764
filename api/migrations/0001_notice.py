"""What operators say to everybody at a socket."""

from django.db import migrations, models

import accounts.models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=accounts.models.new_id,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(db_index=True)),
            ],
            options={
                "ordering": ["created_at"],
            },
        ),
    ]
