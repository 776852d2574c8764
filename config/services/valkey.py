"""A private Valkey (or Redis): a password, nothing kept on disk."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path

from config.services.child import PORT_TRIES, Child, ServicesError, free_port
from config.services.programs import valkey_server


class Valkey:
    """One server; started again it is empty, at the same address."""

    def __init__(self, base: Path) -> None:
        self._base = base
        self._password = secrets.token_urlsafe(24)
        self._port = 0
        self.child = self._first_start()

    @property
    def url(self) -> str:
        """Where it answers, with the password."""
        return f"redis://:{self._password}@127.0.0.1:{self._port}/0"

    def stop(self) -> None:
        """Stop it; what it keeps in memory only is gone."""
        self.child.stop()

    def start(self) -> None:
        """Start it again where it was.  Raises `ServicesError`."""
        self.child = self._run()
        if not self.child.answers(self._answers):
            raise ServicesError(f"Valkey did not start: {self.child.log()}")

    def _first_start(self) -> Child:
        said = ""
        for _ in range(PORT_TRIES):
            self._port = free_port()
            child = self._run()
            if child.answers(self._answers):
                return child
            said = child.log()
        raise ServicesError(f"Valkey did not start: {said}")

    def _run(self) -> Child:
        config = self._base / "valkey.conf"
        config.touch(0o600)
        config.write_text(
            f"bind 127.0.0.1\nport {self._port}\nrequirepass {self._password}\n"
            f'save ""\nappendonly no\ndir "{self._base}"\n'
        )
        return Child([valkey_server(), config], self._base / "valkey.log")

    def _answers(self) -> bool:
        """Say whether the server there knows our password: another one may have been faster."""
        try:
            with socket.create_connection(("127.0.0.1", self._port), 1) as line:
                line.sendall(f"AUTH {self._password}\r\n".encode())
                return line.recv(5) == b"+OK\r\n"
        except OSError:
            return False
