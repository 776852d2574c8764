from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_match_stamp")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="bots_due",
            field=models.JSONField(default=dict, editable=False),
        ),
    ]
