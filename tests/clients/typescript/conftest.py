"""One server for all tests of the client written in TypeScript."""

from tests.server.conftest import server as server  # noqa: PLC0414 - shared fixture
