"""Members without an account: the list, and one button to invite them."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from club.accounts.pages.invitations import address_of
from club.accounts.selectors import uninvited_members
from club.accounts.services.invitations import MAX_INVITATIONS, invite_members
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.pages.responses import club_address
from club.core.requests import actor_of, parse_number
from club.jobs.pages.background import with_delivery_note


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.GRANT_ROLES)
def invite_here(request: HttpRequest) -> HttpResponse:
    """List members to invite; POST invites them all, or with `person` one of them."""
    chosen = chosen_club(request, Capability.GRANT_ROLES)
    if request.method == "POST":
        return _invite(request, chosen.club.pk, chosen.club.slug)
    found = uninvited_members(organisation_id=chosen.club.pk)
    context = {"chosen": chosen, "persons": found[:MAX_INVITATIONS], "number": len(found)}
    return render(request, "club/accounts/desk/members_invite.html", context)


def _invite(request: HttpRequest, organisation_id: int, slug: str) -> HttpResponse:
    one = request.POST.get("person", "")
    number = parse_number(one) or 0
    with Refusals(request):
        made = invite_members(
            organisation_id=organisation_id,
            actor=actor_of(request),
            address_of=lambda secret: address_of(request, secret),
            only=[number] if one else None,
        )
        message = ngettext(
            "%(number)s invitation is being sent.", "%(number)s invitations are being sent.", len(made)
        )
        if made:
            messages.success(request, with_delivery_note(message % {"number": len(made)}))
        else:
            messages.error(
                request,
                _("No invitations sent: the people have an account, an invitation or no email address."),
            )
    if number:
        return redirect("club:member", person_id=number)
    return redirect(club_address("club:members_invite", slug))
