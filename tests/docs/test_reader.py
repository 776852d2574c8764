"""A page that is not so is found out: by each kind of block, and by what would be passed over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.pages import BadPage, read
from tests.docs.reader import Reader
from tests.docs.shell import STAND_IN, Shell
from tests.docs.shown import is_json, is_text
from tests.server.process import Server

WRONG = {
    "an unknown language": ("```yaml\na: 1\n```", "nobody knows how to try `yaml`"),
    "no language": ("```\nls\n```", "nobody knows how to try `none`"),
    "a block that is not closed": ("```sh\nls", "not closed"),
    "a block in a list": ("- so\n  ```sh\n  ls\n  ```", "does not begin its line"),
    "a command that fails": ("```sh\nfalse\necho on\n```", "fails"),
    "a command that fails amid a pipe": ("```sh\nfalse | cat\n```", "fails"),
    "a variable that was never set": ('```sh\necho "$TOKEN"\n```', "TOKEN: unbound"),
    "another answer": ("```sh\necho one\n```\n```text\ntwo\n```", "but this was said:\none"),
    "another document": ('```sh\necho "[1]"\n```\n```json\n[2]\n```', "but this was said"),
    "an answer to nothing": ("```text\none\n```", "to no command"),
    "two answers": (
        "```sh\necho one\n```\n```text\none\n```\n```text\none\n```",
        "to no command",
    ),
    "a refusal that is not shown": (
        """```sh\necho '{"trace_id": "1"}'\n```\n```sh\ntrue\n```""",
        "something was refused",
    ),
    "a refusal at the end": ("""```sh\necho '{"trace_id": "1"}'\n```""", "something was refused"),
    "a file that is never run": ("```python\n# var/a.py\nprint(1)\n```", "never run: var/a.py"),
    "a file without a name": ("```ts\nlet a = 1;\n```", "what to save it as"),
    "a program that fails": ("```python\nraise SystemExit(1)\n```", "fails"),
    "an unknown schema": ("```json Nonsense\n{}\n```", "no schema is called Nonsense"),
    "a document of another schema": ('```json Problem\n{"code": 1}\n```', "no Problem"),
    "a document that is none": ("```json Problem\n{…}\n```", "no Problem"),
    "a frame of the other side": ("```mermaid\nC->>S: welcome\n```", "C never says welcome"),
    "a diagram of something else": ("```mermaid\npie\n```", "nothing that is known"),
    "another state": (
        "```mermaid\nstateDiagram-v2\n  idle --> asleep\n```",
        "not the states",
    ),
}


@pytest.mark.parametrize(("markdown", "why"), WRONG.values(), ids=WRONG.keys())
def test_a_page_is_refused_for(offline: Reader, markdown: str, why: str) -> None:
    with pytest.raises(BadPage, match=why):
        offline.tries(read(markdown, "page.md"))


def test_a_page_that_is_so_is_believed(offline: Reader) -> None:
    offline.tries(
        read(
            "```sh\nA=1\n```\n```python\n# var/a.py\nimport sys\nprint(sys.argv[1])\n```\n"
            '```sh\npython var/a.py "[$A, 2]"\n```\n```json\n[1, …]\n```\n'
            "```sh\necho of 127.0.0.1:8000 and more\n```\n```text\nof 127.0.0.1:8000 …\n```",
            "page.md",
        )
    )
    assert [path.name for path in offline.files] == ["a.py"]


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ('{"a": 1}', '{"a":1}'),
        ('{"b": 2, "a": 1}', '{"a": 1, "b": 2}'),
        ('{"a": 1, …}', '{"a": 1, "b": 2}'),
        ('{…, "a": 1}', '{"a": 1}'),
        ("{…}", '{"a": 1}'),
        ('{"a": …}', '{"a": {"b": []}}'),
        ('{"a": "…"}', '{"a": 7}'),
        ('{"a": "x…z"}', '{"a": "xyz"}'),
        ("[1, …]", "[1]"),
        ("[1, …]", "[1, 2]"),
        ("[{…}, …]", '[{"a": 1}, 3]'),
        ('[1]\n{"a": 2}', '[1]\n{"a": 2}'),
    ],
)
def test_this_was_said(shown: str, said: str) -> None:
    assert is_json(shown, said)


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ('{"a": 1}', '{"a": 1, "b": 2}'),
        ('{"a": 1, "b": 2}', '{"a": 1}'),
        ('{"a": …}', '{"b": 1}'),
        ('{"a": 1, …}', '{"b": 1}'),
        ("{…}", "[]"),
        ("[…]", "{}"),
        ("[1]", "[1, 2]"),
        ("[1, 2]", "[1]"),
        ("[1, 2, …]", "[1]"),
        ('{"a": 1}', '{"a": true}'),
        ('{"a": "x…z"}', '{"a": "xy"}'),
        ("[1]", "[1]\n[1]"),
        ("[1]", "one"),
    ],
)
def test_this_was_not_said(shown: str, said: str) -> None:
    assert not is_json(shown, said)


def test_a_text_is_compared_to_its_last_character() -> None:
    assert is_text("one … three\n", "one two\nand three")
    assert not is_text("one …three", "one two threes")
    assert not is_text("one", "one two")
    assert not is_text("o.e", "one")


@pytest.mark.server
def test_where_there_is_no_curl_a_stand_in_does_what_the_pages_ask(
    tmp_path: Path, server: Server
) -> None:
    shell = Shell(tmp_path, curl=STAND_IN)
    asked = f"curl -s -X POST {server.url}/api/v1/players/guest"
    made = json.loads(shell.run(f"{asked} -H 'Content-Type: application/json' -d '{{}}'"))
    me = f"-H 'Authorization: Bearer {made['token']}'"
    assert json.loads(shell.run(f"curl -sN {server.url}/api/v1/me {me}")) == made["player"]
    refused = json.loads(shell.run(f'curl -s "{server.url}/api/v1/matches?limit=nonsense"'))
    assert refused["code"] == "malformed"
    with pytest.raises(BadPage, match="unrecognized arguments: --compressed"):
        shell.run(f"curl --compressed {server.url}")
    shell.close()
