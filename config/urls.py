"""Every address of the server: the API and its readers, pages about problems, the admin."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from api.views import docs, readers
from api.views.health import healthz, readyz

urlpatterns = [
    path("", docs.front_door),
    path("api/v1/", include("api.urls")),
    path("api/docs", readers.SwaggerView.as_view(), name="swagger"),
    path("api/redoc", readers.RedocView.as_view(), name="redoc"),
    path("problems", docs.problem_list, name="problems"),
    path("problems/<slug:code>", docs.problem_page, name="problem"),
    path("healthz", healthz),
    path("readyz", readyz),
    path("admin/", admin.site.urls),
]

handler400 = "api.handlers.bad_request"
handler403 = "api.handlers.forbidden"
handler404 = "api.handlers.not_found"
handler500 = "api.handlers.server_error"
