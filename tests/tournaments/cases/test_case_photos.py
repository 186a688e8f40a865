"""Photos of a case: made anew, served to those who may see the case, refused, deleted."""

from io import BytesIO

import pytest
from case_pages import address, signed_in
from django.core.files.uploadedfile import SimpleUploadedFile
from event_rows import latest, somebody
from PIL import Image

from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.models import CasePhoto

pytestmark = pytest.mark.django_db


def picture(kind="JPEG", size=(3000, 1500), **more):
    out = BytesIO()
    Image.new("RGB", size, "white").save(out, kind, **more)
    return SimpleUploadedFile("sheet.jpg", out.getvalue(), content_type="image/jpeg")


def add(case, actor, upload, of="white"):
    return signed_in(actor).post(address(case, "desk_case_photos"), {"photo": upload, "of": of})


def test_a_photo_is_made_anew_smaller_upright_and_without_its_facts(hall, case):
    exif = Image.Exif()
    exif[0x0112] = 6  # lying on its side
    exif[0x010F] = "A camera"
    assert add(case, hall.deputy, picture(exif=exif)).status_code == 302
    photo = CasePhoto.objects.get()
    assert (photo.of, photo.width, photo.height) == ("white", 1000, 2000)
    with photo.file.open("rb") as stored, Image.open(stored) as kept:
        assert (kept.format, kept.size, dict(kept.getexif())) == ("JPEG", (1000, 2000), {})
    assert latest("tournaments.photo.added").after["photo_of"] == "white"


def test_a_photo_with_a_second_picture_behind_it_is_the_first(hall, case):
    behind = Image.new("RGB", (400, 300), "red")
    upload = picture("MPO", (400, 300), save_all=True, append_images=[behind])
    assert add(case, hall.deputy, upload).status_code == 302
    photo = CasePhoto.objects.get()
    with photo.file.open("rb") as stored, Image.open(stored) as kept:
        assert (kept.format, kept.getpixel((9, 9))) == ("JPEG", (255, 255, 255))


def test_facts_of_the_camera_that_are_broken_break_nothing(hall, case):
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010F] = "Maker"
    broken = bytearray(exif.tobytes())
    broken[17] = 0  # a tag and a kind that do not go together
    assert add(case, hall.deputy, picture(size=(40, 20), exif=bytes(broken))).status_code == 302


def test_facts_of_the_camera_that_end_too_early_are_refused(hall, case):
    """Pillow raises struct.error for these; found by fuzzing."""
    answer = add(case, hall.deputy, picture(size=(40, 20), dpi=(72, 72), exif=b"Exif\0\0MM\0*"))
    assert answer.status_code == 422
    assert "This file is not a readable photo." in answer.content.decode()


def test_a_photo_is_served_to_those_who_may_see_the_case_and_to_nobody_else(hall, case, client):
    add(case, hall.deputy, picture())
    photo = CasePhoto.objects.get()
    there = address(case, "desk_case_photo", photo_id=photo.pk)
    answer = signed_in(hall.arbiter).get(there)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert "private" in answer["Cache-Control"]
    assert answer.content.startswith(b"\xff\xd8")
    assert client.get(there).status_code == 302
    assert signed_in(somebody("player")).get(there).status_code == 403
    assert client.get(f"/media/{photo.file.name}").status_code == 404
    other = open_case(event_id=hall.event.pk, about=About(), incident="distracting", actor=hall.arbiter)
    elsewhere = address(other, "desk_case_photo", photo_id=photo.pk)
    assert signed_in(hall.arbiter).get(elsewhere).status_code == 404


@pytest.mark.parametrize(
    ("upload", "said"),
    [
        pytest.param(b"not a picture at all", "This file is not a readable photo.", id="no picture"),
        pytest.param(
            b"\x89PNG\r\n\x1a\n" + b"0" * 40, "This file is not a readable photo.", id="a broken one"
        ),
        pytest.param(
            b"GIF89a" + b"0" * 40, "This file is not a readable photo.", id="a kind that is not taken"
        ),
        pytest.param(b"x" * (12 * 1024 * 1024 + 1), "the limit is 12 MB.", id="too large a file"),
    ],
)
def test_what_is_no_photo_is_refused(hall, case, upload, said):
    answer = add(case, hall.deputy, SimpleUploadedFile("a.jpg", upload))
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not CasePhoto.objects.exists()


def test_a_bomb_is_refused_before_it_is_decoded(hall, case, monkeypatch):
    bomb = BytesIO()
    Image.new("1", (20_000, 20_000)).save(bomb, "PNG")
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", lambda *_: pytest.fail("it was decoded"))
    answer = add(case, hall.deputy, SimpleUploadedFile("a.png", bomb.getvalue()))
    assert "The photo has too many pixels." in answer.content.decode()


def test_a_deleted_photo_is_gone_with_its_file_and_stands_on_the_trail(
    hall, case, django_capture_on_commit_callbacks
):
    add(case, hall.deputy, picture())
    photo = CasePhoto.objects.get()
    storage, name = photo.file.storage, photo.file.name
    assert storage.exists(name)
    with django_capture_on_commit_callbacks(execute=True):
        signed_in(hall.deputy).post(address(case, "desk_case_photo_remove", photo_id=photo.pk))
    assert not CasePhoto.objects.exists()
    assert not storage.exists(name)
    assert latest("tournaments.photo.removed").before["photo_of"] == "white"
