"""Errors of a section's set-up, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class NamedTwice(InvalidInput):
    code = "named_twice"
    what = _("%(what)s is listed twice.")
    next_step = _("Remove one of the two.")


class UnknownClass(InvalidInput):
    code = "unknown_class"
    what = _("The section has no class “%(name)s”.")
    next_step = _("Choose one of these classes, or add the class first: %(known)s.")


class NotOfEquipment(InvalidInput):
    code = "not_of_equipment"
    what = _("“%(article)s” is not an article on board and pieces in a law book of this event.")
    next_step = _("Check the list again; a section may use another law book now.")


class ClassInUse(ClubError):
    code = "class_in_use"
    what = _(
        "The class “%(name)s” is still in use: entries %(entries)s, fees %(fees)s, prizes "
        "%(prizes)s. Nothing was changed."
    )
    next_step = _("Rename it, or first move the entries, fees and prizes to another class.")


class PrizesGrow(InvalidInput):
    code = "prizes_grow"
    what = _("The prize for place %(place)s is larger than the one before it.")
    next_step = _("List the prizes from highest to lowest, without gaps.")


class PrizeOfNothing(InvalidInput):
    code = "prize_of_nothing"
    what = _("Prize %(row)s in the list is incomplete.")
    next_step = _(
        "Enter an amount or a prize in kind. A class prize needs its class, a board prize its board number."
    )


class GamesAreSet(ClubError):
    code = "games_are_set"
    what = _(
        "Rounds of %(section)s are already paired with %(games)s games per board, so this number "
        "cannot be changed."
    )
    next_step = _("Unpublish the rounds to change it, or add another section.")


class PointsUnfit(InvalidInput):
    code = "points_unfit"
    what = _("The points for a win (%(win)s), a draw (%(draw)s) and a loss (%(loss)s) are not in order.")
    next_step = _("A win must score more than a loss, and a draw must lie between them.")


class UnknownRegulations(InvalidInput):
    code = "unknown_regulations"
    what = _("Event regulations have no setting “%(found)s”.")
    next_step = _("Choose one of these: %(known)s.")


class RegulationsUnfit(InvalidInput):
    code = "regulations_unfit"
    what = _("Article %(number)s has no valid scale of sanctions. Nothing was changed.")
    next_step = _(
        "Enter one to %(rungs)s sanctions, each at least as severe as the one before. A time "
        "penalty or deduction needs a number from 1 to %(amount)s, the others none."
    )


class DefaultTimeUnfit(InvalidInput):
    code = "default_time_unfit"
    what = _("A default time of %(minutes)s minutes is not valid.")
    next_step = _("Enter a number of minutes from 1 to %(most)s.")


class CurrencyMissing(InvalidInput):
    code = "currency_missing"
    what = _("The amounts of money need a currency of three letters.")
    next_step = _("Enter it in the field “Currency”, for example EUR or USD.")


class RoundBeyond(InvalidInput):
    code = "round_beyond"
    what = _("The section has no round %(round)s.")
    next_step = _("The section has %(rounds)s rounds; change that in its settings first.")


class UnknownTimeZone(InvalidInput):
    code = "unknown_time_zone"
    what = _("There is no time zone “%(name)s”.")
    next_step = _("Use a name such as Europe/Amsterdam or America/New_York.")


class UnknownPreset(InvalidInput):
    code = "unknown_preset"
    what = _("There is no preset “%(key)s”.")
    next_step = _("Choose one of: %(known)s.")


class RulesNotPlayed(InvalidInput):
    code = "rules_not_played"
    what = _("The club does not use the rules “%(key)s”.")
    next_step = _("Choose a game from the list. House rules are created and offered on the House rules page.")


class UnknownSystem(InvalidInput):
    code = "unknown_system"
    what = _("There is no pairing system “%(key)s”.")
    next_step = _("Choose one of: %(known)s.")


class KindIsSet(ClubError):
    code = "kind_is_set"
    what = _("The section %(section)s has rounds or team members, so its type cannot be changed.")
    next_step = _("Add another section for teams, or for players.")


class UnknownClosingTask(InvalidInput):
    """Facts: name, known."""

    code = "unknown_closing_task"
    what = _("“%(name)s” is not a task at the end of an event.")
    next_step = _("Choose one of these: %(known)s.")


class HiddenEventStays(ClubError):
    """Facts: event."""

    code = "hidden_event_stays"
    what = _("“%(event)s” is hidden. A finished event is public.")
    next_step = _("Make the event public first, or leave it hidden.")


class EventNotOver(ClubError):
    """Facts: event, rounds (not closed), cases (open)."""

    code = "event_not_over"
    what = _("“%(event)s” is not over. Rounds to close: %(rounds)s. Open cases: %(cases)s.")
    next_step = _("Settle these first, or give a reason for finishing the event without them.")


class NobodyToThank(ClubError):
    """Facts: event."""

    code = "nobody_to_thank"
    what = _("No player of “%(event)s” can be reached by email.")
    next_step = _("Thank the players in the hall, and mark the task as done.")
