"""Hand & Foot over REST, as the guide tells it: cutting together, plans, and a partner's answer."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from api.push import in_database
from games.clock import Frozen
from games.models import Match, Participant, Ply
from games.rules.hand_and_foot.options import FootOptions
from games.services import play, upkeep
from scoring.selectors import standings
from tests.api.rest import Answer, Person, nobody, person
from tests.api.talk import Talk
from tests.conftest import Broker
from tests.games.foot_tables import dealt_as, nearly_out, plan_of, sat_down, state_of, told
from tests.games.rules.hand_and_foot.builder import Table as Laid
from tests.games.rules.hand_and_foot.builder import table as laid_table
from tests.games.tables import fingerprint

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("broker")]

Json = dict[str, Any]
NAMES = ("Ada", "Bob", "Cleo", "Dora", "Eve", "Fay")
PERMISSION_SECONDS = 20


class Table:
    """People at a table; every answer they get is held against the description."""

    def __init__(self, laid: Laid | None = None, *, seats: int = 4, **options: Any) -> None:
        self.people = [person(name) for name in NAMES[:seats]]
        players = [one.player for one in self.people]
        if laid is None:
            self.match = sat_down(*players, **options)
        else:
            with dealt_as(laid):
                self.match = sat_down(*players, **options)

    @property
    def path(self) -> str:
        return f"/matches/{self.match.pk}"

    def position(self, seat: int) -> Json:
        found: Json = self.people[seat].get(f"{self.path}/position").body
        return found

    def view(self, seat: int) -> Json:
        found: Json = self.position(seat)["view"]
        return found

    def acts(self, seat: int, key: str = "", decision: int | None = None, **action: Any) -> Answer:
        headers = {} if decision is None else {"If_Decision": str(decision)}
        path = f"{self.path}/actions"
        return self.people[seat].post(path, action, key=key or uuid4().hex, **headers)

    def refused(self, seat: int, **action: Any) -> tuple[str, str, str]:
        """Return code, rule and pointer of a refusal, which changes nothing."""
        before = fingerprint(self.match.pk)
        answer = self.acts(seat, **action)
        assert answer.status == 409, answer
        assert fingerprint(self.match.pk) == before
        return answer.code, answer.body["rule"], answer.flaw["pointer"]

    def timer(self, name: str) -> Json:
        found: Json
        (found,) = (timer for timer in self.position(0)["timers"] if timer["name"] == name)
        return found


def asked(*, seats: int = 4, asker: int = 0, **options: Any) -> Table:
    """Return a table at which the asker's partners have just been asked."""
    laid = nearly_out(seats, asker=asker, **options)
    table = Table(laid, seats=seats, **options)
    assert table.acts(asker, type="go_out", **plan_of(laid, asker)).status == 200
    return table


# --- Before the first turn ------------------------------------------------------------------------


def test_all_cut_at_once_and_see_it_together(time: Frozen) -> None:
    table = Table()
    first = table.position(0)
    assert sorted(first["view"]["to_act"]) == [0, 1, 2, 3]
    assert (first["legal"][0], len(first["legal"])) == ({"type": "cut", "n": 1}, 40)
    assert first["complete"] is True
    assert table.timer("cut")["deadline_at"] == "2030-01-01T12:00:15Z"
    questions = [table.position(seat)["decision"] for seat in range(4)]

    for seat in (2, 0, 3):
        assert table.acts(seat, type="cut", n=20 + seat, decision=questions[seat]).status == 200
    last = table.acts(1, type="cut", n=21, decision=questions[1])

    cuts = [event for event in last.body["events"] if event["type"] == "cut_done"]
    assert [(event["seat"], event["n"]) for event in cuts] == [(0, 20), (1, 21), (2, 22), (3, 23)]
    assert all(abs(event["taken"] - event["n"]) <= 5 for event in cuts)
    assert [event["exact"] for event in cuts] == [event["taken"] == 22 for event in cuts]


