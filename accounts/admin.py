"""Players and sessions, as operators see them: no hash, no token, nothing to sign in with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

from accounts.models import Player, Session

if TYPE_CHECKING:
    PlayerPages = admin.ModelAdmin[Player]
    SessionPages = admin.ModelAdmin[Session]
else:
    PlayerPages = SessionPages = admin.ModelAdmin


class FiltersOnly:
    """Pages whose address filters by nothing but `list_filter`."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Say whether the address may filter by this: Django would allow every column.

        ``?digest__startswith=`` would spell a secret out, one answer at a time.
        """
        del value, request
        return lookup.partition("__")[0] in getattr(self, "list_filter", ())


@admin.register(Player)
class PlayerAdmin(FiltersOnly, PlayerPages):
    """Who plays here.  Passwords are set by their owners, never here."""

    list_display = ("name", "is_guest", "is_active", "is_staff", "joined_at", "last_login")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("name__istartswith",)
    ordering = ("-joined_at",)
    fields = (
        "id",
        "name",
        "email",
        "country",
        ("is_guest", "is_active"),
        ("is_staff", "is_superuser"),
        "groups",
        ("joined_at", "last_login"),
    )
    filter_horizontal = ("groups",)
    actions = ("sign_out_everywhere",)

    def get_readonly_fields(
        self,
        request: HttpRequest,
        obj: Player | None = None,  # noqa: ARG002 - as Django calls it
    ) -> list[str]:
        """Return what only the machine writes, and what only a superuser may grant."""
        fixed = ["id", "is_guest", "joined_at", "last_login", "country"]
        rights = ["is_staff", "is_superuser", "groups"]
        return fixed if request.user.is_superuser else fixed + rights

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - as Django calls it
        """Players come in through the API; operators by ``createsuperuser``."""
        return False

    def has_delete_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 - as Django calls it
        obj: Player | None = None,  # noqa: ARG002
    ) -> bool:
        """Nobody is pulled out of a seat: who must go is made inactive, and a bot takes over."""
        return False

    @admin.action(description="Sign out everywhere", permissions=["change"])
    def sign_out_everywhere(self, request: HttpRequest, queryset: Any) -> None:
        """End every session of the chosen players."""
        ended, _ = Session.objects.filter(user__in=queryset).delete()
        self.message_user(request, f"{ended} sessions ended.")


@admin.register(Session)
class SessionAdmin(FiltersOnly, SessionPages):
    """Who is signed in with which device.  Deleting one signs the device out."""

    list_display = ("id", "user", "device", "created", "expiry")
    list_select_related = ("user",)
    search_fields = ("user__name__istartswith", "device__istartswith")
    fields = ("id", "user", "device", "created", "expiry")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - as Django calls it
        """A token is told to its owner only, so nobody can make one here."""
        return False

    def has_change_permission(
        self,
        request: HttpRequest,  # noqa: ARG002 - as Django calls it
        obj: Session | None = None,  # noqa: ARG002
    ) -> bool:
        """A session is ended, never changed."""
        return False
