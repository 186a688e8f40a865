"""Games with the same moves: what tells two of them apart is enough to store both."""

from itertools import combinations

import pytest
from django.core.management import call_command
from django.utils import timezone
from records import game

from club.core.actor import SYSTEM
from club.models import Person
from games.archive.messages import NOT_STORED, PROBLEMS
from games.archive.selectors.exporting import STYLES, exported_pdn
from games.archive.selectors.imports import import_problems, import_report, not_stored, problem_sentence
from games.archive.services import twins
from games.archive.services.archive import save_game
from games.archive.services.imports import settle_results
from games.archive.services.redaction import redact_name
from games.core.errors import DuplicateGame
from games.models import ArchiveImport, FirstResult, Game, ImportProblem, ProblemKind, SameMoves

pytestmark = pytest.mark.django_db

MOVES = "1. 11-15 23-19"
FIRST = {
    "white": "Tinsley, M.",
    "Black": "Chernev, I.",
    "Event": "Match",
    "Site": "Columbus",
    "Date": "1952.03.04",
    "Round": "3",
    "result": "1/2-1/2",
    "Board": "1",
    "UTCTime": "12:00:00",
}
OTHER = {
    "white": "Chernev, I.",
    "Black": "Tinsley, M.",
    "Event": "Match, part 2",
    "Site": "Chicago",
    "Date": "1952.03.05",
    "Round": "4",
    "result": "1-0",
    "Board": "2",
    "UTCTime": "12:07:00",
}
TAGS = {"white": "White", "result": "Result"}


def record(**changes):
    facts = {**FIRST, **changes}
    white, result = facts.pop("white"), facts.pop("result")
    text = game(MOVES, white=white, result=result, **{key: value for key, value in facts.items() if value})
    return text.replace('[Black "Black, B."]\n', "")


@pytest.mark.parametrize(
    "names",
    [*combinations(FIRST, 1), *combinations(FIRST, 2)],
    ids=" and ".join,
)
def test_games_that_any_field_tells_apart_are_both_stored_and_listed(bring_in, names):
    changes = {name: OTHER[name] for name in names}
    archive = bring_in((record() + record(**changes)).encode())
    assert (archive.games_kept, archive.duplicates, archive.twins) == (2, 0, 1)
    (problem,) = import_problems(archive=archive)
    first, second = Game.objects.order_by("import_index")
    assert (problem.kind, problem.game, problem.facts["game_id"]) == (ProblemKind.TWIN, second, first.pk)
    assert sorted(problem.facts["differs"]) == sorted(TAGS.get(name, name) for name in names)
    assert f"game {first.pk} (Tinsley, M. - Chernev, I., Match)" in problem_sentence(problem)
    again = bring_in((record() + record(**changes)).encode())
    assert (again.games_kept, again.twins, Game.objects.count()) == (0, 0, 2)


@pytest.mark.parametrize("name", ["white", "Black", "Event", "Site", "Date", "Round"])
def test_a_game_that_is_silent_where_another_speaks_is_stored(bring_in, name):
    archive = bring_in((record() + record(**{name: "?"})).encode())
    assert (archive.games_kept, archive.twins) == (2, 1)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"white": "TINSLEY  M."}, id="capitals, blanks and signs"),
        pytest.param({"Date": "4.3.1952"}, id="another way to write the date"),
        pytest.param({"Board": ""}, id="a tag that one of them lacks"),
        pytest.param({"Annotator": "Wiegersma"}, id="who annotated it"),
        pytest.param({"GameType": "21"}, id="the rules named"),
    ],
)
def test_what_tells_no_games_apart(bring_in, changes):
    archive = bring_in((record() + record(**changes)).encode())
    assert (archive.games_kept, archive.duplicates) == (1, 1)


# -- why games are not stored --------------------------------------------------------------------------


def reasons(archive):
    report = import_report(archive=archive)
    assert sum(line["count"] for line in report["not_stored"]) == report["games"] - report["kept"]
    return {line["code"]: line["count"] for line in report["not_stored"]}


def test_every_reason_for_not_storing_has_a_count_and_a_text(bring_in):
    assert bring_in(record().encode()).games_kept == 1
    text = record() + record(Round="4") + record(Round="4") + record(GameType="21", FEN="B:W77")
    seen = reasons(bring_in(text.encode()))
    assert seen == {"same_record": 1, "twice_in_file": 1, "position_unreadable": 1}
    leaving_out = bring_in((record(Round="9") + record()).encode(), same_moves=SameMoves.LEAVE_OUT)
    seen |= reasons(leaving_out)
    assert seen["twin_left_out"] == 1
    older = ArchiveImport.objects.create(
        organisation=leaving_out.organisation, name="older", size=1, games_seen=2, games_kept=1, duplicates=1
    )
    facts = {"game_id": 1, "white": "A", "black": "B", "event": "E"}
    ImportProblem.objects.create(
        archive_import=older,
        kind=ProblemKind.DUPLICATE,
        code="duplicate_moves",
        facts=facts,
        game_index=1,
        line=1,
    )
    seen |= reasons(older)
    assert set(seen) == set(NOT_STORED)
    assert {problem.code for problem in ImportProblem.objects.filter(kind="duplicate")} < set(PROBLEMS)
    assert all(problem_sentence(problem) for problem in ImportProblem.objects.all())
    assert "import the file again" in not_stored(archive=older)[0]["reason"]


def test_games_that_an_earlier_import_dropped_come_in_when_the_file_is_read_again(bring_in):
    data = (record() + record(white=OTHER["white"], Black=OTHER["Black"])).encode()
    bring_in(data)
    Game.objects.filter(twin=1).delete()  # as an archive of before names were compared
    again = bring_in(data)
    assert (again.games_kept, again.duplicates, again.twins) == (1, 1, 1)


