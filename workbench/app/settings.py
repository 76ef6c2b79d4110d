"""The app's settings, which a workspace keeps in `data/settings.toml`."""

import json
import tomllib
from pathlib import Path

from workbench.engine.problems import BadInput
from workbench.scenario.files import Workspace
from workbench.study.cluster import PORT, read_address

CLUSTER = "cluster"
NO_FILE = "cannot be written: {}; make the folder writable, or start the app in another workspace"


def settings_file(workspace: Workspace) -> Path:
    """The file; it is there only while something is set."""
    return workspace.data / "settings.toml"


def cluster(workspace: Workspace) -> str | None:
    """The address of the cluster that jobs play on; None to play on this computer. Raises BadInput for a bad file."""
    file = settings_file(workspace)
    place = f"{workspace.shown(file)}: {CLUSTER}"
    try:
        found = tomllib.loads(file.read_text("utf-8")).get(CLUSTER)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        advice = f'write {CLUSTER} = "tcp://HOST:{PORT}" there, or delete the file'
        raise BadInput.one(place, f"cannot be read: {error}; {advice}") from error
    return read_address(None if found is None else str(found), place)


def set_cluster(workspace: Workspace, address: str | None) -> None:
    """Have jobs play on this cluster, or on this computer. Raises BadInput where the file cannot be written."""
    file = settings_file(workspace)
    try:
        if address is None:
            file.unlink(missing_ok=True)
            return
        file.parent.mkdir(mode=0o700, exist_ok=True)
        part = file.with_suffix(".part")
        part.write_text(f"{CLUSTER} = {json.dumps(address)}\n", encoding="utf-8")
        part.replace(file)
    except OSError as error:
        raise BadInput.one(workspace.shown(file), NO_FILE.format(error.strerror or error)) from error
