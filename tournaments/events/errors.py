"""Errors of a section's set-up, with stable codes; `setup_messages` has the messages."""

from club.core.errors import ClubError


class NamedTwice(ClubError):
    """A value appears twice in a list of unique values. Facts: what."""

    code = "named_twice"
    status = 422


class UnknownClass(ClubError):
    """The class does not exist in the section. Facts: name, known."""

    code = "unknown_class"
    status = 422


class NotOfEquipment(ClubError):
    """No law book of the event has such an article about board or pieces. Facts: article."""

    code = "not_of_equipment"
    status = 422


class ClassInUse(ClubError):
    """Entries, fees or prizes use a class that was to be deleted. Facts: name, entries, fees, prizes."""

    code = "class_in_use"


class PrizesGrow(ClubError):
    """A place brings more money than the one before. Facts: place."""

    code = "prizes_grow"
    status = 422


class PrizeOfNothing(ClubError):
    """A prize is neither money nor a thing, or lacks its place, class or board. Facts: row."""

    code = "prize_of_nothing"
    status = 422


class GamesAreSet(ClubError):
    """The number of games per board is fixed once a section has rounds. Facts: section, games."""

    code = "games_are_set"


class PointsUnfit(ClubError):
    """A loss is worth as much as a win, or a draw is not between the two. Facts: win, draw, loss."""

    code = "points_unfit"
    status = 422


class UnknownRegulations(ClubError):
    """The preset of event regulations, or an incident in them, does not exist. Facts: found, known."""

    code = "unknown_regulations"
    status = 422


class RegulationsUnfit(ClubError):
    """An article of event regulations has an invalid ladder. Facts: number, rungs, amount."""

    code = "regulations_unfit"
    status = 422


class DefaultTimeUnfit(ClubError):
    """The default time is no valid number of minutes. Facts: minutes, most."""

    code = "default_time_unfit"
    status = 422


class CurrencyMissing(ClubError):
    """An amount has no currency. Facts: currency."""

    code = "currency_missing"
    status = 422


class RoundBeyond(ClubError):
    """The round does not exist in the section. Facts: round, rounds."""

    code = "round_beyond"
    status = 422


class UnknownTimeZone(ClubError):
    """The time zone does not exist. Facts: name."""

    code = "unknown_time_zone"
    status = 422
