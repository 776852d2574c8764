"""What the outside keeps: what operators have to say to everybody at a socket."""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from accounts.models import new_id

MOST_LETTERS = 500


class Notice(models.Model):
    """A word to everybody, perhaps about something that will happen `at` some time."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    text = models.CharField(max_length=MOST_LETTERS)
    at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        ordering: ClassVar = ["created_at"]

    def __str__(self) -> str:
        return self.text
