"""The table of the variants in ``games/README.md`` says what the program holds."""

from variant_table import README, readme_with_table, table

from games.rules import VARIANTS


def test_the_table_in_the_readme_is_the_one_that_follows_from_the_data():
    text = README.read_text("utf-8")
    assert text == readme_with_table(text), "run: python tests/games/rules/variant_table.py"


def test_every_variant_has_its_row():
    rows = table().splitlines()[2:]
    assert [row.split("`")[1] for row in rows] == list(VARIANTS)
    assert all(len(row.split(" | ")) == 7 for row in rows)
