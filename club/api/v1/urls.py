"""Addresses of the club app in version 1."""

from django.urls import path

from club.api.v1 import roles

app_name = "club-api"

urlpatterns = [
    path("roles/", roles.RolesView.as_view(), name="roles"),
    path("roles/matrix", roles.RoleMatrixView.as_view(), name="role-matrix"),
    path("roles/<int:grant_id>/", roles.RoleView.as_view(), name="role"),
]
