"""A club's own facts and logo at the desk, and the logo for public pages."""

from copy import copy
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import SITE, may
from club.core.capabilities import Capability
from club.core.pages.access import needs, public
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.pages.refusals import Submission, submit
from club.core.pages.responses import club_address, posted
from club.core.requests import actor_of
from club.models import ClubColour, Organisation
from club.organisations.selectors import branding_of
from club.organisations.services.club_facts import FACTS, change_club, remove_logo, set_logo

LOGO_SECONDS = 86_400


class ClubForm(forms.ModelForm[Organisation]):
    """Facts of a club."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    colour = forms.ChoiceField(
        label=gettext_lazy("Colour"), choices=ClubColour.choices, required=False, widget=forms.RadioSelect
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        required=False,
        choices=[("", gettext_lazy("Visitor's browser language")), *settings.LANGUAGES],
        help_text=gettext_lazy(
            "Of the club's public pages, its new events and its mails, for people who have not chosen one."
        ),
    )
    website = forms.URLField(
        label=gettext_lazy("Website"), max_length=200, required=False, assume_scheme="https"
    )

    class Meta:
        model = Organisation
        fields = FACTS
        labels = {
            "contact_name": gettext_lazy("Contact person"),
            "contact_email": gettext_lazy("Email"),
            "contact_phone": gettext_lazy("Telephone"),
        }
        widgets = {
            "address": forms.Textarea(attrs={"rows": 3}),
            "time_zone": forms.TextInput(attrs={"data-own-zone": "", "spellcheck": "false"}),
        }
        help_texts = {
            "time_zone": gettext_lazy("For example Europe/Amsterdam. New events of the club use it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.instance
        self.initial.update(version=club.version, colour=club.colour or ClubColour.GREEN)


class LogoForm(forms.Form):
    """A logo to upload."""

    logo = forms.FileField(
        label=gettext_lazy("Logo file"),
        help_text=gettext_lazy("PNG, JPEG or WebP, up to 4 MB, at least 64 pixels each side."),
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg,image/webp", "class": "input--file"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_CLUB)
def own_club(request: HttpRequest) -> HttpResponse:
    """Show the facts of a club; POST changes them."""
    chosen = chosen_club(request, Capability.KEEP_CLUB)
    form = ClubForm(posted(request), instance=copy(chosen.club))
    sent = submit(
        request,
        form,
        lambda: change_club(organisation_id=chosen.club.pk, actor=actor_of(request), **form.cleaned_data),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect(club_address("club:own_club", chosen.club))
    return _page(request, chosen, (form, LogoForm()), sent)


@require_POST
@needs(Capability.KEEP_CLUB)
def upload_logo(request: HttpRequest) -> HttpResponse:
    """Store the logo of a club in place of the one before."""
    chosen = chosen_club(request, Capability.KEEP_CLUB)
    form = LogoForm(request.POST, request.FILES)

    def store() -> None:
        file = form.cleaned_data["logo"]
        set_logo(organisation_id=chosen.club.pk, file=file.file, size=file.size, actor=actor_of(request))

    sent = submit(request, form, store, success=_("Logo saved."))
    if sent.is_done:
        return redirect(club_address("club:own_club", chosen.club))
    return _page(request, chosen, (ClubForm(instance=chosen.club), form), sent)


@require_POST
@needs(Capability.KEEP_CLUB)
def delete_logo(request: HttpRequest) -> HttpResponse:
    """Delete the logo of a club."""
    chosen = chosen_club(request, Capability.KEEP_CLUB)
    remove_logo(organisation_id=chosen.club.pk, actor=actor_of(request))
    messages.success(request, _("Logo removed."))
    return redirect(club_address("club:own_club", chosen.club))


def _page(
    request: HttpRequest, chosen: ChosenClub, forms_shown: tuple[ClubForm, LogoForm], sent: Submission
) -> HttpResponse:
    runs_site = may(actor_of(request), Capability.ADD_CLUBS, SITE)
    form, logo_form = forms_shown
    context = {
        "chosen": chosen,
        "form": form,
        "logo_form": logo_form,
        "branding": branding_of(chosen.club),
        "refusal": sent.refusal,
        "may_add": runs_site,
        "has_demo": runs_site and any(club.is_demo for club in chosen.clubs),
    }
    return render(request, "club/organisations/desk/club.html", context, status=sent.status)


@require_safe
@public
@cache_control(public=True, max_age=LOGO_SECONDS)
def logo(_request: HttpRequest, slug: str) -> HttpResponse:
    """Logo of a club; its address on pages changes with the logo."""
    branding = branding_of(get_object_or_404(Organisation, slug=slug))
    if branding.logo is None:
        raise Http404(slug)
    answer = HttpResponse(branding.logo, content_type=branding.logo_type)
    answer.headers["Content-Disposition"] = "inline"
    return answer
