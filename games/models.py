"""What a match is made of.  Written only by `games.store` and `games.services`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from accounts.models import new_id
from games.rules.kernel import Event


class Status(models.TextChoices):
    """Why a match can or cannot be played on."""

    OPEN = "open"
    RUNNING = "running"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    FROZEN = "frozen"


class Visibility(models.TextChoices):
    """Who finds a match in the list."""

    PUBLIC = "public"
    UNLISTED = "unlisted"


class MatchManager(models.Manager["Match"]):
    """Loads matches without their secrets; only the store asks for those."""

    def get_queryset(self) -> models.QuerySet[Match]:
        """Return every match, its seed, state and nonces deferred."""
        return super().get_queryset().defer("seed", "state", "nonces")


class Match(models.Model):
    """One play of a game.  `state` is canonical msgpack and never leaves the server."""

    id = models.UUIDField(primary_key=True, default=new_id, editable=False)
    game = models.CharField(max_length=32)
    rules_version = models.PositiveIntegerField()
    options = models.JSONField()
    seats = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=16, choices=Status, default=Status.OPEN)
    visibility = models.CharField(max_length=16, choices=Visibility, default=Visibility.PUBLIC)
    rated = models.BooleanField(default=True)
    takeover = models.BooleanField(default=False)
    """Whether a player may take a bot's seat while the match is running."""
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_matches"
    )
    seed = models.BinaryField(editable=False)
    nonces = models.JSONField(default=list, editable=False)
    commitment = models.CharField(max_length=64)
    state = models.BinaryField(null=True, editable=False)
    ply = models.PositiveIntegerField(default=0)
    epoch = models.PositiveIntegerField(default=1)
    stamp = models.BigIntegerField(default=0, editable=False)
    """Another number after every write: by it a row is known to be as it was."""
    clocks = models.JSONField(default=dict)
    """By timer id: ``{"at": epoch ms, "since": epoch ms}`` while it runs, else ``{"left": ms}``."""
    deadline_at = models.DateTimeField(null=True)
    """The earliest running clock; what the sweep looks for."""
    bell_at = models.DateTimeField(null=True)
    """When the one outstanding bell task wakes."""
    bots_due = models.JSONField(default=dict, editable=False)
    """When each bot that may act should, by seat: see `games.pacing`."""
    bots_due_at = models.DateTimeField(null=True)
    """When the first of those that are waited for should; null: no bot is waited for."""
    outcome = models.JSONField(null=True)
    rated_at = models.DateTimeField(null=True)
    """When the result was dealt with; of an abandoned match, which has none, when it was sealed."""
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects: ClassVar[MatchManager] = MatchManager()
    with_secrets: ClassVar[models.Manager[Match]] = models.Manager()

    class Meta:
        default_manager_name = "objects"
        verbose_name_plural = "matches"
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["status", "game", "-id"], name="match_list"),
            models.Index(
                fields=["deadline_at"], name="match_due", condition=Q(status=Status.RUNNING)
            ),
            models.Index(
                fields=["bots_due_at"], name="match_bots_due", condition=Q(status=Status.RUNNING)
            ),
            models.Index(
                fields=["game", "finished_at", "id"],
                name="match_unrated",
                condition=Q(status=Status.FINISHED, rated_at=None),
            ),
            models.Index(
                fields=["id"],
                name="match_unsealed",
                condition=Q(status=Status.ABANDONED, rated_at=None, started_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.id}"


MISSES = 2
"""So many own time-outs in a row, and a bot stands in."""
STAND_IN = "greedy"
"""The level of a bot that plays for somebody who went away."""


class Participant(models.Model):
    """Who plays a seat: a player, or a bot of some level.  An empty seat has no row."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="participants")
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="participations"
    )
    bot_level = models.CharField(max_length=16, blank=True)
    """The level of the bot in this seat; empty while a player holds it."""
    dealt_to = models.CharField(max_length=16, blank=True)
    """The level of the bot the cards were dealt to, where a player has come in for it."""
    nonce = models.CharField(max_length=64, blank=True)
    missed = models.PositiveSmallIntegerField(default=0)
    """Own time-outs in a row; from two on a bot plays the seat until its owner acts."""
    joined_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["seat"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "seat"], name="one_participant_a_seat"),
            models.UniqueConstraint(
                fields=["match", "player"],
                name="one_seat_a_player",
                condition=Q(player__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.match_id}"

    @property
    def played_by(self) -> str:
        """The level of the bot that plays this seat now; empty while its owner does."""
        gone = self.player_id is None or self.missed >= MISSES
        return self.bot_level or (STAND_IN if gone else "")


class Departure(models.Model):
    """Somebody gave up a seat of a running match: there is no other they may have in it."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="departures")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="departures")
    seat = models.PositiveSmallIntegerField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "player"], name="one_departure_a_player"),
        ]

    def __str__(self) -> str:
        return f"seat {self.seat} of {self.match_id}, given up"


class Ply(models.Model):
    """One applied action, or the bell of a timer (seat and action null).  Append-only.

    Only its `request_id` may go, when its seat goes to another player.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="plies")
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    action = models.JSONField(null=True)
    timer_id = models.PositiveIntegerField(null=True)
    events = models.JSONField()
    request_id = models.CharField(max_length=64, null=True)  # noqa: DJ001 - null never collides
    request_hash = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    heard: Sequence[Event] | None = None
    """The events themselves, where the ply was made in this process; no column."""

    class Meta:
        verbose_name_plural = "plies"
        ordering: ClassVar = ["match", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "number"], name="one_ply_a_number"),
            models.UniqueConstraint(
                fields=["match", "seat", "request_id"], name="one_ply_a_request"
            ),
        ]

    def __str__(self) -> str:
        return f"ply {self.number} of {self.match_id}"


class StoredAnswer(models.Model):
    """What a creating request was answered, so that its repeat is answered the same (24 h)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE)
    route = models.CharField(max_length=128)
    key = models.CharField(max_length=64)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "route", "key"], name="one_answer_a_key"),
        ]

    def __str__(self) -> str:
        return f"{self.route} {self.key}"


class Sweep(models.Model):
    """When the sweep last ran: after an outage, running clocks are shifted by its length."""

    name = models.CharField(max_length=16, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
