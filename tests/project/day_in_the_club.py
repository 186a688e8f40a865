"""A day in the club: what people do, through the services they use."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path

from django.conf import settings
from django.utils import timezone
from ruled_cases import file_and_rule

from club.accounts.services.accounts import choose_language
from club.accounts.services.invitations import invite, restore_invitation, revoke_invitation
from club.accounts.services.passes import make_pass, redeem_code, restore_pass, revoke_pass
from club.accounts.services.roles import grant_role, revoke_role
from club.accounts.services.tokens import make_token, revoke_token
from club.audit.services import undo_entry
from club.backups.services.backups import (
    delete_backup,
    open_backup,
    pin_backup,
    request_backup,
    request_check,
    verify_backup,
)
from club.core.access import Scope
from club.core.actor import SYSTEM, VISITOR, Actor
from club.jobs.services.outbox import delete_old_messages
from club.members.services.persons import (
    add_person,
    change_person,
    link_account,
    remove_person,
    unlink_account,
)
from club.models import AuditEntry, OutboxMessage, PassLevel, Role, User
from club.organisations.services.organisations import ensure_organisation
from games.archive.services.archive import rejudge_game, save_game
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import answer_first_result, cancel_import, settle_results, start_import
from games.demo.services import load_demo
from games.models import FirstResult
from tournaments.cases.services.calls import call_arbiter
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import drop_case, release_case, reopen_case, take_case, update_case
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.entries.entry_links import entry_secret, section_secret
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import (
    AbsenceAction,
    arrive_by_link,
    arrive_by_poster,
    check_in,
    restore_absent,
    settle_absent,
)
from tournaments.entries.services.entries import (
    add_entries,
    ask_bye,
    change_entry,
    readmit_entry,
    remove_bye,
    remove_entry,
    withdraw_entry,
)
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry, withdraw_by_link
from tournaments.entries.services.inbox import (
    accept_all,
    accept_entry,
    put_on_waiting_list,
    refuse_entry,
    reopen_entry,
)
from tournaments.events.services.class_lists import set_entry_classes, sort_into_classes
from tournaments.events.services.clones import clone_event
from tournaments.events.services.events import (
    add_section,
    change_event,
    change_section,
    create_event,
    show_event,
)
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.leagues.captain_links import answer_secret
from tournaments.leagues.services.captains import name_captain, remove_captain, renew_link, restore_captain
from tournaments.leagues.services.fixtures import move_fixture, reinstate_fixture, strike_fixture
from tournaments.leagues.services.handed_line_ups import submit_line_up, withdraw_line_up
from tournaments.leagues.services.leagues import delete_season_rounds, draw_season
from tournaments.leagues.services.match_reports import (
    accept_match_report,
    report_results,
    withdraw_match_report,
)
from tournaments.leagues.services.polls import answer_poll, choose_mail, close_poll, open_poll
from tournaments.leagues.services.squads import (
    end_player,
    lend_reserve,
    register_player,
    remove_player,
    set_home,
)
from tournaments.models import EntryContact, Pairing
from tournaments.news.services import add_file, add_post, change_post, remove_file, remove_post
from tournaments.records.services.game_records import link_record, unlink_record
from tournaments.results.services.results import forfeit_match, record_result
from tournaments.rounds.services.pairings import lock_board, swap_players, turn_colours
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    propose_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.screens.services.screen_families import (
    change_family,
    make_family,
    pause_page,
    remove_family,
    set_alert,
    set_clock,
    turn_page,
)
from tournaments.screens.services.screens import (
    assign_screen,
    change_screen,
    make_screen,
    open_screen,
    revoke_screen,
)
from tournaments.site.services.demo import load_demo_event
from tournaments.site.services.redaction import delete_contacts
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members

RECORD = '[White "White"]\n[Black "Black"]\n[Result "1-0"]\n\n1. 11-15 23-19 1-0\n'


def a_day_in_the_club():
    """What people do, through the services they use."""
    club = ensure_organisation(slug="north", name="North club", actor=SYSTEM)
    place, tomorrow = Scope(club.pk), timezone.now() + timedelta(days=1)
    owner = User.objects.create_user("owner@north.example")
    grant_role(user=owner, role=Role.OWNER, scope=place, actor=SYSTEM)
    actor = Actor.of_user(owner)
    choose_language(user_id=owner.pk, language="nl", actor=actor)
    revoke_role(grant_id=grant_role(user=owner, role=Role.PLAYER, scope=place, actor=actor).pk, actor=actor)
    made = make_pass(label="Hall", level=PassLevel.HELPER, scope=place, expires_at=tomorrow, actor=actor)
    redeem_code(code=made.code, actor=actor)
    revoke_pass(pass_id=made.row.pk, actor=actor)
    restore_pass(pass_id=made.row.pk, actor=actor)
    token = make_token(name="Laptop", abilities=[], lasts=timedelta(days=1), actor=actor)
    revoke_token(digest=token.row.digest, actor=actor)
    person = add_person(organisation_id=club.pk, name="Bob", email="", language="", actor=actor)
    change_person(person_id=person.pk, name="Rob", email="", language="", actor=actor)
    link_account(person_id=person.pk, user_id=owner.pk, actor=actor)
    unlink_account(person_id=person.pk, actor=actor)
    remove_person(person_id=person.pk, actor=actor)
    invited = invite(scope=place, role=Role.PLAYER, days=1, actor=actor, address_of=str)
    revoke_invitation(invitation_id=invited.pk, actor=actor)
    restore_invitation(invitation_id=invited.pk, actor=actor)
    game = save_game(organisation=club, text=RECORD, actor=actor)
    rejudge_game(game_id=game.pk, law_book="wcdf", actor=actor)
    undo_entry(entry_id=AuditEntry.objects.first().pk, actor=actor)
    stream, again = BytesIO(RECORD.replace("19", "18").encode()), BytesIO(RECORD.encode())
    archive = start_import(organisation=club, stream=stream, name="a", actor=actor, in_background=False)
    read_slice(import_id=archive.pk, number=0, in_background=False)
    answered = answer_first_result(import_id=archive.pk, first_result=FirstResult.WHITE, actor=actor)
    settle_results(import_id=archive.pk, answer=answered.answers, in_background=False)
    other = start_import(organisation=club, stream=again, name="b", actor=actor, in_background=False)
    cancel_import(import_id=other.pk, actor=actor)
    load_demo(actor=SYSTEM)
    load_demo_event(actor=SYSTEM)
    a_match_of_teams(owner, actor)
    a_match_of_a_league(owner, actor)
    an_evening_at_the_desk(owner, actor)
    site = Actor.of_user(User.objects.create_superuser("site@north.example"))
    request_backup(actor=site)
    folder = Path(settings.BACKUP_DIR)
    folder.mkdir(parents=True)
    (folder / "a.tar").write_bytes(b"no archive at all")
    verify_backup(job=request_check(name="a", actor=site))
    pin_backup(name="a", is_kept=True, actor=site)
    open_backup(name="a", actor=site)[1].close()
    delete_backup(name="a", actor=site)


def a_match_of_teams(owner, actor):
    """Two teams with a line-up that is changed before the match."""
    place = owner.grants.filter(revoked_at__isnull=True).first().organisation_id
    section = create_event(organisation_id=place, name="Cup", preset="team_swiss", actor=actor).sections.get()
    north, south = add_entries(
        section_id=section.pk, lines=[EntryLine("North"), EntryLine("South")], actor=actor
    )
    members = replace_members(entry_id=north.pk, lines=[MemberLine("Ann"), MemberLine("Bob")], actor=actor)
    replace_members(entry_id=south.pk, lines=[MemberLine("Cid"), MemberLine("Dan")], actor=actor)
    change_member(member_id=members[0].pk, rating=1800, actor=actor)
    row = propose_round(section_id=section.pk, actor=actor)
    row = publish_round(round_id=row.pk, version=row.version, actor=actor)
    row = unpublish_round(round_id=row.pk, actor=actor)
    row = publish_round(round_id=row.pk, version=row.version, actor=actor)
    match = row.pairings.get()
    set_line_up(pairing_id=match.pk, entry_id=north.pk, members=[members[1].pk], actor=actor)
    record_result(pairing_id=match.pk, game=1, outcome="draw", actor=actor)
    forfeit_match(pairing_id=match.pk, entry_id=south.pk, actor=actor)


def a_match_of_a_league(owner, actor):
    """A season drawn, squads and captains, a poll, both line-ups, results that differ and then agree."""
    place = owner.grants.filter(revoked_at__isnull=True).first().organisation_id
    section = create_event(organisation_id=place, name="League", preset="league", actor=actor).sections.get()
    lines = [EntryLine("East"), EntryLine("West")]
    east, west = add_entries(section_id=section.pk, lines=lines, actor=actor)
    for at, team in enumerate((east, west), start=1):
        set_home(entry_id=team.pk, venue="Hall", place_in_club=at, club_slug="north", actor=actor)
        member = register_player(entry_id=team.pk, name=f"{team.name} one", email="x@y.example", actor=actor)
        name_captain(entry_id=team.pk, name="Leader", email="l@y.example", actor=actor)
    lent = lend_reserve(entry_id=east.pk, member_id=member.pk, actor=actor)
    end_player(member_id=lent.pk, plays_until=timezone.localdate(), actor=actor)
    remove_player(member_id=lent.pk, actor=actor)
    captain = west.captains.get()
    renew_link(captain_id=captain.pk, actor=actor)
    remove_captain(captain_id=captain.pk, actor=actor)
    restore_captain(captain_id=captain.pk, actor=actor)
    draw_season(section_id=section.pk, actor=actor)
    delete_season_rounds(section_id=section.pk, actor=actor)
    match = draw_season(section_id=section.pk, actor=actor)[0].pairings.get()
    facts = {"pairing_id": match.pk, "actor": actor}
    move_fixture(starts_at=None, venue="Barn", **facts)
    strike_fixture(**facts)
    reinstate_fixture(**facts)
    poll = open_poll(entry_id=east.pk, **facts)
    member = east.members.get()
    answer_poll(secret=answer_secret(poll, member.pk), answer="yes", actor=VISITOR)
    choose_mail(secret=answer_secret(poll, member.pk), wants_mail=False, actor=VISITOR)
    close_poll(poll_id=poll.pk, actor=actor)
    submit_line_up(entry_id=east.pk, members=[member.pk], **facts)
    withdraw_line_up(entry_id=east.pk, **facts)
    for team in (east, west):
        submit_line_up(entry_id=team.pk, members=[team.members.get().pk], **facts)
    report_results(entry_id=east.pk, said={1: "first"}, **facts)
    withdraw_match_report(entry_id=east.pk, **facts)
    report_results(entry_id=east.pk, said={1: "first"}, **facts)
    accept_match_report(**facts)


def an_evening_at_the_desk(owner, actor):
    """An event changed in every way, with a round that goes forth and back."""
    place = owner.grants.filter(revoked_at__isnull=True).first().organisation_id
    event = create_event(organisation_id=place, name="Open", preset="acf", actor=actor)
    change_event(event_id=event.pk, version=event.version, actor=actor, venue="Hall")
    section = add_section(event_id=event.pk, name="Minors", preset="blitz", actor=actor)
    change_section(section_id=section.pk, version=section.version, actor=actor, clock="3+2")
    facts = {"section_id": section.pk, "actor": actor}
    set_classes(rows=[{"name": "A"}], **facts)
    (ada,) = add_entries(section_id=section.pk, lines=[EntryLine("Ada")], actor=actor)
    set_entry_classes(classes={ada.pk: "A"}, **facts)
    set_entry_classes(classes={ada.pk: ""}, **facts)
    set_classes(rows=[{"name": "A", "highest_rating": 2000}], **facts)
    sort_into_classes(**facts)
    remove_entry(entry_id=ada.pk, actor=actor)
    set_fees(rows=[{"amount": 500, "currency": "EUR"}], **facts)
    set_schedule(rows=[{"number": 1, "starts_at": timezone.now()}], **facts)
    set_prizes(rows=[{"thing": "Cup"}], **facts)
    set_officials(event_id=event.pk, rows=[{"role": "arbiter", "name": "Arno"}], actor=actor)
    entries_by_the_public(event, section, actor)
    clone_event(event_id=event.pk, name="Next", with_entries=True, actor=actor)
    lines = [EntryLine(name) for name in ("Ann", "Ben", "Cas", "Dot")]
    ann, _ben, cas, dot = add_entries(section_id=section.pk, lines=lines, actor=actor)
    change_entry(entry_id=ann.pk, rating=1800, actor=actor)
    check_in(entry_id=ann.pk, has_arrived=True, actor=actor)
    ask_bye(entry_id=dot.pk, round_number=1, kind="half", actor=actor)
    remove_bye(entry_id=dot.pk, round_number=1, actor=actor)
    withdraw_entry(entry_id=cas.pk, actor=actor)
    readmit_entry(entry_id=cas.pk, actor=actor)
    (spare,) = add_entries(section_id=section.pk, lines=[EntryLine("Eve")], actor=actor)
    remove_entry(entry_id=spare.pk, actor=actor)
    row = propose_round(section_id=section.pk, actor=actor)
    board = row.pairings.get(board_number=1)
    facts = {"round_id": row.pk, "pairing_id": board.pk, "actor": actor}
    row = lock_board(is_locked=True, version=row.version, **facts)
    row = turn_colours(version=row.version, **facts)
    other = row.pairings.get(board_number=2)
    ids = {"first_id": board.black_id, "second_id": other.white_id}
    row = swap_players(round_id=row.pk, version=row.version, actor=actor, **ids)
    row = publish_round(round_id=row.pk, version=row.version, actor=actor, reason="As drawn in the hall.")
    row = unpublish_round(round_id=row.pk, actor=actor)
    row = publish_round(round_id=row.pk, version=row.version, actor=actor, reason="As drawn in the hall.")
    for pairing in row.pairings.all():
        record_result(pairing_id=pairing.pk, game=1, outcome="draw", actor=actor)
    close_round(round_id=row.pk, actor=actor)
    reopen_round(round_id=row.pk, actor=actor)
    there = row.pairings.filter(black__isnull=False).first()
    record = link_record(pairing_id=there.pk, game=1, text=RECORD, actor=actor)
    unlink_record(pairing_id=record.pairing_id, game=1, actor=actor)
    in_the_hall(event, actor)
    draft = propose_round(section_id=section.pk, actor=actor)
    delete_round(round_id=draft.pk, actor=actor)


def news_of_the_event(event, actor):
    """A post that is changed and deleted, and a document."""
    post = add_post(event_id=event.pk, title="News", text="", actor=actor)
    change_post(post_id=post.pk, title="More news", text="", actor=actor)
    remove_post(post_id=post.pk, actor=actor)
    document = add_file(event_id=event.pk, file=BytesIO(b"%PDF-"), size=5, caption="Rules", actor=actor)
    remove_file(file_id=document.pk, actor=actor)


def in_the_hall(event, actor):
    """Screens opened, assigned, steered and taken down."""
    news_of_the_event(event, actor)
    contents = {"contents": ["names"], "seconds": 9}
    family = make_family(event_id=event.pk, name="Hall", actor=actor, **contents)
    family = change_family(family_id=family.pk, version=family.version, actor=actor, seconds=8)
    screen = open_screen(actor=VISITOR)
    place = {"event_id": event.pk, "family_id": family.pk}
    assign_screen(code=screen.code, actor=actor, **place)
    change_screen(screen_id=screen.pk, family_id=None, actor=actor)
    revoke_screen(screen_id=make_screen(actor=actor, **place).pk, actor=actor)
    pause_page(family_id=family.pk, is_held=True, actor=actor)
    turn_page(family_id=family.pk, by=1, actor=actor)
    set_alert(event_id=event.pk, text="Lunch", actor=actor)
    set_clock(event_id=event.pk, ends_at=timezone.now() + timedelta(minutes=5), actor=actor)
    remove_family(family_id=family.pk, actor=actor)
    at_the_board(Pairing.objects.filter(round__section__event=event, board_number=1).first(), actor.user)


def at_the_board(pairing, owner):
    """The arbiter is called, somebody looks, and it is ruled on twice."""
    place = Scope(pairing.round.section.event.organisation_id)
    grant_role(user=owner, role=Role.ARBITER, scope=place, actor=SYSTEM)
    actor = Actor.of_user(owner)
    event_id = pairing.round.section.event_id
    card = pairing.round.section.board_cards.filter(board_number=pairing.board_number).first()
    case = call_arbiter(card=card, actor=VISITOR, text="He took it back")
    take_case(case_id=case.pk, actor=actor)
    release_case(case_id=case.pk, actor=actor)
    about = About(pairing.pk, 1, pairing.white_id)
    update_case(case_id=case.pk, actor=actor, about=about, incident="own_piece_removed")
    drop_case(case_id=case.pk, actor=actor)
    reopen_case(case_id=case.pk, actor=actor)
    caution, taken = (
        RulingDecision(consequence="caution"),
        RulingDecision(consequence="none", reason="He did not"),
    )
    rule_on_case(case_id=case.pk, decided=caution, actor=actor)
    choose_as_opponent(case_id=case.pk, choice="put_back", actor=actor)
    supersede_ruling(case_id=case.pk, decided=taken, actor=actor)
    points = RulingDecision(consequence="points_deducted", points=1, reason="By the rules of the event")
    facts = {"event_id": event_id, "about": about, "actor": actor}
    file_and_rule(incident="electronic_device", decided=points, **facts)


def entries_by_the_public(event, section, actor):
    """The form is open: somebody is let in, waits, is refused, comes back, withdraws; who is missing goes."""
    show_event(event_id=event.pk, is_public=True, actor=actor)
    facts = {"section_id": section.pk, "actor": actor}
    set_classes(rows=[], **facts)
    set_admission(is_open=True, check_in_is_open=True, **facts)
    for name in ("Fay", "Gus", "Hal"):
        given = EntryRequest(name=name, email=f"{name}@north.example", sent_once=name)
        ask_entry(event_id=event.pk, section_ids=[section.pk], given=given, actor=VISITOR)
    fay, gus, hal = section.entries.order_by("pk")
    accept_entry(entry_id=fay.pk, actor=actor)
    put_on_waiting_list(entry_id=gus.pk, actor=actor)
    refuse_entry(entry_id=hal.pk, reason="Full", actor=actor)
    reopen_entry(entry_id=hal.pk, actor=actor)
    accept_all(section_id=section.pk, actor=actor)
    set_admission(places=3, moves_up_alone=True, **facts)
    arrive_by_poster(entry_id=fay.pk, secret=section_secret(section), section_id=section.pk, actor=VISITOR)
    arrive_by_link(secret=entry_secret(gus), actor=VISITOR)
    absent = {"entry_ids": [hal.pk], "round_number": 1, "act": AbsenceAction.ZERO}
    settle_absent(**absent, **facts)
    restore_absent(**absent, **facts)
    for entry in (fay, gus, hal):
        withdraw_by_link(secret=entry_secret(entry), actor=VISITOR)
    EntryContact.objects.update(consented_at=timezone.now() - timedelta(days=400))
    assert delete_contacts(after_event=0, after_refusal=0) == 3
    OutboxMessage.objects.update(state="sent", sent_at=timezone.now() - timedelta(days=400))
    assert delete_old_messages(days=90)
