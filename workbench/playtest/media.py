"""Photos and voice notes of moments and notes: files beside the store.

They go with their session, and with everybody who played in it: once one of them is forgotten, a picture might still
show who it was. What a file is, its content says, never its sender. Photos are written anew as they arrive, without
the place, the phone and the owner that cameras write into them.
"""

import io
import re
import shutil
import warnings
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from workbench.engine.files import write_whole
from workbench.engine.problems import BadInput
from workbench.playtest.log.kinds import EntryKind
from workbench.playtest.log.recording import load_many
from workbench.playtest.log.session import Session
from workbench.store import Store
from workbench.store.playtests.people import people

FOLDER = "media"
LONGEST = 20_000_000
"""Bytes of a photo or a voice note."""
MOST_PIXELS = 64_000_000
"""Of a photo: 190 MB while it is written anew."""
TYPES = {
    "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp", "image/heic": "heic", "audio/mpeg": "mp3",
    "audio/mp4": "m4a", "audio/webm": "weba", "audio/ogg": "ogg", "audio/wav": "wav",
}  # fmt: skip
"""The types that phones make, with the ends of their files' names; HEIC is only read, from older workspaces."""
PHOTOS = {"JPEG": "jpg", "MPO": "jpg", "PNG": "png", "WEBP": "webp"}
"""The formats that are written anew; a phone's MPO is a JPEG with more pictures behind it."""
OF_PICTURE, TELLING = {"APP0", "APP2", "APP14"}, {"exif", "xmp", "comment", "photoshop", "mpoffset"}
"""The parts of a JPEG file that only say how its picture looks, and what is in a photo besides, as Pillow names it."""
SOUNDS = (
    (rb"ID3|\xff[\xe2-\xfb]", "mp3"), (rb".{4}ftyp(?!hei|hev|mif|msf|avi)", "m4a"), (rb"\x1a\x45\xdf\xa3", "weba"),
    (rb"OggS", "ogg"), (rb"RIFF.{4}WAVE", "wav"),
)  # fmt: skip
"""How sounds begin."""
PHOTO, SOUND = "a JPEG, PNG or WebP photo of at most 64 million pixels", "an MP3, M4A, WebM, Ogg or WAV voice note"
ACCEPTED = f"must be {PHOTO}, or {SOUND}, of at most 20 MB"
UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
NAME = re.compile(rf"({UUID})_({UUID})\.({'|'.join(sorted(set(TYPES.values())))})")


@dataclass(frozen=True)
class Media:
    """The files of a workspace, in a folder for each session; a file is named after its entry and its own id."""

    folder: Path

    def add(self, session: Session, entry: str, id: str, content: bytes) -> str:
        """Store a file for a moment or a note; returns its name. A repeat changes nothing. Raises BadInput."""
        kinds = (EntryKind.MOMENT, EntryKind.NOTE)
        if not any(line.entry.id == entry and line.kind in kinds and not line.undone for line in session.lines):
            raise BadInput.one("entry", "must be a moment or a note of this session", entry)
        if len(content) > LONGEST:
            raise BadInput.one("file", ACCEPTED, f"{len(content) / 1_000_000:.0f} MB")
        sound = next((end for start, end in SOUNDS if re.match(start, content[:12], re.DOTALL)), None)
        content, end = (content, sound) if sound else _photo_anew(content)
        name = f"{entry}_{id}.{end}"
        if not NAME.fullmatch(name):
            raise BadInput.one("id", "must be a UUID", id)
        file = self.folder / session.id / name
        if not file.exists():
            file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(file, content)
        return name

    def names(self, session: Session) -> dict[str, list[str]]:
        """The files of each entry that counts."""
        counting = {line.entry.id for line in session.lines if not line.undone}
        files: dict[str, list[str]] = {}
        with suppress(OSError):
            for file in sorted((self.folder / session.id).iterdir()):
                match = NAME.fullmatch(file.name)
                if match and match[1] in counting:
                    files.setdefault(match[1], []).append(file.name)
        return files

    def read(self, session: str, name: str) -> tuple[bytes, str] | None:
        """The content and the type of a file; None where there is none."""
        match = NAME.fullmatch(name)
        file = self.folder / session / name
        if match is None or not re.fullmatch(UUID, session) or not file.is_file():
            return None
        return file.read_bytes(), next(kind for kind, end in TYPES.items() if end == match[3])

    def erase(self, session: str) -> None:
        """Delete the files of a session."""
        if re.fullmatch(UUID, session):
            shutil.rmtree(self.folder / session, ignore_errors=True)

    def sweep(self, store: Store) -> None:
        """Delete the files of sessions that are gone, or in which somebody played who is forgotten.

        Photos that came before they were written anew on arrival are written anew.
        """
        folders = [file.name for file in self.folder.iterdir() if file.is_dir()] if self.folder.is_dir() else []
        if not folders:
            return
        sessions, register = {session.id: session for session in load_many(store, folders)}, people(store)
        forgotten = {id for id, person in register.items() if person.forgotten}
        for name in folders:
            if name not in sessions or forgotten & _people_in(sessions[name]):
                self.erase(name)
        for file in self.folder.glob("*/*_*.*"):
            if file.suffix.lstrip(".") in PHOTOS.values() and _tells_more(file):
                with suppress(OSError, BadInput):
                    write_whole(file, _photo_anew(file.read_bytes())[0])


def _photo_anew(content: bytes) -> tuple[bytes, str]:
    """A photo's pixels in a new file, upright, and the end of its name. Raises BadInput."""
    from PIL import Image, ImageOps

    try:
        with (
            warnings.catch_warnings(action="ignore"),
            Image.open(io.BytesIO(content), formats=["JPEG", "PNG", "WEBP"]) as photo,
        ):
            if photo.width * photo.height > MOST_PIXELS:
                raise ValueError(f"{photo.width} × {photo.height} pixels")
            format = "JPEG" if photo.format == "MPO" else str(photo.format)
            upright, anew = ImageOps.exif_transpose(photo), io.BytesIO()
            colors, upright.info = upright.info.get("icc_profile"), {}
            upright.save(anew, format, quality=92, icc_profile=colors)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise BadInput.one("file", ACCEPTED) from error
    return anew.getvalue(), PHOTOS[format]


def _tells_more(file: Path) -> bool:
    """True for a photo with more in it than its picture: its place, its camera, a comment, a second picture."""
    from PIL import Image

    try:
        with warnings.catch_warnings(action="ignore"), Image.open(file, formats=["JPEG", "PNG", "WEBP"]) as photo:
            parts = {name for name, _ in getattr(photo, "applist", ())}
            return bool(parts - OF_PICTURE or TELLING & photo.info.keys() or getattr(photo, "text", None))
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return False


def _people_in(session: Session) -> set[str]:
    """Everybody who ever sat there, also by an entry that was undone, and who taught."""
    sat: set[str] = {line.data["player"] for line in session.lines if line.kind is EntryKind.PLAYER}
    return sat | ({session.header.teacher} if session.header.teacher else set())


def is_image(name: str) -> bool:
    """True for a photo."""
    ends: Mapping[str, str] = {end: kind for kind, end in TYPES.items()}
    return ends[name.rpartition(".")[2]].startswith("image/")
