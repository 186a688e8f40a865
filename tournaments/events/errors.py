"""Errors of a section's set-up, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class NamedTwice(ClubError):
    """A value appears twice in a list of unique values. Facts: what."""

    code = "named_twice"
    status = 422
    what = _("%(what)s is listed twice.")
    next_step = _("Remove one of the two.")


class UnknownClass(ClubError):
    """The class does not exist in the section. Facts: name, known."""

    code = "unknown_class"
    status = 422
    what = _("The section has no class “%(name)s”.")
    next_step = _("Choose one of these classes, or add the class first: %(known)s.")


class NotOfEquipment(ClubError):
    """No law book of the event has such an article about board or pieces. Facts: article."""

    code = "not_of_equipment"
    status = 422
    what = _("“%(article)s” is not an article on board and pieces in a law book of this event.")
    next_step = _("Check the list again; a section may use another law book now.")


class ClassInUse(ClubError):
    """Entries, fees or prizes use a class that was to be deleted. Facts: name, entries, fees, prizes."""

    code = "class_in_use"
    what = _(
        "The class “%(name)s” is still in use: entries %(entries)s, fees %(fees)s, prizes "
        "%(prizes)s. Nothing was changed."
    )
    next_step = _("Rename it, or first move the entries, fees and prizes to another class.")


class PrizesGrow(ClubError):
    """A place brings more money than the one before. Facts: place."""

    code = "prizes_grow"
    status = 422
    what = _("The prize for place %(place)s is larger than the one before it.")
    next_step = _("List the prizes from highest to lowest, without gaps.")


class PrizeOfNothing(ClubError):
    """A prize is neither money nor a thing, or lacks its place, class or board. Facts: row."""

    code = "prize_of_nothing"
    status = 422
    what = _("Prize %(row)s in the list is incomplete.")
    next_step = _(
        "Enter an amount or a prize in kind. A class prize needs its class, a board prize its board number."
    )


class GamesAreSet(ClubError):
    """The number of games per board is fixed once a section has rounds. Facts: section, games."""

    code = "games_are_set"
    what = _(
        "Rounds of %(section)s are already paired with %(games)s games per board, so this number "
        "cannot be changed."
    )
    next_step = _("Unpublish the rounds to change it, or add another section.")


class PointsUnfit(ClubError):
    """A loss is worth as much as a win, or a draw is not between the two. Facts: win, draw, loss."""

    code = "points_unfit"
    status = 422
    what = _("The points for a win (%(win)s), a draw (%(draw)s) and a loss (%(loss)s) are not in order.")
    next_step = _("A win must score more than a loss, and a draw must lie between them.")


class UnknownRegulations(ClubError):
    """The preset of event regulations, or an incident in them, does not exist. Facts: found, known."""

    code = "unknown_regulations"
    status = 422
    what = _("Event regulations have no setting “%(found)s”.")
    next_step = _("Choose one of these: %(known)s.")


class RegulationsUnfit(ClubError):
    """An article of event regulations has an invalid ladder. Facts: number, rungs, amount."""

    code = "regulations_unfit"
    status = 422
    what = _("Article %(number)s has no valid scale of sanctions. Nothing was changed.")
    next_step = _(
        "Enter one to %(rungs)s sanctions, each at least as severe as the one before. A time "
        "penalty or deduction needs a number from 1 to %(amount)s, the others none."
    )


class DefaultTimeUnfit(ClubError):
    """The default time is no valid number of minutes. Facts: minutes, most."""

    code = "default_time_unfit"
    status = 422
    what = _("A default time of %(minutes)s minutes is not valid.")
    next_step = _("Enter a number of minutes from 1 to %(most)s.")


class CurrencyMissing(ClubError):
    """An amount has no currency. Facts: currency."""

    code = "currency_missing"
    status = 422
    what = _("The amount has no valid currency: “%(currency)s”.")
    next_step = _("Enter three capital letters, for example EUR or USD.")


class RoundBeyond(ClubError):
    """The round does not exist in the section. Facts: round, rounds."""

    code = "round_beyond"
    status = 422
    what = _("The section has no round %(round)s.")
    next_step = _("The section has %(rounds)s rounds; change that in its settings first.")


class UnknownTimeZone(ClubError):
    """The time zone does not exist. Facts: name."""

    code = "unknown_time_zone"
    status = 422
    what = _("There is no time zone “%(name)s”.")
    next_step = _("Use a name such as Europe/Amsterdam or America/New_York.")


class UnknownPreset(ClubError):
    """The preset does not exist. Facts: key, known."""

    code = "unknown_preset"
    status = 422
    what = _("There is no preset “%(key)s”.")
    next_step = _("Choose one of: %(known)s.")


class RulesNotPlayed(ClubError):
    """The club does not play by these rules, or no longer. Facts: key."""

    code = "rules_not_played"
    status = 422
    what = _("The club does not use the rules “%(key)s”.")
    next_step = _("Choose a game from the list. House rules are created and offered on the House rules page.")


class UnknownSystem(ClubError):
    """The pairing system does not exist. Facts: key, known."""

    code = "unknown_system"
    status = 422
    what = _("There is no pairing system “%(key)s”.")
    next_step = _("Choose one of: %(known)s.")


class KindIsSet(ClubError):
    """A section with rounds or team members cannot change between players and teams. Facts: section."""

    code = "kind_is_set"
    what = _("The section %(section)s has rounds or team members, so its type cannot be changed.")
    next_step = _("Add another section for teams, or for players.")
