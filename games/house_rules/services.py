"""House rules of a club: make, retire, offer again; store with the games that came under them."""

from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from games.core.errors import HouseRulesKept, HouseRulesNameTaken, HouseRulesShipped, UnknownHouseRules
from games.house_rules.messages import HouseRulesUnfit
from games.models import HouseRules
from games.rules import VARIANTS, HouseRulesError, HouseVariant, derive
from games.rules.house import shipped_twin

MAX_NAME_LENGTH = 60


def derived_rules(*, base: str, changes: Mapping[str, str], name: str = "") -> HouseVariant:
    """Derive the rules from a base and changed facts, before saving; refuse in the club's words."""
    if base not in VARIANTS:
        raise HouseRulesUnfit(reason="base_unknown", base=base[:40], known=list(VARIANTS))
    try:
        derived = derive(VARIANTS[base], changes, name=name)
    except HouseRulesError as refusal:
        raise HouseRulesUnfit(reason=refusal.code, **refusal.facts) from refusal
    twin = shipped_twin(derived)
    if twin is not None:
        raise HouseRulesShipped(key=twin.key, name=twin.name)
    return derived


@transaction.atomic
def make_house_rules(
    *, organisation_id: int, name: str, base: str, changes: Mapping[str, str], actor: Actor
) -> HouseRules:
    """Save rules under their key and the club's own name; neither is ever changed."""
    require_permission(actor, Capability.RUN_EVENTS, Scope(organisation_id))
    wanted = " ".join(name.split())[:MAX_NAME_LENGTH]
    if not wanted:
        raise HouseRulesUnfit(reason="name_missing")
    derived = derived_rules(base=base, changes=changes, name=wanted)
    mine = HouseRules.objects.filter(organisation_id=organisation_id)
    same = mine.filter(key=derived.key).first()
    if same is not None:
        raise HouseRulesKept(name=same.name, is_offered=same.is_offered)
    row = _row(organisation_id, derived, wanted)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        if mine.filter(key=derived.key).exists():  # two people made the same at once: this is the second
            raise HouseRulesKept(name=wanted, is_offered=True) from None
        raise HouseRulesNameTaken(name=wanted) from None
    audit.record("games.house_rules.made", row, actor=actor, after=rules_facts(row))
    return row


@transaction.atomic
def retire_house_rules(*, rules_id: int, actor: Actor, reason: str = "") -> HouseRules:
    """Retire rules; sections and games that are played by them stay as they are."""
    return _offer(rules_id, actor, reason, is_offered=False)


@transaction.atomic
def offer_house_rules(*, rules_id: int, actor: Actor, reason: str = "") -> HouseRules:
    """Offer rules that were retired, or that came with a game, to new sections."""
    return _offer(rules_id, actor, reason, is_offered=True)


def store_rules_of_game(*, organisation_id: int, variant: HouseVariant) -> None:
    """Store the rules that a record contains, so that their key can be read; they are not offered.

    The caller writes the audit entry of the game or the file.
    """
    row = _row(organisation_id, variant, _shorten_name(variant.name))
    row.read_from_game, row.retired_at = True, timezone.now()
    if not HouseRules.objects.filter(organisation_id=organisation_id, key=variant.key).exists():
        HouseRules.objects.bulk_create([row], ignore_conflicts=True)


def _shorten_name(name: str) -> str:
    """Shorten a name that is too long; rules without a name are distinguished by the hash at its end."""
    words = " ".join(name.split())
    return words if len(words) <= MAX_NAME_LENGTH else words.rpartition(", ")[2][:MAX_NAME_LENGTH]


def rules_facts(row: HouseRules) -> dict[str, object]:
    """Return house rules as the audit log stores them."""
    return {
        "name": row.name,
        "rules_key": row.key,
        "rules_base": row.base,
        "rules_changes": dict(row.changes),
        "is_offered": row.is_offered,
    }


def _row(organisation_id: int, derived: HouseVariant, name: str) -> HouseRules:
    return HouseRules(
        organisation_id=organisation_id,
        key=derived.key,
        name=name,
        base=derived.base.key,
        changes=dict(derived.changes),
    )


def _offer(rules_id: int, actor: Actor, reason: str, *, is_offered: bool) -> HouseRules:
    row = HouseRules.objects.select_for_update(no_key=True).filter(pk=rules_id).first()
    if row is None:
        raise UnknownHouseRules(key=str(rules_id))
    require_permission(actor, Capability.RUN_EVENTS, Scope(row.organisation_id))
    if row.is_offered == is_offered:
        return row
    before = rules_facts(row)
    row.retired_at = None if is_offered else timezone.now()
    row.save(update_fields=["retired_at"])
    action = "games.house_rules.offered" if is_offered else "games.house_rules.retired"
    audit.record(action, row, actor=actor, before=before, after=rules_facts(row), reason=reason)
    return row
