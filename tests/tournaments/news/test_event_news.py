"""News, photos and documents of an event: posted, changed, deleted, undone, seen by whom they are for."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from event_rows import section_of, somebody
from page_promises import HOSTILE, check_promises
from PIL import Image

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.live.published import PAGE_CACHE
from club.models import AuditEntry
from tournaments.cases.errors import PhotoUnreadable
from tournaments.events.services.events import show_event
from tournaments.models import EventFile, EventPost
from tournaments.news import services
from tournaments.news.errors import (
    CaptionMissing,
    DocumentTooLarge,
    PostIncomplete,
    TooManyFiles,
    TooManyPosts,
)
from tournaments.news.services import add_file, add_post, change_post, remove_file, remove_post

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.4 nothing to see"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def event():
    return section_of(players=2).event


def photo(*, size=(1200, 800)):
    """A JPEG that names the place where it was taken."""
    picture, out = Image.new("RGB", size, "green"), BytesIO()
    exif = Image.Exif()
    exif[0x8825] = {1: "N", 2: (52.0, 5.0, 0.0)}
    exif[0x010F] = "Camera maker"
    picture.save(out, "JPEG", exif=exif)
    return BytesIO(out.getvalue()), len(out.getvalue())


def added(event, *, caption="The hall", actor=SYSTEM):
    file, size = photo()
    return add_file(event_id=event.pk, file=file, size=size, caption=caption, actor=actor)


def page(event):
    PAGE_CACHE.clear()
    answer = Client().get(f"/e/{event.slug}/")
    check_promises(answer)
    return answer.content.decode()


def undo_last():
    undo_entry(entry_id=AuditEntry.objects.latest("pk").pk, actor=SYSTEM)


def test_a_post_is_on_the_page_of_the_event(event):
    add_post(event_id=event.pk, title=" Round 2  postponed ", text=f"Snow. {HOSTILE}", actor=SYSTEM)
    text = page(event)
    assert "<h3>Round 2 postponed</h3>" in text
    assert HOSTILE not in text
    for number in range(4):
        add_post(event_id=event.pk, title=f"Post {number}", text="", actor=SYSTEM)
    text = page(event)
    assert text.index("Post 3") < text.index("Older news") < text.index("Post 0")


def test_posts_are_limited_and_need_a_title(event, monkeypatch):
    with pytest.raises(PostIncomplete):
        add_post(event_id=event.pk, title="  ", text="x", actor=SYSTEM)
    monkeypatch.setattr(services, "MAX_POSTS", 1)
    add_post(event_id=event.pk, title="One", text="", actor=SYSTEM)
    with pytest.raises(TooManyPosts):
        add_post(event_id=event.pk, title="Two", text="", actor=SYSTEM)


def test_photos_carry_no_place_and_no_camera(event):
    row = added(event)
    assert row.is_photo
    for address, width in (
        (f"/e/{event.slug}/files/{row.pk}/", 1200),
        (f"/e/{event.slug}/files/{row.pk}/small/", 480),
    ):
        answer = Client().get(address)
        assert answer.headers["Content-Type"] == "image/jpeg"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert b"Camera maker" not in answer.content
        with Image.open(BytesIO(answer.content)) as picture:
            assert (picture.size[0], dict(picture.getexif())) == (width, {})
    assert f'alt="{row.caption}"' in page(event)


def test_documents_are_downloaded(event):
    row = add_file(event_id=event.pk, file=BytesIO(PDF), size=len(PDF), caption="Rules 2026", actor=SYSTEM)
    answer = Client().get(f"/e/{event.slug}/files/{row.pk}/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="rules-2026.pdf"'
    assert (answer.headers["Content-Type"], answer.content) == ("application/pdf", PDF)
    assert "Rules 2026" in page(event)


def test_files_that_are_refused(event, monkeypatch):
    def add(content, *, size=None, caption="x"):
        return add_file(
            event_id=event.pk, file=BytesIO(content), size=size or len(content), caption=caption, actor=SYSTEM
        )

    with pytest.raises(CaptionMissing):
        add(PDF, caption=" ")
    with pytest.raises(DocumentTooLarge):
        add(PDF, size=services.MAX_DOCUMENT + 1)
    with pytest.raises(PhotoUnreadable):
        add(b"<html><script>alert(1)</script>")
    monkeypatch.setattr(services, "MAX_FILES", {"photo": 1, "document": 0})
    with pytest.raises(TooManyFiles):
        add(PDF)
    assert not EventFile.objects.exists()


def test_a_deleted_file_is_gone_for_good(event, media, django_capture_on_commit_callbacks):
    row = added(event)
    assert len([path for path in media.rglob("*") if path.is_file()]) == 2
    with django_capture_on_commit_callbacks(execute=True):
        remove_file(file_id=row.pk, actor=SYSTEM)
    assert not [path for path in media.rglob("*") if path.is_file()]
    assert Client().get(f"/e/{event.slug}/files/{row.pk}/").status_code == 404
    with pytest.raises(CannotUndo):
        undo_last()


def test_nobody_sees_the_files_of_a_hidden_event(event):
    row = added(event)
    show_event(event_id=event.pk, is_public=False, actor=SYSTEM)
    assert Client().get(f"/e/{event.slug}/files/{row.pk}/").status_code == 404
    assert Client().get(f"/api/v1/events/{event.pk}/files/").status_code == 404


def test_posts_are_undone(event):
    post = add_post(event_id=event.pk, title="One", text="a", actor=SYSTEM)
    change_post(post_id=post.pk, title="Two", text="b", actor=SYSTEM)
    undo_last()
    assert EventPost.objects.get().title == "One"
    remove_post(post_id=post.pk, actor=SYSTEM)
    undo_last()
    again = EventPost.objects.get()
    assert (again.title, again.posted_at) == ("One", post.posted_at)
    add_post(event_id=event.pk, title="Three", text="", actor=SYSTEM)
    undo_last()
    assert EventPost.objects.get() == again


def test_who_does_not_run_the_event_posts_nothing(event):
    viewer = somebody("viewer")
    with pytest.raises(NotAllowed):
        add_post(event_id=event.pk, title="x", text="", actor=viewer)
    with pytest.raises(NotAllowed):
        added(event, actor=viewer)


def test_the_desk_posts_changes_uploads_and_deletes(event):
    browser = Client()
    browser.force_login(somebody("director").user)
    desk = f"/desk/events/{event.pk}/news/"
    assert browser.post(desk, {"title": "One", "text": "a"}).status_code == 302
    post = EventPost.objects.get()
    assert 'value="One"' in browser.get(f"{desk}?post={post.pk}").content.decode()
    changed = {"title": "Two", "text": "a", "version": post.version}
    assert browser.post(f"{desk}?post={post.pk}", changed).status_code == 302
    assert browser.post(f"{desk}?post={post.pk}", changed | {"title": "Three"}).status_code == 409
    assert EventPost.objects.get().title == "Two"
    upload = f"/desk/events/{event.pk}/files/"
    sent = {"file": SimpleUploadedFile("a.pdf", PDF), "caption": "Rules"}
    assert browser.post(upload, sent).status_code == 302
    bad = {"file": SimpleUploadedFile("a.exe", b"MZ"), "caption": "Rules"}
    assert browser.post(upload, bad).status_code == 422
    row = EventFile.objects.get()
    check_promises(browser.get(desk))
    assert browser.post(f"{upload}{row.pk}/delete/").status_code == 302
    assert browser.post(f"{desk}{post.pk}/delete/").status_code == 302
    assert not EventPost.objects.exists()
    assert not EventFile.objects.exists()


def test_programs_do_the_same(event):
    client = Client()
    client.force_login(somebody("director").user)
    posts, files = (f"/api/v1/events/{event.pk}/{what}/" for what in ("posts", "files"))
    made = client.post(posts, {"title": "One"}, content_type="application/json")
    assert made.status_code == 201
    one = f"/api/v1/event-posts/{made.json()['id']}/"
    put = client.put(one, {"title": "Two", "text": "b", "version": 1}, content_type="application/json")
    assert put.json()["title"] == "Two"
    assert [row["title"] for row in Client().get(posts).json()] == ["Two"]
    assert client.delete(one).status_code == 204
    file = client.post(files, {"file": SimpleUploadedFile("a.pdf", PDF), "caption": "Rules"})
    assert file.status_code == 201
    assert Client().get(file.json()["address"]).status_code == 200
    assert client.delete(f"/api/v1/event-files/{file.json()['id']}/").status_code == 204
