"""The command `sql`: questions of a person to the store."""

import csv
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import (
    json_option,
    main,
    open_queued_store,
    open_workspace,
    options,
    print_json,
    workspace_option,
)
from workbench.engine.numbers import WholeRange
from workbench.engine.problems import BadInput, together

if TYPE_CHECKING:
    from workbench.store.sql import Answer

MOST_ASKED = 1_000_000


@main.command()
@click.argument("query", metavar="QUERY", required=False)
@options(workspace_option, json_option)
@click.option("--csv", "as_csv", is_flag=True, help="The answer as CSV.")
@click.option("--limit", metavar="N", help="Rows that are shown at most; default: 1000.")
@click.option("--schema", "show_schema", is_flag=True, help="List the tables and what their columns count.")
@click.option("--examples", "show_examples", is_flag=True, help="Show questions to begin with.")
def sql(
    query: str | None,
    workspace: Path | None,
    as_json: bool,
    as_csv: bool,
    limit: str | None,
    show_schema: bool,
    show_examples: bool,
) -> None:
    """Ask the store in SQL; nothing can be changed.

    QUERY is one statement, or - to read it from standard input. Names of people are left out.
    """
    from workbench.store import sql as questions

    if show_examples:
        _print_examples()
        return
    place, most = together(lambda: open_workspace(workspace), lambda: _read_limit(limit))
    store = open_queued_store(place)
    if not store.exists:
        raise BadInput.one("sql", "there is no store yet; `workbench simulate SCENARIO` makes one", place.store_path)
    if show_schema:
        _print_schema(questions.schema(store), as_json)
        return
    _print(questions.ask(store, _read_query(query), most), as_json, as_csv)


def _read_limit(text: str | None) -> int:
    return 1_000 if text is None else WholeRange(1, MOST_ASKED).asked("--limit", text)


def _read_query(query: str | None) -> str:
    """The statement, from standard input where it is `-`. Raises BadInput without one."""
    if query is None:
        raise BadInput.one("QUERY", "is missing; `workbench sql --examples` shows some, `--schema` the tables")
    return sys.stdin.read() if query == "-" else query


def _print(answer: "Answer", as_json: bool, as_csv: bool) -> None:
    if as_json:
        columns = [{"name": name, "type": type_} for name, type_ in zip(answer.columns, answer.types, strict=True)]
        print_json(
            {"columns": columns, "rows": [[_plain(value) for value in row] for row in answer.rows], "cut": answer.cut}
        )
    elif as_csv:
        writer = csv.writer(sys.stdout)
        writer.writerow(answer.columns)
        writer.writerows(answer.rows)
    else:
        _print_table(answer)
    if answer.cut and not as_json:
        click.echo(f"only the first {len(answer.rows)} rows; --limit N shows more", err=True)


def _plain(value: Any) -> Any:
    """A value that JSON can hold: numbers, texts and lists stay, the rest is text."""
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _print_table(answer: "Answer") -> None:
    from workbench.cli.printing import output_console, plain_table

    table = plain_table("", *answer.columns, left=len(answer.columns))
    for row in answer.rows:
        table.add_row(*("" if value is None else str(value) for value in row))
    output_console().print(table)


def _print_schema(tables: Any, as_json: bool) -> None:
    if as_json:
        print_json([{**each._asdict(), "columns": [column._asdict() for column in each.columns]} for each in tables])
        return
    for each in tables:
        click.echo(f"{each.name}: {each.help}")
        for column in each.columns:
            click.echo(f"    {column.name} {column.type.lower()}{f'  {column.help}' if column.help else ''}")


def _print_examples() -> None:
    from workbench.store.sql import EXAMPLES

    for each in EXAMPLES:
        click.echo(f"{each.question}\n    " + each.sql.replace("\n", "\n    ") + "\n")
