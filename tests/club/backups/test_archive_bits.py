"""Every flipped bit of an archive is found, and what is no archive is refused in words and within bounds."""

import gzip
import hashlib
import json
import random
import tarfile
import tracemalloc
from io import BytesIO, StringIO

import pytest
from archives import LINES, rewrite_archive, write_archive
from django.core.management import CommandError, call_command
from effort import amount

from club.backups import state_rows, tar_members
from club.backups.errors import ArchiveBeyondLimits, ArchiveDamaged, ArchiveTooNew
from club.backups.services.restore import require_known_version
from club.backups.state_archive import MANIFEST, MEDIA, Part, manifest_in, read_manifest, verified
from club.models import Organisation

TABLE = "tables/club.organisation.jsonl.gz"
SEED, POSITIONS = 1, 2_000
BLOCK = tar_members.BLOCK


@pytest.fixture
def archive(tmp_path):
    """A table, a file whose path needs an extended header, the manifest and its hash."""
    path = tmp_path / "small.tar"
    write_archive(path, media={"photos/" + "n" * 120 + ".jpg": b"photo"})
    return path


def seeded(values, number):
    """The same positions each time."""
    return random.Random(SEED).sample(values, number)  # noqa: S311 - positions, not secrets


def lenient(path):
    """A check that reads members alone, as `restore --check` did: the negative control."""
    manifest = manifest_in_tar(path)
    with tarfile.open(path, "r:") as archive:
        for part in manifest.parts:
            if hashlib.sha256(archive.extractfile(part.name).read()).hexdigest() != part.sha256:
                raise ArchiveDamaged(part=part.name)


def manifest_in_tar(path):
    with tarfile.open(path, "r:") as archive:
        return read_manifest(archive.extractfile(MANIFEST).read())


def unnoticed(path, bits, check):
    """Bits that may be flipped without a refusal."""
    passed = []
    with path.open("r+b", buffering=0) as file:
        whole = file.read()
        for bit in bits:
            at, mask = bit // 8, 1 << bit % 8
            file.seek(at)
            file.write(bytes([whole[at] ^ mask]))
            try:
                check(path)
            except (ArchiveDamaged, ArchiveBeyondLimits, tarfile.TarError, KeyError, ValueError, EOFError):
                pass
            else:
                passed.append(bit)
            file.seek(at)
            file.write(whole[at : at + 1])
    return passed


def headers_of(path):
    """Bits of every header, extended ones included."""
    with path.open("rb") as file:
        members = list(tar_members.read_members(file, length=path.stat().st_size))
    lengths = [len(tar_members.header_of(one.name, one.size)) for one in members]
    return [
        bit
        for one, length in zip(members, lengths, strict=True)
        for bit in range((one.start - length) * 8, one.start * 8)
    ]


@pytest.mark.sampled
def test_every_flipped_bit_is_found(archive):
    size = archive.stat().st_size * 8
    headers = headers_of(archive)
    assert len(headers) == 6 * BLOCK * 8
    drawn = seeded(range(size), POSITIONS)
    bits = amount(sorted({*headers, *drawn}), range(size))
    assert verified(archive)
    assert unnoticed(archive, bits, verified) == []
    assert len(unnoticed(archive, drawn, lenient)) > POSITIONS / 10, "the control must miss many"


def test_every_place_where_a_file_may_be_cut_is_found(archive, tmp_path):
    whole, short = archive.read_bytes(), tmp_path / "short.tar"
    for length in {*range(0, len(whole), BLOCK), *seeded(range(len(whole)), 100)}:
        short.write_bytes(whole[:length])
        with pytest.raises(ArchiveDamaged):
            verified(short)
    for more in (b"\0", b"x", bytes(BLOCK), bytes(tarfile.RECORDSIZE)):
        short.write_bytes(whole + more)
        with pytest.raises(ArchiveDamaged):
            verified(short)


def test_a_member_that_the_manifest_does_not_name_is_refused(archive):
    text = archive.read_bytes()
    start = len(tar_members.header_of(TABLE, len(LINES))) + BLOCK
    first, rest = text[:start], text[start:]
    hidden = tar_members.header_of("tables/hidden.jsonl.gz", 0)
    for changed in (first + hidden + rest, first + first + rest):
        whole = changed.rstrip(b"\0")
        whole += bytes(-len(whole) % BLOCK + 2 * BLOCK)
        archive.write_bytes(whole + bytes(-len(whole) % tarfile.RECORDSIZE))
        with pytest.raises(ArchiveDamaged, match="tables/"):
            verified(archive)


def test_the_bytes_of_a_header_are_those_of_every_python():
    """An archive of today must be read by a later Python, whose tarfile may write headers in another way."""
    long = MEDIA + "ä" * 90
    digests = [
        hashlib.sha256(tar_members.header_of(*of)).hexdigest()[:16] for of in ((TABLE, 7), (long, 1 << 34))
    ]
    assert digests == ["d2d2528269e65a16", "c556ebe507abf5c3"]


