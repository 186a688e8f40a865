"""The site with one address more, whose view crashes."""

from django.urls import path

from club.config.urls import urlpatterns as real_patterns


def crash(request):
    raise RuntimeError("a torn page")


urlpatterns = [*real_patterns, path("crash", crash)]