def test_who_has_cut_has_cut(time: Frozen) -> None:
    table = Table()
    assert table.acts(0, type="cut", n=22).status == 200
    assert table.refused(0, type="cut", n=23) == ("already_done", "HF 9", "")
    assert table.refused(1, type="cut", n=41) == ("bad_cut", "HF 6.1", "/n")
    assert table.refused(1, type="draw") == ("wrong_phase", "HF 8", "")


def test_one_chooses_by_two_bottom_cards_and_keeps_seeing_the_other(time: Frozen) -> None:
    table = Table()
    for seat in range(4):
        table.acts(seat, type="cut", n=22)
    bottoms = table.view(2)["bottoms"]
    assert table.view(2)["you_hold"] == []

    answer = table.acts(2, type="choose_hand", pile="B")

    view = answer.body["position"]["view"]
    assert len(view["you_hold"]) == 11
    assert view["you_hold"][-1] == bottoms["b"]
    assert view["foot"] == {"count": 11, "bottom": bottoms["a"]}
    assert [player["chosen"] for player in view["players"]] == [False, False, True, False]


# --- A turn ---------------------------------------------------------------------------------------


def pile_of_nines(**options: Any) -> Table:
    """Seat 0 may take a pile of a three under a nine: its side has nines, and it holds two."""
    laid = laid_table(
        hands={0: "9*2 4*3 JS 12"},
        boards={0: "9*3"},
        pile="3 9",
        phase="draw",
        options=FootOptions(**options),
    )
    return Table(laid, **options)


def test_not_everything_is_listed_and_every_kind_is(time: Frozen) -> None:
    table = pile_of_nines()
    position = table.position(0)
    kinds = {action["type"] for action in position["legal"]}
    assert (kinds, position["complete"]) == ({"draw", "take_pile"}, False)
    listed = [action["use"] for action in position["legal"] if action["type"] == "take_pile"]
    hinted = [take["use"] for take in position["hints"]["takes"]]
    assert {use["type"] for use in listed} == {use["type"] for use in hinted} == {"new", "onto"}
    assert position["hints"]["why_no_take"] is None


def test_a_way_that_is_hinted_is_a_way(time: Frozen) -> None:
    table = pile_of_nines()
    take = table.position(0)["hints"]["takes"][0]

    answer = table.acts(0, type="take_pile", **take)

    assert answer.status == 200
    (taken,) = [event for event in answer.body["events"] if event["type"] == "pile_taken"]
    assert (taken["seat"], taken["count"]) == (0, 2)
    view = answer.body["position"]["view"]
    assert (view["phase"], view["source"], view["pile"]) == ("play", "pile", [])
    assert view["players"][0]["shown"] == ["3-1"], "all saw it go there"


def test_what_is_composed_by_hand_is_judged_by_its_rule(time: Frozen) -> None:
    table = pile_of_nines()
    nines = [card for card in table.view(0)["you_hold"] if card.startswith("9-")]
    assert table.acts(0, type="draw").status == 200
    answer = table.acts(0, type="lay_off", meld_id=1, cards=nines[:1])
    assert answer.status == 200, "one of two, though it was not listed"
    fours = [card for card in table.view(0)["you_hold"] if card.startswith("4-")]
    melds = [fours[:2], [*fours[2:], *nines]]
    assert table.refused(0, type="meld", melds=melds) == (
        "card_not_held",
        "HF 9",
        "/melds/1/1",
    )
    assert table.refused(0, type="meld", melds=[fours[:2]]) == (
        "meld_too_small",
        "HF 10.1",
        "/melds/0",
    )


def test_the_hints_say_how_far_a_meld_is_and_what_is_missing(time: Frozen) -> None:
    laid = nearly_out()
    hints = Table(laid).position(0)["hints"]
    told = {(meld["rank"], meld["size"], meld["sort"], meld["lacks"]) for meld in hints["melds"]}
    assert told == {("9", 7, "dirty", 0), ("8", 7, "dirty", 0), ("6", 7, "clean", 0)}
    assert hints["go_out"] == {
        "in_foot": True,
        "left": 1,
        "lacks_dirty": 0,
        "lacks_clean": 0,
        "possible": True,
    }