def refusal(path, *options):
    """What the command says, with nothing but words."""
    with pytest.raises(CommandError) as refused:
        call_command("restore", str(path), "--check", *options, stdout=StringIO(), stderr=StringIO())
    return str(refused.value)


KINDS = {
    "empty": b"",
    "text": b"name,club\nAnna,North\n" * 100,
    "zip": b"PK\x03\x04" + bytes(2000),
    "zeros": bytes(10240),
    "SQLite": b"SQLite format 3\0" + bytes(4096),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_another_kind_is_refused_in_words(tmp_path, kind):
    path = tmp_path / "other.tar"
    path.write_bytes(KINDS[kind])
    assert "The archive is damaged" in refusal(path)


def test_a_folder_a_missing_file_and_a_packed_archive_are_refused_in_words(archive, tmp_path):
    assert "is not a file" in refusal(tmp_path)
    assert "does not exist" in refusal(tmp_path / "none.tar")
    packed = tmp_path / "packed.tar.gz"
    packed.write_bytes(gzip.compress(archive.read_bytes()))
    assert "The archive is damaged" in refusal(packed)


@pytest.mark.django_db
def test_the_manifest_of_a_newer_program_is_refused_with_its_version(archive, tmp_path):
    manifest = manifest_in(archive)
    newer = rewrite_archive(archive, tmp_path / "a.tar", versions=manifest.versions | {"program": "9999.1"})
    assert "newer version of the program (9999.1)" in refusal(newer)
    later = rewrite_archive(archive, tmp_path / "b.tar", migrations={"club": ["9999_later"]})
    assert "newer version of the program (0.1.0, club.9999_later)" in refusal(later)
    with pytest.raises(ArchiveTooNew):
        require_known_version(manifest_in(newer))
    require_known_version(manifest)


@pytest.mark.parametrize("field", ["versions", "migrations", "parts", "made_at", "format"])
@pytest.mark.parametrize("value", [None, 7, "x", [1], {"a": 1}, [[]]])
def test_a_manifest_with_other_types_is_damaged(archive, field, value):
    if (field, value) == ("made_at", "x"):
        value = {}
    said = json.loads(manifest_in(archive).as_json())
    with pytest.raises((ArchiveDamaged, ArchiveTooNew)):
        read_manifest(json.dumps(said | {field: value}).encode())


def test_a_nested_manifest_is_damaged():
    with pytest.raises(ArchiveDamaged):
        read_manifest(b'{"format":' + b"[" * 200_000)


def rows_of(packed):
    part = Part(name=TABLE, size=len(packed), sha256="", rows=1, fields=["id", "slug", "name"])
    return [
        row for rows in state_rows.read_rows(Organisation, part=part, stream=BytesIO(packed)) for row in rows
    ]


def nested(depth):
    return b'[1,"a",' + b"[" * depth + b"]" * depth + b"]\n"


def test_rows_within_the_limits_are_read():
    lines = b'[1,"a","A"]\n' * 20_000 + nested(state_rows.MAX_NESTING - 2)
    assert len(rows_of(gzip.compress(lines))) == 20_001


@pytest.mark.parametrize("depth", [state_rows.MAX_NESTING, 5_000, 1_000_000])
def test_nested_rows_are_refused(depth):
    with pytest.raises(ArchiveBeyondLimits, match=TABLE):
        rows_of(gzip.compress(nested(depth)))


@pytest.mark.parametrize("line", [b"0" * (1 << 16), b'[1,"a","A"]' + b" " * (1 << 16) + b"\n"])
def test_a_bomb_is_refused_in_little_memory(line):
    packed = BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb") as file:
        for _ in range(4_000):
            file.write(line)
    assert len(packed.getvalue()) * state_rows.MAX_RATIO < 4_000 * len(line), "it is a bomb"
    tracemalloc.start()
    try:
        with pytest.raises(ArchiveBeyondLimits, match=TABLE):
            rows_of(packed.getvalue())
        assert tracemalloc.get_traced_memory()[1] < 300 << 20
    finally:
        tracemalloc.stop()


SPOILT = [
    b"not packed",
    gzip.compress(b'[1,"a","A"]\n')[:-9],
    *map(
        gzip.compress, (b"{", b"null\n", b"7\n", b'"abc"\n', b"[1]\n", b'[1,"a","A",2]\n', b'["x","a","A"]\n')
    ),
    gzip.compress(b"\xff\xfe\n"),
    gzip.compress(b"[" + b"9" * 5_000 + b',"a","A"]\n'),
]


@pytest.mark.parametrize("packed", SPOILT, ids=range(len(SPOILT)))  # packed bytes have the time in them
def test_a_table_that_cannot_be_read_is_named(packed):
    with pytest.raises(ArchiveDamaged, match=TABLE):
        rows_of(packed)
