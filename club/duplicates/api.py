"""API of duplicate persons: probable pairs, merges, and confirmed-distinct pairs."""

from datetime import date
from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.duplicates.selectors import CHOSEN, Choice, merge_choices, moved_tables, persons_of, probable_pairs
from club.duplicates.services.confirmed_distinct import confirm_distinct, withdraw_distinct
from club.duplicates.services.merging import merge_entry, merge_persons, rehearse_merge
from club.members.scopes import scope_of_person
from club.members.services.access_log import log_view
from club.models import Person

BY = ["name", "born_on", "email", "number"]


class LikelyPersonOut(Shape):
    """Id and name of a person."""

    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class LikelyPairOut(Shape):
    """Two persons who may be the same, with the matching fields."""

    first = LikelyPersonOut()
    second = LikelyPersonOut()
    likeness = serializers.FloatField(help_text="Similarity of the names, from 0 to 1.")
    by = serializers.ListField(child=serializers.ChoiceField(BY))


class DuplicatesView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Output(PageOut):
        results = LikelyPairOut(many=True)

    @operation("duplicates_list", Output, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List probable duplicates, most similar first. Excludes pairs marked as distinct."""
        pages, found = Pages(), probable_pairs(organisation_id=organisation_by_slug(slug=slug).pk)
        pairs: Any = pages.paginate_queryset(found, request, view=self)
        near = {(one.first, one.second): one.likeness for one in pairs}
        payload: Any = [
            one._asdict() | {"likeness": near[one.first.pk, one.second.pk]} for one in persons_of(pairs)
        ]
        return pages.get_paginated_response(LikelyPairOut(payload, many=True).data)


class ApartView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    @operation("duplicates_tell_apart", refusals=(409, 422))
    def put(self, request: Request, person_id: int, other_id: int) -> Response:
        """Mark two persons as distinct, so that they are no longer listed. Idempotent."""
        confirm_distinct(person_id=person_id, other_id=other_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @operation("duplicates_ask_again", refusals=(409, 422))
    def delete(self, request: Request, person_id: int, other_id: int) -> Response:
        """Withdraw the mark that two persons are distinct. Idempotent."""
        withdraw_distinct(person_id=person_id, other_id=other_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MergedRowsOut(Shape):
    """Rows of a table that move to the remaining person, and rows dropped in favour of existing ones."""

    table = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field of this name
    moves = serializers.IntegerField()
    gives_way = serializers.IntegerField()


class MergeChoiceOut(Shape):
    """A field of both persons. `takes_other`: empty for the remaining person, so the other's is used."""

    name = serializers.ChoiceField(CHOSEN)
    kept = serializers.CharField(allow_blank=True)
    other = serializers.CharField(allow_blank=True)
    takes_other = serializers.BooleanField()


class MergeView(ApiView):
    """The merge of two persons; the first one remains."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Preview(Shape):
        """Rows that a merge would write. Send `seen` back to merge."""

        seen = serializers.CharField()
        tables = MergedRowsOut(many=True)
        choices = MergeChoiceOut(many=True)

    class Input(Shape):
        """The previewed state (`seen`), and the fields to take from the other person."""

        seen = serializers.CharField(max_length=64)
        take = serializers.ListField(child=serializers.ChoiceField(CHOSEN), default=list, max_length=6)
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    class Output(Shape):
        kept = serializers.IntegerField()
        merged = serializers.IntegerField()
        entry = serializers.IntegerField()

    @operation("merges_preview", Preview, refusals=(409, 422))
    def get(self, request: Request, person_id: int, other_id: int) -> Response:
        """Preview the merge of two persons. Access to their private data is logged in the audit log."""
        actor, kept, other = actor_of(request), _person(person_id), _person(other_id)
        require_permission(actor, Capability.KEEP_MEMBERS, Scope(other.organisation_id))
        shown = rehearse_merge(kept_id=kept.pk, merged_id=other.pk, actor=actor)
        for person in (kept, other):
            log_view(person=person, actor=actor)
        payload: Any = {
            "seen": shown.seen,
            "tables": moved_tables(shown.steps),
            "choices": [_plain(one) for one in merge_choices(kept=kept, other=other)],
        }
        return Response(self.Preview(payload).data)

    @operation("merges_create", {201: Output}, request=Input, refusals=(409, 422))
    def post(self, request: Request, person_id: int, other_id: int) -> Response:
        """Merge two persons.

        Answers 409 `merged_meanwhile` after changes since the preview. Undo: POST /api/v1/audit/{entry}/undo.
        """
        payload = self.Input.validated_from(request.data)
        row = merge_persons(
            kept_id=person_id,
            merged_id=other_id,
            seen=payload["seen"],
            taken=payload["take"],
            reason=payload["reason"],
            actor=actor_of(request),
        )
        facts = {"kept": row.kept_id, "merged": row.merged_id, "entry": merge_entry(row).pk}
        return Response(self.Output(facts).data, status=status.HTTP_201_CREATED)


def _plain(choice: Choice) -> dict[str, Any]:
    payload = choice._asdict()
    return payload | {side: _text(payload[side]) for side in ("kept", "other")}


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, date) else str(value or "")


def _person(number: int) -> Person:
    return get_object_or_404(Person.objects.select_related("organisation", "user"), pk=number)