def test_a_file_read_again_after_its_winners_were_settled_stores_nothing(bring_in):
    data = record(result="1-0").encode()
    archive = bring_in(data, first_result=FirstResult.WHITE)
    assert Game.objects.get().winner == "white"
    assert not import_report(archive=archive)["first_result"]["must_ask"]
    again = bring_in(data)
    assert not settle_results(import_id=again.pk, answer=again.answers, in_background=False)
    assert (again.games_kept, again.duplicates) == (0, 1)


def test_the_name_of_an_erased_person_does_not_come_back_with_the_same_file(bring_in, club):
    data = record().encode()
    bring_in(data)
    person = Person.objects.create(organisation=club, name="Former member 7", erased_at=timezone.now())
    redact_name(
        game=Game.objects.get(), sides=["White"], without=lambda text: text, neutral="Former member 7"
    )
    again = bring_in(data)
    assert (again.games_kept, Game.objects.get().white) == (0, person.name)
    assert bring_in(record(Round="8").encode()).games_kept == 1


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ["wiegerw-pdn/candidate95.pdn", "lidraughts/russian.pdn", "gui-saves"])
def test_exported_games_that_come_back_are_the_same_games(bring_in, shared_dir, style, name):
    path = shared_dir / "pdn" / name
    for file in [path] if path.is_file() else sorted(path.glob("*.pdn"))[:4]:
        bring_in(file.read_bytes())
    games = Game.objects.filter(ply_count__gt=0).order_by("pk")[:25]
    assert games
    text = "\n\n".join(exported_pdn(game=one, style=style) for one in games)
    back = bring_in(text.encode())
    assert (back.games_seen, back.games_kept) == (len(games), 0), [
        (problem.code, problem.facts) for problem in import_problems(archive=back, kind="twin")
    ]


# -- one record, the command and the page --------------------------------------------------------------


@pytest.fixture
def labels_read(monkeypatch):
    """Moves of three games are crowded; the list of games whose labels are read."""
    monkeypatch.setattr(twins, "MOST_COMPARED", 3)
    read, original = [], twins.labels_of
    monkeypatch.setattr(twins, "labels_of", lambda game: read.append(game) or original(game))
    return read


def crowd(names):
    return "".join(record(white=f"Player {name}", Round=name) for name in names).encode()


def test_games_of_others_with_the_same_moves_are_not_all_compared(bring_in, labels_read):
    archive = bring_in(crowd("abcdefghij"))
    assert (archive.games_kept, archive.twins) == (10, 9)
    labels_read.clear()
    archive = bring_in(crowd("k"))
    assert (archive.games_kept, archive.twins) == (1, 1)
    assert len(labels_read) == 4  # its own, and those of the first three


def test_games_of_the_same_players_are_compared_up_to_a_limit(bring_in, labels_read, monkeypatch):
    monkeypatch.setattr(twins, "MOST_OF_PLAYERS", 4)
    bring_in("".join(record(Round=name) for name in "abcdefghij").encode())
    labels_read.clear()
    assert bring_in(record(Round="k").encode()).twins == 1
    assert len(labels_read) == 8  # its own, the first three, and four more


def test_a_game_that_comes_back_is_found_among_many_with_the_same_moves(bring_in, labels_read, club):
    bring_in(crowd("abcdefghij"))
    assert bring_in(crowd("abcdefghij")).duplicates == 10
    assert sorted(Game.objects.values_list("twin", flat=True)) == list(range(10))
    Person.objects.create(organisation=club, name="Former member 7", erased_at=timezone.now())
    redact_name(
        game=Game.objects.get(white="Player i"),
        sides=["White"],
        without=lambda text: text,
        neutral="Former member 7",
    )
    assert bring_in(crowd("i")).duplicates == 1


def test_a_single_record_is_refused_only_if_nothing_contradicts_the_game_there(club):
    kept = save_game(organisation=club, actor=SYSTEM, text=record())
    for text in (record(), f"{MOVES} *"):
        with pytest.raises(DuplicateGame) as refused:
            save_game(organisation=club, actor=SYSTEM, text=text)
        assert refused.value.facts["game_id"] == kept.pk
    assert save_game(organisation=club, actor=SYSTEM, text=record(Round="4")).twin == 1


def test_the_command_has_the_choices_of_the_page_and_says_why_games_are_not_stored(club, tmp_path, capsys):
    path = tmp_path / "a.pdn"
    path.write_text(record() + record(Round="4") + record())
    call_command("import_pdn", str(path), "--club", club.slug, "--same-moves", "leave_out")
    told = capsys.readouterr().out
    assert "1 saved" in told
    assert "not saved: 1, duplicate of an earlier game in the file" in told
    assert "not saved: 1, same moves as another game; skipped, as chosen" in told
    assert "Different: round." in told
    call_command("import_pdn", str(path), "--club", club.slug, "--first-result", "white")
    told = capsys.readouterr().out
    assert "1 saved" in told
    assert "1 with the same moves as another game" in told
    assert ArchiveImport.objects.first().first_result == FirstResult.WHITE


def test_the_page_lists_twins_side_by_side(client, bring_in):
    archive = bring_in((record() + record(Round="4", white="<b>") + record()).encode())
    page = client.get(f"/games/imports/{archive.pk}/?kind=twin").content.decode()
    assert "&lt;b&gt;" in page
    assert "Open the other game" in page
    assert "duplicate of an earlier game in the file" in page
    assert "Duplicate of an earlier game in this file" not in page
    assert (
        "Duplicate of an earlier game in this file: game"
        in client.get(f"/games/imports/{archive.pk}/").content.decode()
    )
