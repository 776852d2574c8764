"""Queries that are asked again and again: their SQL is made once, by Django, and then kept.

Making the SQL costs several times what the database needs to answer it.  What comes back are the
same model instances as from the query set, `select_related` and `defer` included, nothing else of
what a query set can do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections, models
from django.db.models.query import get_related_populators

_populators: Any = get_related_populators  # the types are those of a later Django

Row = TypeVar("Row", bound=models.Model)


class Unpreparable(TypeError):
    """The query has other parameters than the one value it is asked with."""


@dataclass(frozen=True)
class _Plan:
    """What Django's compiler made of a query, for one kind of database."""

    sql: str
    field: Any
    model: type[Any]
    columns: list[str]
    place: slice
    converters: list[tuple[int, Any, Any]]
    populators: list[Any]

    def row(self, values: list[Any], using: Any) -> Any:
        """Return one model instance, with what belongs to it."""
        for number, convert, expression in self.converters:
            for each in convert:
                values[number] = each(values[number], expression, using)
        found = self.model.from_db(using.alias, self.columns, values[self.place])
        for populator in self.populators:
            populator.populate(values, found)
        return found


class Prepared(Generic[Row]):
    """The rows of a query set whose column `by` has the value asked for."""

    def __init__(self, rows: Callable[[], models.QuerySet[Row]], *, by: str) -> None:
        """Take the query set's maker: models need not be loaded yet."""
        self._rows, self._by = rows, by
        self._plan_on = cache(self._plan)

    def all(self, value: object) -> list[Row]:
        """Return the rows, in the query set's order.  Raises `Unpreparable`."""
        using = connections[DEFAULT_DB_ALIAS]
        plan = self._plan_on(using.vendor)
        with using.cursor() as cursor:
            cursor.execute(plan.sql, [plan.field.get_db_prep_value(value, using)])
            return [plan.row(list(values), using) for values in cursor.fetchall()]

    def first(self, value: object) -> Row | None:
        """Return the first of the rows.  Raises `Unpreparable`."""
        found = self.all(value)
        return found[0] if found else None

    def _plan(self, vendor: str) -> _Plan:
        del vendor  # the key under which the plan is kept
        using, rows = connections[DEFAULT_DB_ALIAS], self._rows()
        field: Any = rows.model._meta.get_field(self._by)  # noqa: SLF001 - public
        example = field.to_python("0" * 32)
        query = rows.filter(**{self._by: example}).query
        compiler: Any = query.get_compiler(connection=using)
        sql, params = compiler.as_sql()
        if list(params) != [field.get_db_prep_value(example, using)]:
            raise Unpreparable(f"{rows.model.__name__} by {self._by}: {sql}")
        info, select = compiler.klass_info, compiler.select
        converters = compiler.get_converters([column[0] for column in select])
        place = slice(info["select_fields"][0], info["select_fields"][-1] + 1)
        return _Plan(
            sql=sql,
            field=field,
            model=info["model"],
            columns=[column.target.attname for column, *_ in select[place]],
            place=place,
            converters=[(number, *pair) for number, pair in converters.items()],
            populators=_populators(info, select, using.alias),
        )