def test_a_team_that_has_not_opened_is_shown_its_best_opening(time: Frozen) -> None:
    laid = laid_table(hands={0: "LO*2 12*2 JS 5*2"}, phase="draw", pile="LO", round_=2)
    table = Table(laid)
    hints = table.position(0)["hints"]
    assert hints["opening"]["enough"] is False
    assert (hints["opening_with_pile"]["points"], hints["opening_with_pile"]["enough"]) == (
        60 + 45,
        True,
    )
    before = fingerprint(table.match.pk)
    lords = [card for card in table.view(0)["you_hold"] if card.startswith("LO-")]
    answer = table.acts(0, type="take_pile", use={"type": "new", "cards": lords})
    assert (answer.code, answer.flaw["params"]) == (
        "initial_meld_low",
        {"points": 60, "minimum": 90},
    )
    assert fingerprint(table.match.pk) == before


# --- May I go out? --------------------------------------------------------------------------------


def test_the_partner_is_asked_out_of_turn(time: Frozen) -> None:
    table = asked()
    position = table.position(2)
    assert position["view"]["turn"] == 0
    assert position["view"]["to_act"] == [2]
    assert position["legal"] == [{"type": "permission", "answer": w} for w in ("yes", "no")]
    (question,) = table.people[2].get("/me/questions").body["questions"]
    assert question["decision"] == position["decision"]
    assert table.timer("permission")["deadline_at"] == "2030-01-01T12:00:20Z"
    assert "left_ms" in table.timer("play"), "the asker's turn stands still"


def test_nobody_else_answers(time: Frozen) -> None:
    table = asked()
    for seat in (0, 1, 3):
        refused = table.refused(seat, type="permission", answer="yes")
        assert refused == ("not_asked", "HF 9.9", ""), seat
    answer = table.acts(2, type="permission", answer="maybe")
    assert (answer.status, answer.flaw["pointer"]) == (400, "/answer")


def test_yes_ends_the_round(time: Frozen) -> None:
    table = asked(rounds=1)
    answer = table.acts(2, type="permission", answer="yes", decision=table.position(2)["decision"])
    kinds = [event["type"] for event in answer.body["events"]]
    assert kinds[:4] == ["go_out_answered", "laid_off", "discarded", "went_out"]
    assert table.people[0].get(table.path).body["status"] == "finished"


def test_no_leads_back_to_where_it_was_asked(time: Frozen) -> None:
    table = asked()
    before = table.view(0)["you_hold"]
    time.advance(5)
    assert table.acts(2, type="permission", answer="no").status == 200
    position = table.position(0)
    view = position["view"]
    assert (view["phase"], view["to_act"], view["you_hold"]) == ("play", [0], before)
    assert (view["denied"], view["go_out"]["denied"]) == (True, True)
    assert "go_out" not in {action["type"] for action in position["legal"]}
    assert table.timer("play")["deadline_at"] == "2030-01-01T12:01:05Z"
    plan = plan_of(nearly_out())
    assert table.refused(0, type="go_out", **plan) == ("already_denied", "HF 14.3", "")


def test_an_answer_to_an_earlier_question_is_stale(time: Frozen) -> None:
    table = asked()
    old = table.position(2)["decision"]
    table.acts(2, type="permission", answer="no")
    before = fingerprint(table.match.pk)
    again = table.acts(2, decision=old - 1, type="permission", answer="yes")
    assert (again.status, again.code) == (409, "stale_decision")
    late = table.acts(2, type="permission", answer="yes")
    assert (late.status, late.code) == (409, "wrong_phase")
    assert fingerprint(table.match.pk) == before


def test_the_same_answer_sent_again_is_answered_again(time: Frozen) -> None:
    table = asked()
    first = table.acts(2, key="answer-1", type="permission", answer="no")
    again = table.acts(2, key="answer-1", type="permission", answer="no")
    other = table.acts(2, key="answer-1", type="permission", answer="yes")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert (again.body["ply"], again.body["events"]) == (first.body["ply"], first.body["events"])
    assert (other.status, other.code) == (422, "request_id_reused")


