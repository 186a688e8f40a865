"""Transactions of the threads of one process on SQLite, in the order in which they came."""

import sqlite3
import threading
from contextlib import contextmanager
from time import sleep

import pytest
from django.db import IntegrityError, OperationalError, connections
from polling import until

from club.config import env
from club.config.sqlite.base import DatabaseWrapper, Turns

pytestmark = pytest.mark.filterwarnings("error")


@pytest.fixture
def opened(tmp_path, django_db_blocker):
    """Open connections to one new file."""
    made = []

    def open_one(**options):
        given = env.database_settings(url="", data_dir=tmp_path)
        given["OPTIONS"] |= options
        one = DatabaseWrapper({**connections["default"].settings_dict, **given}, alias="turn")
        one.inc_thread_sharing()
        made.append(one)
        return one

    with django_db_blocker.unblock():
        first = open_one()
        first.cursor().execute("CREATE TABLE word (text varchar(9) UNIQUE)")
        yield open_one
        for one in made:
            one.close()


@contextmanager
def writing(connection):
    """A transaction, as the outermost `atomic` makes it."""
    connection.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    try:
        yield
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    finally:
        connection.set_autocommit(True)


def insert(connection, text):
    connection.cursor().execute("INSERT INTO word VALUES (%s)", [text])


def words(connection):
    cursor = connection.cursor()
    cursor.execute("SELECT text FROM word ORDER BY rowid")
    return [text for (text,) in cursor.fetchall()]


def test_threads_write_in_the_order_in_which_they_came(opened):
    first, others = opened(), [opened() for _ in range(5)]

    def write(connection, text):
        with writing(connection):
            insert(connection, text)

    threads = []
    with writing(first):
        for number, connection in enumerate(others):
            threads.append(threading.Thread(target=write, args=(connection, str(number))))
            threads[-1].start()
            assert until(lambda wanted=number + 1: len(first.turns._waiting) == wanted)
        insert(first, "first")
    for thread in threads:
        thread.join()
    assert words(first) == ["first", "0", "1", "2", "3", "4"]


def test_a_transaction_that_fails_ends_its_turn(opened):
    one, other = opened(), opened()
    insert(one, "a")
    with pytest.raises(IntegrityError), writing(one):
        insert(one, "a")
    with writing(other):
        insert(other, "b")
    assert words(one) == ["a", "b"]


def test_a_connection_that_is_closed_in_its_transaction_ends_its_turn(opened):
    one, other = opened(), opened()
    with writing(one):
        assert one.has_turn
        one.close()
    with writing(other):
        insert(other, "b")


def test_whoever_waits_too_long_is_refused_and_the_next_one_is_not(opened):
    one, hasty, patient = opened(), opened(timeout=0.05), opened()
    with writing(one), pytest.raises(OperationalError, match="locked"), writing(hasty):
        pass
    with writing(patient):
        insert(patient, "c")
    assert words(one) == ["c"]


@contextmanager
def alone(_connection):
    """A single write, as `update` and `save` make it."""
    yield


@pytest.mark.parametrize("way", [writing, alone])
def test_a_writer_of_another_process_that_hardly_pauses_is_not_waited_for_long(opened, tmp_path, way):
    one, is_over, held = opened(), threading.Event(), []

    def hold():
        other = sqlite3.connect(tmp_path / "club.sqlite3", isolation_level=None, timeout=20)
        while not is_over.is_set():
            other.execute("BEGIN IMMEDIATE")
            held.append(True)
            sleep(0.06)
            other.execute("COMMIT")
            sleep(0.004)
        other.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert until(lambda: held)
    waits = []
    for number in range(10):
        before = len(held)
        assert until(lambda before=before: len(held) > before + 1)  # it has the lock again
        began = len(held)
        with way(one):
            insert(one, str(number))
            waits.append(len(held) - began)
    is_over.set()
    thread.join()
    assert sum(waits) < 20  # with the waiting of SQLite itself 90 to 280


def test_single_writes_wait_for_their_turn(opened):
    first, other = opened(), opened()
    thread = threading.Thread(target=insert, args=(other, "second"))
    with writing(first):
        thread.start()
        assert until(lambda: len(first.turns._waiting) == 1)
        insert(first, "first")
    thread.join()
    assert words(first) == ["first", "second"]
    assert not other.has_turn


def test_a_single_write_that_fails_ends_its_turn(opened):
    one, other = opened(), opened()
    insert(one, "a")
    with pytest.raises(IntegrityError):
        insert(one, "a")
    insert(other, "b")
    assert words(one) == ["a", "b"]


def test_a_file_that_was_replaced_is_opened_again(opened, tmp_path):
    one = opened()
    insert(one, "old")
    one.close()
    insert(one, "older")
    (tmp_path / "club.sqlite3").rename(tmp_path / "kept.sqlite3")
    fresh = opened()
    fresh.cursor().execute("CREATE TABLE word (text varchar(9))")
    insert(fresh, "new")
    one.health_check_enabled, one.health_check_done = True, False
    one.close_if_health_check_failed()
    assert words(one) == ["new"]


def test_a_turn_that_comes_with_the_timeout_is_not_lost():
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    waiting = threading.Thread(target=turns.take, args=(5,))
    waiting.start()
    sleep(0.01)
    turns.end()
    waiting.join()
    assert not turns.take(0.01)
    turns.end()
    assert turns.take(0)
