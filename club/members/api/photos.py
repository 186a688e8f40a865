"""API of photos of persons: for the secretary, and in a session for oneself and wards."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import AnyAccount, needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.members.scopes import scope_of_person
from club.members.selectors.self_service import persons_in_session
from club.members.services.photos import remove_photo, set_photo
from club.models import PersonPhoto


class PhotoIn(Shape):
    """A photo to upload."""

    file = serializers.FileField(
        allow_empty_file=True, use_url=False, help_text="JPEG, PNG or WebP, up to 12 MB."
    )


class PhotoOut(Shape):
    """Addresses of a photo on this site: `photo` has 320 pixels a side, `thumbnail` 96."""

    photo = serializers.SerializerMethodField()
    thumbnail = serializers.SerializerMethodField()

    def get_photo(self, row: PersonPhoto) -> str:
        """Return the address of the large size."""
        return reverse("club:photo", args=[row.key])

    def get_thumbnail(self, row: PersonPhoto) -> str:
        """Return the address of the small size."""
        return reverse("club:photo_small", args=[row.key])


def _set(request: Request, person_id: int) -> Response:
    file = PhotoIn.validated_from(request.data)["file"]
    row: Any = set_photo(person_id=person_id, file=file.file, size=file.size, actor=actor_of(request))
    return Response(PhotoOut(row).data)


def _remove(request: Request, person_id: int) -> Response:
    remove_photo(person_id=person_id, actor=actor_of(request))
    return Response(status=status.HTTP_204_NO_CONTENT)


class MemberPhotoView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]
    parser_classes = [MultiPartParser]

    @operation("members_photo_set", PhotoOut, request={"multipart/form-data": PhotoIn}, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Set the photo of a member. Answers 409 without a recorded consent to photographs.

        The photo is cropped to a square and re-encoded without metadata.
        """
        return _set(request, person_id)

    @operation("members_photo_remove", {204: None})
    def delete(self, request: Request, person_id: int) -> Response:
        """Delete the photo of a member with its files."""
        return _remove(request, person_id)


class OwnPhotoView(ApiView):
    permission_classes = [AnyAccount]
    parser_classes = [MultiPartParser]

    @operation("own_photo_set", PhotoOut, request={"multipart/form-data": PhotoIn}, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Set your own photo or a ward's. Answers 409 without a recorded consent to photographs."""
        return _set(request, _own(request, person_id))

    @operation("own_photo_remove", {204: None})
    def delete(self, request: Request, person_id: int) -> Response:
        """Delete your own photo or a ward's."""
        return _remove(request, _own(request, person_id))


def _own(request: Request, person_id: int) -> int:
    if person_id not in {one.pk for one in persons_in_session(actor=actor_of(request))}:
        raise Http404
    return person_id
