"""API of event regulations: presets and the articles of an event."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.laws.law_book import Certainty
from tournaments.conduct import Counted, Regulations
from tournaments.conduct.regulation_presets import PRESETS
from tournaments.conduct.regulations import MAX_AMOUNT, MAX_DEFAULT_MINUTES, MAX_RUNGS, ON_A_LADDER, REGULATED
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import VersionInput
from tournaments.core.api.visibility import visible_event
from tournaments.core.scopes import of_event
from tournaments.events.regulation_messages import ArticleText, preset_name, regulations_as_text
from tournaments.events.selectors.sections import regulations_of
from tournaments.events.services.regulations import (
    MAX_FURTHER_LENGTH,
    MAX_REASON_LENGTH,
    MAX_REASONS,
    MAX_TEXT_LENGTH,
    set_regulations,
)
from tournaments.models import Event


class RungShape(Shape):
    """Sanction on a ladder; `amount` is the minutes of a time penalty or the points deducted."""

    consequence = serializers.ChoiceField([one.value for one in ON_A_LADDER])
    amount = serializers.IntegerField(default=0, min_value=0, max_value=MAX_AMOUNT)


class RegulationOut(Shape):
    """Article of event regulations; `text` is in the requested language, or in the event's own wording."""

    number = serializers.IntegerField()
    article = serializers.CharField(help_text="Identifier by which rulings cite the article.")
    incident = serializers.ChoiceField(REGULATED)
    heading = serializers.CharField()
    text = serializers.CharField()
    is_own_text = serializers.BooleanField()
    ladder = RungShape(
        many=True,
        help_text=(
            "One sanction per offence of the player, from the first offence on; the last one repeats."
        ),
    )
    counted = serializers.ChoiceField([one.value for one in Counted])
    reasons = serializers.ListField(
        child=serializers.CharField(), help_text="Ready-made reasons for rulings."
    )
    source = serializers.CharField()  # type: ignore[assignment]  # a field, taken out of the class by its maker
    certainty = serializers.ChoiceField([one.value for one in Certainty])


class RegulationsOut(Shape):
    """Regulations of an event, with the version of the event."""

    version = serializers.IntegerField()
    preset = serializers.ChoiceField(list(PRESETS))
    default_minutes = serializers.IntegerField()
    further = serializers.CharField(allow_blank=True)
    articles = RegulationOut(many=True)


class PresetOut(Shape):
    """Preset of event regulations; a published preset never changes."""

    key = serializers.CharField()
    name = serializers.CharField()
    sources = serializers.ListField(child=serializers.CharField())
    default_minutes = serializers.IntegerField()
    articles = RegulationOut(many=True)


class RegulationPresetsView(ApiView):
    permission_classes = [Public]

    @operation("regulation_presets_list", PresetOut(many=True))
    def get(self, _request: Request) -> Response:
        """List the presets of event regulations."""
        return Response([_preset(key) for key in PRESETS])


class RegulationsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_event, methods={"PUT"})]

    class Input(VersionInput):
        """Input of regulations: a preset and the event's changes; anything omitted is as in the preset."""

        class Change(Shape):
            """Change of one article: values that differ from the preset, or its omission."""

            incident = serializers.ChoiceField(REGULATED)
            is_left_out = serializers.BooleanField(default=False)
            ladder = RungShape(many=True, required=False, max_length=MAX_RUNGS)  # type: ignore[call-arg]  # of the list
            counted = serializers.ChoiceField([one.value for one in Counted], required=False)
            text = serializers.CharField(required=False, allow_blank=True, max_length=MAX_TEXT_LENGTH)
            reasons = serializers.ListField(
                child=serializers.CharField(max_length=MAX_REASON_LENGTH),
                required=False,
                max_length=MAX_REASONS,
            )

        preset = serializers.ChoiceField(list(PRESETS))
        default_minutes = serializers.IntegerField(
            default=None, allow_null=True, min_value=1, max_value=MAX_DEFAULT_MINUTES
        )
        changes = Change(many=True, default=list, max_length=len(REGULATED))  # type: ignore[call-arg]  # of the list
        further = serializers.CharField(default="", allow_blank=True, max_length=MAX_FURTHER_LENGTH)

    @operation("event_regulations_read", RegulationsOut)
    def get(self, request: Request, event_id: int) -> Response:
        """Get the regulations of an event."""
        event = visible_event(request, event_id)
        return Response(RegulationsOut(_event(event)).data)

    @operation("event_regulations_set", RegulationsOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, event_id: int) -> Response:
        """Replace the regulations of an event.

        Earlier rulings quote their articles. Answers 409 if the event was changed after `version` was read.
        """
        facts = self.Input.validated_from(request.data)
        version, reason = facts.pop("version"), facts.pop("reason")
        facts["changes"] = {one["incident"]: _change(one) for one in facts["changes"]}
        set_regulations(
            event_id=event_id, stored=facts, version=version, reason=reason, actor=actor_of(request)
        )
        return self.get(request, event_id)


def _change(given: dict[str, Any]) -> dict[str, Any] | None:
    if given["is_left_out"]:
        return None
    values: dict[str, Any] = {name: given[name] for name in ("counted", "text", "reasons") if name in given}
    if "ladder" in given:
        values["rungs"] = [[one["consequence"], one["amount"]] for one in given["ladder"]]
    return values


def _event(event: Event) -> dict[str, Any]:
    found = regulations_of(event)
    return {"version": event.version, "preset": found.preset, **_values(found), "further": found.further}


def _preset(key: str) -> dict[str, Any]:
    found = PRESETS[key]
    told = {"key": key, "name": preset_name(key), "sources": list(found.sources)}
    return dict(PresetOut(told | _values(found.regulations)).data)


def _values(found: Regulations) -> dict[str, Any]:
    articles = [article_values(told) for told in regulations_as_text(found)]
    return {"default_minutes": found.default_minutes, "articles": articles}


def article_values(told: ArticleText) -> dict[str, Any]:
    """Return an article as plain values."""
    rule = told.rule
    return {
        "number": rule.number,
        "article": rule.article,
        "incident": rule.code,
        "heading": told.heading,
        "text": told.text,
        "is_own_text": bool(rule.text),
        "ladder": [one._asdict() for one in rule.rungs],
        "counted": rule.counted.value,
        "reasons": list(told.reasons),
        "source": rule.source,
        "certainty": rule.certainty.value,
    }
