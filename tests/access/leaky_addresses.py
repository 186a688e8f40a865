"""The site with four doors left open, and one shut too far: the walk must find each."""

from django.http import HttpResponse
from django.urls import path

from club.capabilities import Capability
from club.config.urls import urlpatterns as sound
from club.declared_access import DeclaredAccess
from club.web.access import needs


def undeclared(_request):
    return HttpResponse("open")


def unguarded(_request):
    return HttpResponse("open")


unguarded.declared_access = (DeclaredAccess(capability=Capability.SEE_OUTBOX),)


@needs(Capability.UNDO, scope=lambda _request, **_arguments: None)
def blind_to_the_club(_request, game_id):
    return HttpResponse(f"open {game_id}")


@needs(Capability.UNDO)
def scopeless(_request, game_id):
    return HttpResponse(f"open {game_id}")


def shut(_request):
    return HttpResponse("shut", status=403)


shut.declared_access = (DeclaredAccess(capability=Capability.SEE_DESK),)

urlpatterns = [
    path("leak/undeclared/", undeclared, name="undeclared"),
    path("leak/unguarded/", unguarded, name="unguarded"),
    path("leak/blind/<int:game_id>/", blind_to_the_club, name="blind_to_the_club"),
    path("leak/scopeless/<int:game_id>/", scopeless, name="scopeless"),
    path("leak/shut/", shut, name="shut"),
    path("leak/strange/<int:nobody_knows>/", undeclared, name="strange"),
    *sound,
]
