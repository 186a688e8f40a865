"""Addresses of the club app's pages."""

from django.urls import path

from club.web import now

app_name = "club"

urlpatterns = [
    path("desk/", now.now, name="desk"),
]
