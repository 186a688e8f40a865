"""API of clubs: facts, logo, further clubs of the site."""

from typing import Any

from django.conf import settings
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.accounts.services.accounts import add_club
from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.models import ClubColour, Organisation, OrganisationKind
from club.organisations.selectors import branding_of
from club.organisations.services.club_facts import FACTS, change_club, remove_logo, set_logo


class ClubOut(serializers.ModelSerializer[Organisation]):
    """Facts of a club. `logo` is the address of its logo; empty if it has none."""

    # Texts, because each of them may be empty.
    colour = serializers.CharField(read_only=True)
    contact_email = serializers.CharField(read_only=True)
    website = serializers.CharField(read_only=True)
    logo = serializers.SerializerMethodField()

    class Meta:
        model = Organisation
        fields = ["slug", "kind", *FACTS, "logo", "version"]
        read_only_fields = fields

    def get_logo(self, club: Organisation) -> str:
        """Return the address of the logo on this site."""
        return branding_of(club).logo_address


def _text(most: int) -> serializers.CharField:
    return serializers.CharField(max_length=most, required=False, allow_blank=True)


class ClubsView(ApiView):
    permission_classes = [needs(Capability.ADD_CLUBS)]

    class Input(Shape):
        name = serializers.CharField(max_length=200)
        kind = serializers.ChoiceField(OrganisationKind.choices, default=OrganisationKind.CLUB)

    @operation("clubs_add", {201: ClubOut}, request=Input, refusals=(409,))
    def post(self, request: Request) -> Response:
        """Add a club to the site; the account becomes its owner."""
        club = add_club(actor=actor_of(request), **self.Input.validated_from(request.data))
        return Response(ClubOut(club).data, status=status.HTTP_201_CREATED)


class ClubView(ApiView):
    permission_classes = [needs(Capability.KEEP_CLUB, scope=scope_of_books)]

    class Input(Shape):
        version = serializers.IntegerField(
            required=False, help_text="Version that the change is based on; another one answers 409."
        )
        name = serializers.CharField(max_length=200, required=False)
        colour = serializers.ChoiceField(ClubColour.choices, required=False, allow_blank=True)
        address = _text(300)
        contact_name = _text(200)
        contact_email = serializers.EmailField(required=False, allow_blank=True)
        contact_phone = _text(40)
        website = serializers.URLField(max_length=200, required=False, allow_blank=True)
        language = serializers.ChoiceField(settings.LANGUAGES, required=False, allow_blank=True)
        time_zone = _text(60)
        reason = _text(500)

    @operation("club_read", ClubOut)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the facts of a club."""
        return Response(ClubOut(organisation_by_slug(slug=slug)).data)

    @operation("club_change", ClubOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, slug: str) -> Response:
        """Change facts of a club."""
        payload: dict[str, Any] = self.Input.validated_from(request.data)
        number = organisation_by_slug(slug=slug).pk
        return Response(ClubOut(change_club(organisation_id=number, actor=actor_of(request), **payload)).data)


class ClubLogoView(ApiView):
    permission_classes = [needs(Capability.KEEP_CLUB, scope=scope_of_books)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        file = serializers.FileField(
            allow_empty_file=True, use_url=False, help_text="PNG, JPEG or WebP, up to 4 MB."
        )

    @operation("club_logo_set", ClubOut, request={"multipart/form-data": Input}, refusals=(422,))
    def put(self, request: Request, slug: str) -> Response:
        """Set the logo of a club, in place of the one before."""
        file = self.Input.validated_from(request.data)["file"]
        number = organisation_by_slug(slug=slug).pk
        club = set_logo(organisation_id=number, file=file.file, size=file.size, actor=actor_of(request))
        return Response(ClubOut(club).data)

    @operation("club_logo_remove", ClubOut)
    def delete(self, request: Request, slug: str) -> Response:
        """Delete the logo of a club."""
        number = organisation_by_slug(slug=slug).pk
        return Response(ClubOut(remove_logo(organisation_id=number, actor=actor_of(request))).data)
