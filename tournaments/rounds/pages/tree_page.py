"""Public page of a knock-out tree."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from club.core.pages.access import public
from club.live.published import published
from tournaments.events.pages.public_sections import section_channel, section_context, section_version
from tournaments.rounds.selectors.tree import tree_of


@require_safe
@public
@published(version=section_version, channel=section_channel)
def tree(request: HttpRequest, slug: str, section: str) -> HttpResponse:
    """Show the tree: pairings, advancing players, and open places of the next matches."""
    row, context = section_context(request, slug, section)
    if not row.has_tree:
        raise Http404(section)
    return render(request, "tournaments/rounds/tree.html", context | {"tree": tree_of(row), "tab": "tree"})
