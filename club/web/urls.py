"""Addresses of the club app's pages."""

from django.urls import path

from club.web import languages, now

app_name = "club"

urlpatterns = [
    path("language/", languages.switch_language, name="language"),
    path("desk/", now.now, name="desk"),
]
