"""How to start a cluster, in words and commands."""

from collections.abc import Iterable, Iterator

from workbench.engine.wording import listed
from workbench.study.cluster import PORT
from workbench.study.cluster.setup import Package, Setup


def how_to_start(setup: Setup, example: str) -> str:
    """The steps, from the first machine to the first batch; `example` is a scenario to play."""
    return "\n".join(_lines(setup, example))


def who_plays(words: str, games: Iterable[str]) -> str:
    """Who there is in a cluster, by its `words`, once each of them was found to play these games as we do."""
    return f"{words}; all play {listed(games)} as this computer does"


def _lines(setup: Setup, example: str) -> Iterator[str]:
    address = f"tcp://HOST:{PORT}"
    yield "A cluster plays on other machines what is asked for here. All need the same program:"
    yield f"  {', '.join(f'{title} {version}' for title, version in setup.versions)}"
    yield ""
    yield "1. On every machine:"
    pinned = " ".join(setup.pinned)
    yield from (f"   {_install(package)}" for package in setup.packages)
    yield f"   pip install {pinned}"
    yield ""
    yield "2. On one of them, HOST, the scheduler:"
    yield f"   dask scheduler --port {PORT}"
    yield ""
    yield "3. On each machine that plays, a process for each core:"
    yield f"   dask worker {address} --nworkers -1 --nthreads 1 --no-dashboard"
    yield ""
    yield "4. Here:"
    yield f"   workbench cluster {address}"
    yield f"   workbench simulate {example} --cluster {address}"
    yield ""
    yield "A worker whose code of a game differs is refused. The code here:"
    yield from (f"   {name:<18} {code[:12]}" for name, code in setup.code_hashes.items())
    yield ""
    yield "Whoever reaches the scheduler's port can run anything on all machines: keep it in a network of your own."


def _install(package: Package) -> str:
    """The line that installs a package with its games."""
    extra = "[cluster]" if package.name == "playtest-workbench" else ""
    games = f"   # {listed(package.games)}" if package.games and not extra else ""
    if package.folder:
        return f"pip install '{package.folder}{extra}'   # a copy of that folder{games.replace('   # ', ', with ')}"
    return f"pip install '{package.name}{extra}=={package.version}'{games}"