def test_silence_is_a_yes_after_twenty_seconds(time: Frozen, broker: Broker) -> None:
    """A-13: by the bell that is sent for that moment; the silent one has missed it."""
    table = asked(rounds=1)
    assert broker.named("games.ring_bell")[-1].countdown == PERMISSION_SECONDS
    time.advance(PERMISSION_SECONDS - 0.001)
    assert play.ring_due(match_id=table.match.pk) == 0
    time.advance(0.001)

    assert play.ring_due(match_id=table.match.pk) == 1

    assert told(table.match, "timed_out") == [{"type": "timed_out", "seat": 2}]
    assert told(table.match, "go_out_answered", "went_out") == [
        {"type": "go_out_answered", "seat": 2, "answer": "yes"},
        {"type": "went_out", "seat": 0},
    ]
    assert table.people[0].get(table.path).body["status"] == "finished"
    assert [one.missed for one in Participant.objects.order_by("seat")] == [0, 0, 1, 0]


def test_of_two_partners_one_answers_and_the_other_is_silent(time: Frozen) -> None:
    """A-12 and A-13 at six: both are asked at once; the bell speaks for one of them."""
    table = asked(seats=6)
    assert sorted(table.view(1)["to_act"]) == [2, 4]
    assert table.acts(4, type="permission", answer="yes").status == 200
    assert table.view(1)["permission"]["waiting"] == [2]
    time.advance(PERMISSION_SECONDS)
    assert table.view(1)["phase"] == "over", "whoever looks rings what is overdue"
    answers = [(one["seat"], one["answer"]) for one in told(table.match, "go_out_answered")]
    assert answers == [(4, "yes"), (2, "yes")]


def test_of_two_partners_the_first_no_ends_the_asking(time: Frozen) -> None:
    """Whoever answers after it is not asked any more, whatever question it names."""
    table = asked(seats=6)
    decision = table.position(4)["decision"]
    assert table.acts(2, type="permission", answer="no").status == 200
    assert table.position(4)["legal"] == []
    before = fingerprint(table.match.pk)
    answer = table.acts(4, decision=decision, type="permission", answer="yes")
    assert (answer.status, answer.code) == (409, "wrong_phase")
    assert fingerprint(table.match.pk) == before


async def test_a_socket_asks_and_a_socket_answers(unheard: Broker) -> None:
    laid = nearly_out()
    table = await in_database(Table, laid)
    ada, _, cleo, _ = (one.player for one in table.people)
    match = str(table.match.pk)
    async with Talk() as first, Talk() as second:
        for line, player in ((first, ada), (second, cleo)):
            await line.hello(player, table.match.pk)
            await line.hears("position")
        plan = {"type": "go_out", **plan_of(laid)}
        await first.say("act", "ask", match=match, action=plan, request_id="ask")
        await second.hears("ply")
        position = await second.hears("position")
        answer = {"type": "permission", "answer": "no"}
        decision = position["decision"]
        await second.say(
            "act", "no", match=match, action=answer, request_id="no", decision=decision
        )
        heard = await second.hears_until("position")
    assert {"t": "ack", "id": "no", "d": {"ply": 2, "replayed": False}} in heard
    assert heard[-1]["d"]["view"]["denied"] is True


# --- The bill -------------------------------------------------------------------------------------


