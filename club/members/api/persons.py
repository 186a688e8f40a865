"""API of persons. It uses the same services as the pages of the desk."""

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import organisation_by_slug
from club.members.scopes import scope_of_person
from club.members.selectors.persons import managed_persons
from club.members.services.persons import add_person, change_person
from club.models import Person


class PersonOut(serializers.ModelSerializer[Person]):
    """A person of a club."""

    club = serializers.SlugRelatedField[Person]("slug", source="organisation", read_only=True)
    has_account = serializers.SerializerMethodField()

    class Meta:
        model = Person
        fields = ["id", "name", "email", "language", "club", "has_account"]
        read_only_fields = fields

    def get_has_account(self, person: Person) -> bool:
        """Return True if an account signs in as this person."""
        return person.user_id is not None


class PersonIn(Shape):
    """Input of a person."""

    name = serializers.CharField(max_length=200)
    email = serializers.EmailField(default="", allow_blank=True)
    language = serializers.ChoiceField(settings.LANGUAGES, default="", allow_blank=True)


class PersonsView(ApiView):
    permission_classes = [needs(Capability.KEEP_PERSONS)]

    class Input(PersonIn):
        club = serializers.CharField(help_text="Short name of the club.")

    class Query(Shape):
        q = serializers.CharField(
            default="", help_text="Words that the name or the email address must contain."
        )

    class Output(PageOut):
        results = PersonOut(many=True)

    @operation("persons_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List the persons in the caller's clubs, sorted by name."""
        payload = self.Query.validated_from(request.query_params)
        found = managed_persons(actor=actor_of(request), words=payload["q"])
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(PersonOut(page, many=True).data)

    @operation("persons_create", {201: PersonOut}, request=Input, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Add a person."""
        payload = self.Input.validated_from(request.data)
        club = organisation_by_slug(slug=payload.pop("club"))
        person = add_person(organisation_id=club.pk, actor=actor_of(request), **payload)
        place = {"Location": reverse("club-api:person", args=[person.pk])}
        return Response(PersonOut(person).data, status=status.HTTP_201_CREATED, headers=place)


class PersonView(ApiView):
    permission_classes = [needs(Capability.KEEP_PERSONS, scope=scope_of_person)]

    @operation("persons_read", PersonOut)
    def get(self, request: Request, person_id: int) -> Response:
        """Get one person."""
        return Response(PersonOut(self._get_person(request, person_id)).data)

    @operation("persons_change", PersonOut, request=PersonIn)
    def put(self, request: Request, person_id: int) -> Response:
        """Change a person."""
        known = self._get_person(request, person_id)
        payload = PersonIn.validated_from(request.data)
        person = change_person(person_id=known.pk, actor=actor_of(request), **payload)
        return Response(PersonOut(person).data)

    @staticmethod
    def _get_person(request: Request, person_id: int) -> Person:
        return get_object_or_404(managed_persons(actor=actor_of(request)), pk=person_id)
