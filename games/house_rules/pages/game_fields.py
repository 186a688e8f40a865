"""Choice of a game in forms: shipped games and house rules."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from games.core.pages.forms import InputMixin
from games.house_rules.variant_choices import Group, public_games
from games.house_rules.variant_names import grouped_names

VARIANT_NAMES: list[Any] = [*grouped_names()]
DETECTED: Any = ("", _("Detect from the record"))


class GameMixin(InputMixin):
    """The field `variant` has the shipped games and house rules; rules known by key may be requested."""

    before_games: tuple[Any, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = self["variant"].value()  # type: ignore[index]
        games = self.games(chosen=asked if isinstance(asked, str) else "")
        self.fields["variant"].choices = [*self.before_games, *games]  # type: ignore[attr-defined]

    def games(self, *, chosen: str) -> list[Group]:
        """The games in groups."""
        return public_games(chosen=chosen)
