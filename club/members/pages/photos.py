"""Photos of persons: uploaded and removed at the desk and on one's own page, served to the public."""

from typing import NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import any_account, needs, public
from club.core.pages.refusals import Refusals, require_valid_form
from club.core.requests import actor_of
from club.members.scopes import scope_of_person
from club.members.selectors.photos import photo_obstacle, stored_photo
from club.members.selectors.self_service import own_persons
from club.members.services.photos import remove_photo, set_photo
from club.models import Person, PersonPhoto

PHOTO_SECONDS = 600  # a removed photo is gone from caches soon


class PersonPhotoForm(forms.Form):
    """A photo to upload."""

    photo = forms.FileField(
        label=gettext_lazy("Photo"),
        help_text=gettext_lazy("JPEG, PNG or WebP, up to 12 MB. It is cropped to a square."),
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp", "class": "input--file"}),
    )


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def member_photo(request: HttpRequest, person_id: int) -> HttpResponse:
    """Set the photo of a member; with `remove` delete it."""
    _change(request, get_object_or_404(Person, pk=person_id))
    return redirect("club:member", person_id=person_id)


@require_POST
@any_account
def own_photo(request: HttpRequest, person_id: int) -> HttpResponse:
    """Set one's own photo or that of a ward; with `remove` delete it."""
    persons = own_persons(actor=actor_of(request))
    person = next((one for one in persons if one.pk == person_id), None)
    if person is None:
        raise Http404
    _change(request, person)
    return redirect("club:ward", person_id=person.pk) if person != persons[0] else redirect("club:me")


def _change(request: HttpRequest, person: Person) -> None:
    actor = actor_of(request)
    if "remove" in request.POST:
        with Refusals(request, success=_("Photo deleted.")):
            remove_photo(person_id=person.pk, actor=actor)
        return
    with Refusals(request, success=_("Photo saved.")):
        file = require_valid_form(PersonPhotoForm(request.POST, request.FILES))["photo"]
        set_photo(person_id=person.pk, file=file.file, size=file.size, actor=actor)


@require_safe
@public
@cache_control(public=True, max_age=PHOTO_SECONDS)
def photo(request: HttpRequest, photo_key: str, *, is_small: bool = False) -> HttpResponseBase:
    """Serve the photo of a person who agreed to it; 404 as soon as they no longer do."""
    content = stored_photo(photo_key, is_small=is_small)
    if content is None:
        raise Http404(photo_key)
    etag = f'"{photo_key}{"-small" if is_small else ""}"'
    answer = HttpResponse(content, content_type="image/jpeg", headers={"ETag": etag})
    answer.headers["Content-Disposition"] = "inline"
    return get_conditional_response(request, etag=etag, response=answer) or answer


class PhotoPart(NamedTuple):
    """Part of a page about a person's photo: the photo, the form if one may be uploaded, or what it lacks."""

    row: PersonPhoto | None
    form: PersonPhotoForm | None
    lacks: str
    address: str


def photo_part(person: Person, *, signs: bool, address: str) -> PhotoPart:
    """Return the part for a reader who `signs` or does not."""
    lacks = photo_obstacle(person) if signs else "guardian"
    form = None if lacks else PersonPhotoForm()
    return PhotoPart(PersonPhoto.objects.filter(person=person).first(), form, lacks, address)
