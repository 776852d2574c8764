"""Who may knock at an endpoint: what its operation declares.  An undeclared one opens to nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rest_framework.exceptions import NotAuthenticated
from rest_framework.permissions import BasePermission
from rest_framework.request import Request

from accounts.models import Player
from api.operation import Access, operation_of

if TYPE_CHECKING:  # REST framework loads its permissions before its views
    from rest_framework.views import APIView


class AsDeclared(BasePermission):
    """Lets anyone through, or signed-in players only, as the operation says."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Raise `NotAuthenticated` (401) where a player is needed and none came."""
        method = (request.method or "").lower()
        if method not in view.http_method_names or not hasattr(view, method):
            return True  # to be told that this address does not do that
        declared = operation_of(view, "get" if method == "head" else method)
        if declared is None:
            return False
        if declared.access is Access.PLAYER and not isinstance(request.user, Player):
            raise NotAuthenticated
        return True
