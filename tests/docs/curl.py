"""A stand-in for ``curl`` on machines without: the options that the pages use, and no others."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from http.client import HTTPConnection
from urllib.parse import urlsplit


def main(arguments: Sequence[str]) -> int:
    """Ask, and print the answer's body as it comes, whatever its status; exit code 2: bad usage."""
    parser = argparse.ArgumentParser(prog="curl", allow_abbrev=False)
    parser.add_argument("-s", action="store_true", help="say nothing of progress; it never does")
    parser.add_argument("-N", action="store_true", help="print at once; it always does")
    parser.add_argument("-X", dest="method")
    parser.add_argument("-H", dest="headers", action="append", default=[])
    parser.add_argument("-d", dest="body")
    parser.add_argument("url")
    asked = parser.parse_args(arguments)
    url = urlsplit(asked.url)
    headers = {name: value.strip() for name, _, value in (h.partition(":") for h in asked.headers)}
    method = asked.method or ("GET" if asked.body is None else "POST")
    body = None if asked.body is None else asked.body.encode()
    connection = HTTPConnection(url.netloc)
    connection.request(method, url._replace(scheme="", netloc="").geturl(), body, headers)
    answer = connection.getresponse()
    while chunk := answer.read1():
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
    connection.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