def test_the_bill_stands_in_the_position_and_among_the_plies(time: Frozen) -> None:
    """Every line with its rule, the same for everybody, and its sums are its lines'."""
    table = asked()
    table.acts(2, type="permission", answer="yes")
    bills = [table.view(seat)["results"] for seat in range(4)]
    bills.append(nobody().get(f"{table.path}/position").body["view"]["results"])
    assert all(bill == bills[0] for bill in bills)
    plies = table.people[3].get(f"{table.path}/plies?after=0").body["plies"]
    (scored,) = [
        event for ply in plies for event in ply["events"] if event["type"] == "round_scored"
    ]
    assert [scored["result"]] == bills[0]
    for sheet in bills[0][0]["sheets"]:
        sums = dict.fromkeys(("base", "count", "unplayed"), 0)
        for line in sheet["lines"]:
            assert line["rule"].startswith("HF ")
            sums[line["part"]] += line["value"]
        assert sums == {
            "base": sheet["base"],
            "count": sheet["count"],
            "unplayed": -sheet["unplayed"],
        }
        assert sheet["net"] == sheet["base"] + sheet["count"] - sheet["unplayed"]


def test_after_the_bill_the_next_round_waits_for_everybody_or_half_a_minute(time: Frozen) -> None:
    table = asked()
    table.acts(2, type="permission", answer="yes")
    revealed = table.view(1)["revealed"]
    assert (revealed[0], len(revealed[1]["foot"])) == ({"hand": [], "foot": []}, 11)
    for seat in (0, 1, 3):
        assert table.acts(seat, type="continue").status == 200
    assert table.refused(0, type="continue") == ("already_done", "HF 9", "")
    time.advance(30)
    view = table.view(2)
    assert (view["phase"], view["round"], view["minimum"]) == ("cut", 2, 90)
    assert Participant.objects.get(match=table.match, seat=2).missed == 0, "no harm in reading"


def test_five_at_a_table_change_sides_and_are_placed_one_by_one(time: Frozen) -> None:
    """HF 4, 17: the fifth is of side 0 in the first round, of side 1 in the second."""
    table = asked(seats=5, rounds=2)
    assert sorted(table.view(1)["to_act"]) == [2, 4]
    assert [one["team"] for one in table.view(0)["players"]] == [0, 1, 0, 1, 0]
    for seat in (2, 4):
        table.acts(seat, type="permission", answer="yes")
    first = table.view(0)["results"][0]["scores"]
    assert first[4] == first[0] == first[2]
    assert first[1] == first[3]
    for seat in range(5):
        table.acts(seat, type="continue")
    assert [one["team"] for one in table.view(0)["players"]] == [0, 1, 0, 1, 1]

    while Match.objects.get(pk=table.match.pk).status == "running":
        time.advance(60)
        play.ring_due(match_id=table.match.pk)

    results = table.view(0)["results"]
    second = results[1]["scores"]
    assert second[4] == second[1] == second[3]
    totals = [a + b for a, b in zip(first, second, strict=True)]
    header = table.people[0].get(table.path).body
    assert header["outcome"]["scores"] == totals == table.view(4)["totals"]
    places = [1 + sum(other > own for other in totals) for own in totals]
    assert header["outcome"]["places"] == places
    rows = standings(Match.objects.get(pk=table.match.pk))
    assert [(row.seat, row.score, row.place) for row in sorted(rows, key=lambda row: row.seat)] == [
        (seat, totals[seat], places[seat]) for seat in range(5)
    ]


# --- Besides --------------------------------------------------------------------------------------


def test_a_stranger_sees_the_table_and_nobodys_cards(time: Frozen) -> None:
    table = Table(nearly_out())
    view = Person().get(f"{table.path}/position").body
    assert (view["legal"], view["complete"]) == ([], True)
    assert (view["view"]["you_hold"], view["view"]["foot"]) == ([], None)
    assert view["hints"] is None


def test_what_was_refused_and_granted_replays_to_the_same(time: Frozen) -> None:
    laid = nearly_out()
    with dealt_as(laid):
        table = Table(laid)
        plan = plan_of(laid)
        table.acts(0, type="go_out", **plan)
        table.acts(2, type="permission", answer="no")
        table.acts(0, type="discard", card=plan["discard"])
        while state_of(table.match).turn != 0:
            time.advance(60)
            play.ring_due(match_id=table.match.pk)
        report = upkeep.replay_check(match_id=table.match.pk)
    assert report.same
    assert report.plies == Ply.objects.filter(match=table.match).count()
