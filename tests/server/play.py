"""Whole games over HTTP, what each client sees of them, and what it may not do."""

import base64
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import time

from support import CAPUCINE, Client, ServerTest, Stream, follow, main


class Games(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def names(self):
        return Client(self.server).get("/games").json["games"]

    def test_whole_games_of_every_game(self):
        """Every game, least and most players: streams of all seats and of a spectator agree with
        what is asked, and the record replays."""
        for game in self.names():
            for players in sorted(set(game["players"])):
                with self.subTest(game=game["name"], players=players):
                    self.whole_game(game["name"], players)

    def play_watched(self, game, players, seed):
        """A game of random actions: the table, and everybody at it with their stream, a stranger last."""
        people, table = self.start_game(self.server, game, players)
        watchers = people + [Client(self.server)]
        streams = [Stream(person, table) for person in watchers]
        for stream in streams:
            stream.wait(lambda event: event[1] == "snapshot")
        self.play_out(people, table, choose=random.Random(seed).choice, streams=streams)
        return table, list(zip(watchers, streams))

    def whole_game(self, game, players):
        table, watched = self.play_watched(game, players, 7)
        for person, stream in watched:
            final = person.snapshot(table)
            self.assertEqual(final["table"]["status"], "over")
            stream.until(final["version"])
            history, version, view = follow(stream.events)
            self.assertEqual(version, final["version"])
            self.assertEqual(history, final["history"])
            self.assertEqual(history, person.get(f"/tables/{table}/history").json["actions"])
            self.assertEqual(view, final["view"])
            stream.close()
        self.check_record(watched[0][0], table)

    def test_moments_of_a_round_s_end(self):
        """Three rounds of Capital Lux 2 end: the updates about that, and no others, bring moments.
        Each is behind some items of the story, and as long as the view itself."""
        table, watched = self.play_watched("capital-lux-2", 4, 3)
        for person, stream in watched:
            stream.until(person.snapshot(table)["version"])
            updates = [data for _, name, data in stream.events if name == "update"]
            for update in updates:
                self.check_moments(update)
            ends = [update for update in updates if self.told(update, "end")]
            self.assertEqual(len(ends), 3)
            self.assertTrue(all("moments" in update for update in ends))
            stream.close()

    @staticmethod
    def told(update, *events):
        return any(isinstance(one, dict) and one["id"] in events for one in update.get("story", []))

    def check_moments(self, update):
        moments = update.get("moments", [])
        self.assertEqual(
            bool(moments), self.told(update, "end", "paid", "lost", "bonus", "bonus_tied")
        )
        items = [moment["items"] for moment in moments]
        self.assertEqual(items, sorted(set(items)))
        for moment in moments:
            self.assertTrue(0 < moment["items"] <= len(update["story"]))
            self.assertEqual(len(moment["bytes"]), len(update["bytes"]))
        self.assertLess(len(json.dumps(moments)), 32768)

    def check_record(self, person, table):
        answer = person.get(f"/tables/{table}/record")
        self.assertEqual(answer.status, 200)
        record = answer.json
        replay = subprocess.run(
            [CAPUCINE, "replay", "--verify", "-"],
            input=answer.bytes,
            capture_output=True,
            timeout=20,
        )
        self.assertEqual(replay.returncode, 0, replay.stderr)
        self.assertIn(b"recorded end", replay.stdout)
        self.assertIn(b"seal", replay.stdout)
        before = person.snapshot(table)["table"]["seal"]["commitment"]
        self.assertEqual(record["seal"]["commitment"], before)
        for change in ({"secret": "0" * 64}, {"mixes": ["x"] * len(record["seal"]["mixes"])}):
            false = dict(record, seal=dict(record["seal"], **change))
            replay = subprocess.run(
                [CAPUCINE, "replay", "--verify", "-"],
                input=json.dumps(false).encode(),
                capture_output=True,
            )
            self.assertEqual(replay.returncode, 1)

    def test_the_order_is_drawn_by_the_secret(self):
        """Which was fixed, and its hash shown, before anybody had added to the seed."""
        for i in range(4):
            people = [Client(self.server, name) for name in ("Ann", "Bob", "Cleo")]
            table = people[0].create(game="caprice", seats=["open"] * 3)
            before = people[0].snapshot(table)["table"]["seal"]["commitment"]
            for person in people:
                person.post(f"/tables/{table}/sit", {"mix": f"{i} {person.id}"})
            seated = [seat["person"] for seat in people[0].snapshot(table)["table"]["seats"]]
            people.sort(key=lambda person: seated.index(person.id))
            self.play_out(people, table)
            answer = people[0].get(f"/tables/{table}/record")
            seal = answer.json["seal"]
            sha = lambda text: hashlib.sha256(text.encode()).hexdigest()
            self.assertEqual(sha(seal["secret"]), before)
            order = sorted(range(3), key=lambda place: sha(f"order {place} {seal['secret']}"))
            self.assertEqual(seal["order"], order)
            self.assertEqual(
                [p.get("/me").json["me"]["name"] for p in people],
                [("Ann", "Bob", "Cleo")[place] for place in order],
            )
            self.assertEqual(seal["mixes"], [f"{i} {person.id}" for person in people])
            replay = subprocess.run(
                [CAPUCINE, "replay", "--verify", "-"], input=answer.bytes, capture_output=True
            )
            self.assertIn(b"the order of the seats", replay.stdout)

    def test_many_clients_at_once(self):
        """What everybody saw of every game under load is what its record leads to."""
        url = f"http://127.0.0.1:{self.server.port}"
        for game in self.names():
            done = subprocess.run(
                [
                    CAPUCINE,
                    "load",
                    "--url",
                    url,
                    "--game",
                    game["name"],
                    "--tables",
                    "24",
                    "--players",
                    str(game["players"][1]),
                    "--seconds",
                    "2",
                    "--warm-up",
                    "0",
                    "--json",
                ],
                capture_output=True,
                text=True,
                timeout=60,
            )
            self.assertEqual(done.returncode, 0, (game["name"], done.stdout, done.stderr))
            self.assertGreater(json.loads(done.stdout)["moves"], 100)

    def test_clients_say_that_the_server_is_lost(self):
        """It would play for a day. Killed in the middle, the server is missed at once."""
        url = f"http://127.0.0.1:{self.server.port}"
        with subprocess.Popen(
            [CAPUCINE, "load", "--url", url, "--tables", "2", "--seconds", "86400", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as load:
            while "capucine_moves_total 0\n" in Client(self.server).get("//metrics").bytes.decode():
                self.assertIsNone(load.poll())
                time.sleep(0.01)
            self.server.kill()
            printed, errors = load.communicate(timeout=60)
        self.assertEqual((load.returncode, printed), (1, ""), errors)
        self.assertRegex(errors, f"^capucine load: {url}: ")

    def test_record_and_seal_stay_closed_until_the_end(self):
        people, table = self.start_game(self.server)
        self.assertEqual(people[0].get(f"/tables/{table}/record").code, "not_over")
        self.assertEqual(people[0].get(f"/tables/{table}/log").code, "not_over")
        self.assertEqual(list(people[0].snapshot(table)["table"]["seal"]), ["commitment"])

    def test_refusals_are_the_referees(self):
        people, table = self.start_game(self.server)
        stranger = Client(self.server, "Stranger")
        path = f"/tables/{table}/act"
        for who, body, status, code in (
            (people[1], {"action": "place dr 0"}, 409, "not_your_turn"),
            (people[0], {"action": "stay"}, 422, "illegal_action"),
            (people[0], {"action": "castle"}, 422, "illegal_action"),
            (people[0], {"action": 7}, 400, "bad_request"),
            (people[0], {}, 400, "bad_request"),
            (people[0], {"action": "x" * 100}, 400, "bad_request"),
            (people[0], {"action": "place dr 0", "seat": 0}, 400, "bad_request"),
            (people[0], {"action": "place dr 0", "version": 1}, 409, "conflict"),
            (stranger, {"action": "place dr 0"}, 403, "bad_seat"),
            (Client(self.server), {"action": "place dr 0"}, 401, "no_session"),
        ):
            answer = who.post(path, body)
            self.assertEqual((answer.status, answer.code), (status, code), body)
            if status in (409, 422) and code != "conflict":
                self.assertEqual(list(answer.json["error"]), ["code", "message", "reason"])
            else:
                self.assertEqual(list(answer.json["error"]), ["code", "message"])
        self.assertEqual(people[0].snapshot(table)["count"], 0)
        self.assertEqual(people[0].post("/tables/nosuch/act", {"action": "stay"}).status, 404)

    def test_reasons_for_other_languages(self):
        people, table = self.start_game(self.server)
        for seat, action, reason in (
            (0, "stay", {"id": "caprice.why.place", "words": []}),
            (0, "castle", {"id": "why.no_action", "words": []}),
            (1, "castle", {"id": "why.not_now", "words": []}),
        ):
            self.assertEqual(people[seat].act(table, action).json["error"]["reason"], reason)
        people[0].act(table, "place dr 0")
        self.assertEqual(
            people[0].act(table, "move 0 1").json["error"],
            {
                "code": "illegal_action",
                "message": "the top block of place 0 was placed in this turn",
                "reason": {"id": "caprice.why.placed", "words": ["0"]},
            },
        )

    def test_options_are_refused_with_reasons(self):
        ann = Client(self.server, "Ann")
        for game, seats, options, code, message, reason in (
            (
                "caprice",
                2,
                {"contracts": "equal", "third": "choose"},
                "bad_options",
                "contracts=equal needs third=redraw",
                ("caprice.why.equal",),
            ),
            (
                "capital-lux-2",
                1,
                {"powers": "B"},
                "bad_options",
                "the prophet is not used in the solo game",
                ("capital-lux-2.why.not_in_solo", "prophet"),
            ),
            (
                "capone",
                2,
                {},
                "bad_players",
                "Capone is for 3 to 6 players",
                ("why.players", "Capone", "3", "6"),
            ),
            (
                "caprice",
                2,
                {"fast": "yes"},
                "bad_options",
                "Caprice has no option 'fast'; it has first, third, second_pair, arrange, contracts",
                ("why.no_option", "Caprice", "fast"),
            ),
            (
                "caprice",
                2,
                {"first": "2"},
                "bad_options",
                "option 'first' cannot be '2'; its values are random, 0, 1",
                ("why.no_value", "first", "2"),
            ),
        ):
            answer = ann.post(
                "/tables",
                {"game": game, "seats": ["me"] + ["open"] * (seats - 1), "options": options},
            )
            self.assertEqual(answer.status, 400)
            self.assertEqual(
                answer.json["error"],
                {
                    "code": code,
                    "message": message,
                    "reason": {"id": reason[0], "words": list(reason[1:])},
                },
            )

    def test_games_without_options(self):
        """Who begins is drawn, and in Caprice every draw from the third round on is a decision."""
        for game in self.names():
            people = [Client(self.server, f"P{i}") for i in range(max(2, game["players"][0]))]
            seats = ["me"] + ["open"] * (len(people) - 1)
            table = people[0].post("/tables", {"game": game["name"], "seats": seats}).json["id"]
            for person in people[1:]:
                person.post(f"/tables/{table}/sit")
            people.sort(key=lambda person: person.snapshot(table)["you"])
            options = people[0].view(table)["state"]["options"]
            self.assertEqual(options, {o["name"]: o["default"] for o in game["options"]})
            self.assertEqual(options["first"], "random")
            self.play_out(people, table)
            history = people[0].snapshot(table)["history"]
            draws = sum(action in ("keep", "exchange") for _, action in history)
            self.assertEqual(draws, 4 if game["name"] == "caprice" else 0)

    def test_draws_without_a_choice_are_made(self):
        """Nobody need do anything until there is something to choose, and nobody is asked."""
        choices = 0
        while choices < 2:
            people, table = self.start_game(self.server, players=4, options={"third": "choose"})
            stream = Stream(people[0], table, "0-0")
            while (drawn := people[0].snapshot(table))["count"] < 8:
                actor = people[drawn["actors"][0]]
                self.assertEqual(actor.snapshot(table)["legal"], ["keep", "exchange"])
                self.assertEqual(actor.act(table, "exchange").status, 200)
                choices += 1
            stream.until(drawn["version"])
            for _, _, data in stream.events:
                self.assertNotEqual(data.get("legal"), ["keep"])

    def test_draws_without_a_choice_are_not_taken_back(self):
        """They are nobody's decision; those behind a decision go with it."""
        undone = taken = 0
        while not undone or not taken:
            people, table = self.start_game(self.server, players=2, options={"third": "choose"})
            history = people[0].snapshot(table)["history"]
            for seat, person in enumerate(people):
                if seat in people[0].snapshot(table)["actors"]:
                    continue
                answer = person.post(f"/tables/{table}/undo", {"ask": True})
                self.assertEqual(answer.code, "nothing_to_undo")
                taken += 1
            actors = people[0].snapshot(table)["actors"]
            if len(history) >= 4:
                continue
            people[actors[0]].act(table, "keep")
            people[actors[0]].post(f"/tables/{table}/undo", {"ask": True})
            people[1 - actors[0]].post(f"/tables/{table}/undo/answer", {"agree": True})
            again = people[0].snapshot(table)
            self.assertEqual((again["history"], again["actors"]), (history, actors))
            undone += 1

    def test_draws_of_an_earlier_version_are_made(self):
        """Whether somebody comes, or the server looks at the table by itself."""
        for due in (0, 1):
            history = []
            while len(history) < 2:
                people, table = self.start_game(self.server, options={"third": "choose"})
                history = people[0].snapshot(table)["history"]
            self.server.stop()
            with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as store:
                (seq,) = store.execute(
                    "SELECT seq FROM entries WHERE table_id=? AND kind='start'", [table]
                ).fetchone()
                store.execute("DELETE FROM entries WHERE table_id=? AND seq>?", [table, seq])
                store.execute("UPDATE tables SET seq=?, due=? WHERE id=?", [seq, due, table])
            self.server.start()
            if due:
                self.assertTrue(self.comes(lambda: people[0].snapshot(table)["history"] == history))
            else:
                Stream(people[0], table).wait(lambda event: event[2]["count"] == len(history))
                self.assertEqual(people[0].snapshot(table)["history"], history)

    def test_game_over(self):
        people, table = self.start_game(self.server)
        self.play_out(people, table)
        self.assertEqual(people[0].act(table, "stay").code, "game_over")
        self.assertEqual(people[0].post(f"/tables/{table}/undo").code, "game_over")

    def test_position_is_the_view_as_bytes(self):
        """The bytes are of the asking viewer, and change with the version as the view does."""
        people, table = self.start_game(self.server)
        watcher = Client(self.server)
        for viewer, mark in ((people[0], 1), (people[1], 2), (watcher, 255)):
            answer = viewer.get(f"/tables/{table}/position")
            state = base64.b64decode(answer.json["bytes"], validate=True)
            self.assertEqual(list(state[1:3]), [2, mark])  # players, viewer
            self.assertEqual(state[24:56], bytes(32))  # the seed
            self.assertEqual(len(state) % 8, 0)
            self.assertEqual(answer.json["version"], viewer.view(table)["version"])
            again = viewer.get(
                f"/tables/{table}/position", {"If-None-Match": answer.headers["ETag"]}
            )
            self.assertEqual(again.status, 304)
        before = people[1].get(f"/tables/{table}/position").json
        people[0].act(table, "place dr 0")
        after = people[1].get(f"/tables/{table}/position").json
        self.assertEqual(after["version"], before["version"] + 1)
        self.assertNotEqual(after["bytes"], before["bytes"])

    def test_no_position_before_the_game(self):
        person = Client(self.server, "Ann")
        table = person.post("/tables", {"game": "caprice", "seats": ["me", "open"]}).json["id"]
        answer = person.get(f"/tables/{table}/position")
        self.assertEqual((answer.status, answer.code), (409, "no_game"))

    def test_view_has_an_etag(self):
        people, table = self.start_game(self.server)
        first = people[0].get(f"/tables/{table}/view")
        again = {"If-None-Match": first.headers["ETag"]}
        self.assertEqual(people[0].get(f"/tables/{table}/view", again).status, 304)
        people[0].act(table, "place dr 0")
        self.assertEqual(people[0].get(f"/tables/{table}/view", again).status, 200)

    def test_streams_resume_where_they_were(self):
        people, table = self.start_game(self.server)
        whole = Stream(people[1], table)
        part = Stream(people[1], table)
        part.wait(lambda event: event[1] == "snapshot")
        events, last = [], None
        for _ in range(6):
            self.play_out(people, table, stop=3)
            version = people[1].view(table)["version"]
            part.until(version) if random.random() < 0.3 else part.read(0.1)
            events += part.events
            last = part.last or last
            part.close()
            self.play_out(people, table, stop=2)
            part = Stream(people[1], table, last)
        version = people[1].view(table)["version"]
        part.until(version)
        whole.until(version)
        events += part.events
        ids = [event[0] for event in events]
        self.assertEqual(ids, sorted(set(ids), key=lambda text: int(text.split("-")[0])))
        self.assertEqual(follow(events), follow(whole.events))
        strip = lambda all: [e for e in all if e[1] == "update"]
        self.assertEqual(strip(events), strip(whole.events))

    def test_who_was_away_for_long_is_told_in_portions(self):
        """More than waits for a client at once: each stream tells a part and ends."""
        ann = Client(self.server, "Ann")
        table = ann.create(game="capitol", seats=[{"bot": "random"}] * 4)
        whole = Stream(ann, table)
        whole.wait(lambda event: event[2].get("table", {}).get("status") == "over")
        end = whole.events[-1][2]["version"]
        events, last = [], "0-s"
        while not events or events[-1][2]["version"] < end:
            part = Stream(ann, table, last)
            part.wait(lambda event: True)
            while part.read(0.5):
                pass
            part.close()
            events += part.events
            last = events[-1][0]
        self.assertGreater(sum(len(json.dumps(event[2])) for event in events), 600000)
        self.assertEqual(follow(events), follow(whole.events))

    def test_nonsense_last_event_id_gets_a_snapshot(self):
        people, table = self.start_game(self.server)
        for last in ("999-0", "x", "-1-0", "1-7", "1-0x", "0", "4294967299-0"):
            stream = Stream(people[1], table, last)
            event = stream.wait(lambda event: True, 5)
            if last != "1-7":  # before the start all numbers mean the same
                self.assertEqual(event[1], "snapshot", last)
            stream.close()

    def test_double_posts_act_once(self):
        people, table = self.start_game(self.server)
        first = people[0].act(table, "place dr 0", key="one")
        again = people[0].act(table, "place dr 0", key="one")
        self.assertEqual(first.bytes, again.bytes)
        self.assertEqual(people[0].act(table, "stay", key="two").status, 200)
        late = people[0].act(table, "place dr 0", key="one")
        self.assertEqual(first.bytes, late.bytes)
        self.assertEqual(people[0].snapshot(table)["history"], [[0, "place dr 0"], [0, "stay"]])
        # another person's key is another key
        self.assertEqual(people[1].act(table, "place dr 1", key="one").status, 200)

    def test_creating_twice_makes_one_table(self):
        ann = Client(self.server, "Ann")
        setup = {"game": "caprice", "seats": ["me", "open"]}
        key = {"Idempotency-Key": "table"}
        first = ann.post("/tables", setup, key).json["id"]
        self.assertEqual(ann.post("/tables", setup, key).json["id"], first)
        self.assertEqual(len(ann.get("/me/tables").json["tables"]), 1)


class SeveralAtOnce(ServerTest):
    """A list of actions is done as a whole, or not at all."""

    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def act(self, person, table, actions, key=None, **more):
        headers = {"Idempotency-Key": key} if key else None
        return person.post(f"/tables/{table}/act", dict(actions=actions, **more), headers)

    def begin_bids(self):
        people, table = self.start_game(self.server, "capitol")
        self.play_out(people, table, stop=2, choose=lambda actions: "pass")
        self.assertEqual(people[0].view(table)["state"]["phase"], "bid")
        return people, table

    def bid_of(self, person, table):
        """Two cards of the hand, which may be the same, and no more."""
        cards = [action for action in person.legal(table) if action.startswith("bid ")]
        return [cards[0], cards[-1], "stop"] if cards[0] != cards[-1] else [cards[0], "stop"]

    def test_one_entry_and_one_event(self):
        people, table = self.start_game(self.server)
        streams = [Stream(person, table) for person in people]
        before = people[0].view(table)["version"]
        done = self.act(people[0], table, ["place dr 0", "stay"])
        self.assertEqual((done.status, done.json["version"]), (200, before + 1))
        self.assertEqual(done.json["actors"], [1])
        for stream in streams:
            data = stream.until(before + 1)[2]
            self.assertEqual(data["actions"], [[0, "place dr 0"], [0, "stay"]])
            self.assertEqual((data["kind"], data["seat"], data["count"]), ("act", 0, 2))
        self.server.kill()
        self.server.start()
        self.assertEqual(people[1].snapshot(table)["history"], data["actions"])
        self.assertEqual(people[1].view(table)["version"], before + 1)

    def test_sealed_bids_stay_sealed(self):
        people, table = self.begin_bids()
        versions = lambda: [
            people[1].view(table)["version"],
            Client(self.server).view(table)["version"],
        ]
        bids = [self.bid_of(person, table) for person in people]
        stream, watcher = Stream(people[1], table), Stream(Client(self.server), table)
        before, told = versions(), people[1].snapshot(table)["history"]
        self.assertEqual(self.act(people[0], table, bids[0][:-1]).status, 200)
        self.assertEqual(versions(), before)
        self.assertEqual(self.act(people[0], table, ["stop"]).status, 200)
        self.assertEqual(self.act(people[1], table, bids[1]).status, 200)
        expected = [[seat, text] for seat, bid in enumerate(bids) for text in bid]
        for one in (stream, watcher):
            data = one.wait(lambda event: len(event[2].get("actions", [])) > 0)[2]
            self.assertEqual(data["actions"], expected)
        self.assertEqual(people[0].snapshot(table)["history"], told + expected)
        self.play_out(people, table)

    def test_the_first_that_is_not_legal_refuses_all(self):
        people, table = self.begin_bids()
        bid = self.bid_of(people[0], table)
        before = people[0].snapshot(table)
        refused = self.act(people[0], table, bid[:1] + ["bid nonsense", "stop"])
        self.assertEqual((refused.status, refused.code), (422, "illegal_action"))
        error = refused.json["error"]
        self.assertEqual(error["index"], 1)
        self.assertTrue(error["reason"]["id"])
        after = people[0].snapshot(table)
        self.assertEqual({**after, "at": 0}, {**before, "at": 0})
        self.assertEqual(self.act(people[0], table, bid).status, 200)

    def test_nothing_is_learnt_from_what_is_refused(self):
        """What follows an action that shows something is not even looked at."""
        people, table = self.start_game(self.server)
        for last in ("place dr 0", "nonsense"):
            refused = self.act(people[0], table, ["place dr 0", "stay", last])
            self.assertEqual((refused.status, refused.code), (409, "reveals"))
            self.assertEqual(refused.json["error"]["index"], 2)
        self.assertEqual(people[0].snapshot(table)["count"], 0)

    def test_repeated_with_a_key(self):
        people, table = self.start_game(self.server)
        first = self.act(people[0], table, ["place dr 0", "stay"], key="one")
        again = self.act(people[0], table, ["place dr 0", "stay"], key="one")
        self.assertEqual(first.bytes, again.bytes)
        self.assertEqual(people[0].snapshot(table)["count"], 2)
        stale = self.act(people[1], table, ["place dr 1"], version=1)
        self.assertEqual((stale.status, stale.code), (409, "conflict"))
        self.assertNotIn("index", stale.json["error"])

    def test_what_is_no_list_of_actions(self):
        people, table = self.start_game(self.server)
        for actions in ([], ["stay"] * 33, [1], ["x" * 64], "stay", {}):
            refused = self.act(people[0], table, actions)
            self.assertEqual((refused.status, refused.code), (400, "bad_request"), actions)
        both = self.act(people[0], table, ["place dr 0"], action="place dr 0")
        self.assertEqual(both.status, 400)


class TakingBack(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_own_and_open_only(self):
        people, table = self.start_game(self.server)
        self.assertEqual(people[0].post(f"/tables/{table}/undo").code, "nothing_to_undo")
        people[0].act(table, "place dr 0")
        self.assertEqual(people[0].post(f"/tables/{table}/undo").status, 200)
        self.assertEqual(people[0].snapshot(table)["history"], [])
        people[0].act(table, "place lr 1")
        people[0].act(table, "stay")  # hands over the turn
        answer = people[0].post(f"/tables/{table}/undo")
        self.assertEqual((answer.status, answer.code), (409, "undo_barrier"))

    def test_what_left_no_choice_goes_with_the_decision(self):
        people, table = self.start_game(self.server)
        people[0].act(table, "place lr 1")
        people[0].act(table, "stay")  # nothing else was possible
        self.assertEqual(people[0].post(f"/tables/{table}/undo", {"ask": True}).status, 200)
        people[1].post(f"/tables/{table}/undo/answer", {"agree": True})
        self.assertEqual(people[0].snapshot(table)["history"], [])

    def test_others_must_agree(self):
        people, table = self.start_game(self.server, players=3)
        stream = Stream(people[2], table)
        people[0].act(table, "place lr 1")
        people[0].act(table, "stay")
        people[1].act(table, "place lr 2")
        ask = lambda: people[0].post(f"/tables/{table}/undo", {"ask": True})
        answer = lambda who, agree: people[who].post(
            f"/tables/{table}/undo/answer", {"agree": agree}
        )
        self.assertEqual(answer(1, True).code, "nobody_asked")
        self.assertEqual(ask().status, 200)
        self.assertEqual(answer(0, True).status, 409)
        self.assertEqual(answer(1, True).status, 200)
        self.assertEqual(people[0].snapshot(table)["count"], 3)
        self.assertEqual(answer(2, False).status, 200)
        self.assertEqual(people[0].snapshot(table)["table"]["asked"], None)
        ask()
        answer(1, True)
        self.assertEqual(answer(2, True).status, 200)
        after = people[0].snapshot(table)
        self.assertEqual(after["history"], [])  # "stay" was no choice
        self.assertEqual(after["actors"], [0])
        stream.until(people[2].view(table)["version"])
        self.assertEqual(follow(stream.events)[0], after["history"])

    def test_sealed_choices_are_taken_back_unseen(self):
        """In Capitol bids are laid card by card under the hand: neither laying nor taking back
        shows, and others' laying is no barrier."""
        people, table = self.start_game(self.server, "capitol")
        self.play_out(people, table, stop=2, choose=lambda actions: "pass")
        self.assertEqual(people[0].view(table)["state"]["phase"], "bid")
        lay = lambda who: people[who].act(table, people[who].legal(table)[0])
        versions = lambda: [
            people[1].view(table)["version"],
            Client(self.server).view(table)["version"],
        ]
        self.assertEqual(lay(1).status, 200)
        before, own = versions(), people[0].view(table)["version"]
        stream = Stream(people[1], table)
        for _ in range(2):
            self.assertEqual(lay(0).status, 200)
        self.assertEqual(people[0].view(table)["version"], own + 2)
        self.assertEqual(people[0].post(f"/tables/{table}/undo", {"all": True}).status, 200)
        self.assertEqual(people[0].view(table)["state"]["seats"][0]["bid"], [])
        self.assertNotEqual(people[1].view(table)["state"]["seats"][1]["bid"], [])
        self.assertEqual(versions(), before)
        stream.read(0.2)
        self.assertEqual(len(stream.events), 1)
        self.play_out(people, table)

    def test_against_bots_nobody_need_agree(self):
        ann = Client(self.server, "Ann")
        table = ann.create(game="caprice", seats=["me", {"bot": "random"}], order="fixed")
        ann.act(table, "place dr 0")
        ann.act(table, "stay")
        stream = Stream(ann, table)
        stream.wait(lambda event: event[2]["actors"] == [0] and event[2]["count"] > 2)
        self.assertEqual(ann.post(f"/tables/{table}/undo").code, "undo_barrier")
        self.assertEqual(ann.post(f"/tables/{table}/undo", {"ask": True}).status, 200)
        self.assertEqual(ann.snapshot(table)["history"], [])

    def ask(self, person, table):
        answer = person.post(f"/tables/{table}/undo", {"ask": True})
        self.assertEqual(answer.status, 200, answer.bytes)

    def answer(self, person, table, agree=True):
        answer = person.post(f"/tables/{table}/undo/answer", {"agree": agree})
        self.assertEqual(answer.status, 200, answer.bytes)

    def shown(self, person, table):
        """Who asks, who must agree, how many moves are told."""
        shown = person.snapshot(table)
        asked = shown["table"]["asked"]
        return asked and asked["seat"], asked and asked["of"], shown["count"]

    def test_being_away_is_not_agreeing(self):
        """Whoever left is asked like everybody else, and may answer, away or back."""
        people, table = self.start_game(self.server, players=3, level="random")
        people[0].act(table, "place dr 0")
        people[0].act(table, "stay")
        stream = Stream(people[0], table)
        for person in people[1:]:
            person.post(f"/tables/{table}/leave")
        stream.wait(lambda event: event[2]["actors"] == [0])
        before = people[0].snapshot(table)["count"]
        self.ask(people[0], table)
        self.assertEqual(self.shown(people[0], table), (0, [1, 2], before))
        self.answer(people[0], table, False)  # withdrawn
        self.assertEqual(self.shown(people[0], table), (None, None, before))
        self.ask(people[0], table)
        self.answer(people[1], table)
        people[2].post(f"/tables/{table}/back")
        self.assertEqual(self.shown(people[0], table), (0, [1, 2], before))
        self.answer(people[2], table)
        self.assertEqual(self.shown(people[0], table), (None, None, 0))

    def test_leaving_is_not_agreeing(self):
        people, table = self.start_game(self.server, level="master")
        people[0].act(table, "place dr 0")
        people[0].act(table, "stay")
        people[1].act(table, "place dr 1")
        self.ask(people[1], table)  # nothing was shown: it goes without asking
        self.assertEqual(self.shown(people[1], table), (None, None, 2))
        self.ask(people[0], table)
        people[1].post(f"/tables/{table}/leave")
        self.assertGreaterEqual(people[0].snapshot(table)["count"], 2)

    def test_who_is_away_takes_nothing_back(self):
        people, table = self.start_game(self.server, level="master")
        people[0].act(table, "place dr 0")
        people[0].post(f"/tables/{table}/leave")
        answer = people[0].post(f"/tables/{table}/undo", {"ask": True})
        self.assertEqual((answer.status, answer.code), (409, "away"))

    def choose(self, people, table, *seats):
        for seat in seats:
            person = people[seat]
            self.assertEqual(person.act(table, person.legal(table)[0]).status, 200)

    def test_what_was_decided_together_is_decided_again_together(self):
        """In whichever order they chose: nobody learns of that, nor chooses knowing the other's."""
        for order in ((0, 1), (1, 0)):
            people, table = self.start_game(self.server, "capital-lux-2")
            stream = Stream(people[1], table)
            self.choose(people, table, *order)
            self.assertEqual(people[0].snapshot(table)["count"], 2)
            self.ask(people[0], table)
            self.answer(people[1], table)
            shown = people[0].snapshot(table)
            self.assertEqual((shown["history"], shown["count"], shown["actors"]), ([], 0, [0, 1]))
            self.choose(people, table, *order)
            stream.until(people[1].view(table)["version"])
            self.assertEqual(follow(stream.events)[0], people[1].snapshot(table)["history"])

    def test_against_a_bot_choices_are_taken_back_together(self):
        ann = Client(self.server, "Ann")
        for _ in range(3):  # the bot chooses first, or not
            table = ann.create(game="capital-lux-2", seats=["me", {"bot": "random"}], order="fixed")
            stream = Stream(ann, table)
            ann.act(table, ann.legal(table)[0])
            stream.wait(lambda event: event[2]["count"] == 2)
            self.ask(ann, table)
            stream.until(ann.view(table)["version"])
            self.assertEqual(follow(stream.events)[0], [])
            self.assertIn(0, ann.snapshot(table)["actors"])

    def test_a_choice_that_is_not_told_is_taken_back_alone(self):
        people, table = self.start_game(self.server, "capital-lux-2", 3)
        self.choose(people, table, 0)
        self.ask(people[0], table)
        self.choose(people, table, 1)
        self.answer(people[1], table)
        self.answer(people[2], table)
        shown = people[0].snapshot(table)
        self.assertEqual((shown["actors"], shown["history"]), ([0, 2], []))

    def test_a_hidden_undo_leaves_a_request(self):
        """Bids that others lay and take back under the hand neither end a request nor change what
        it is about."""
        people, table = self.start_game(self.server, "capitol")
        self.play_out(people, table, stop=2, choose=lambda actions: "pass")
        self.choose(people, table, 1, 0)
        people[0].act(table, "stop")
        self.ask(people[0], table)
        self.assertEqual(people[1].post(f"/tables/{table}/undo").status, 200)
        self.choose(people, table, 1)
        self.assertEqual(self.shown(people[0], table), (0, [1], 2))
        self.answer(people[1], table)
        self.assertEqual(people[0].snapshot(table)["actors"], [0, 1])
        self.assertEqual(len(people[0].view(table)["state"]["seats"][0]["bid"]), 1)
        self.assertEqual(len(people[1].view(table)["state"]["seats"][1]["bid"]), 1)

    def test_what_ends_a_request_is_told(self):
        people, table = self.start_game(self.server)
        people[0].act(table, "place dr 0")
        people[0].act(table, "stay")
        self.ask(people[0], table)
        stream = Stream(people[0], table)
        people[1].act(table, "place dr 1")
        event = stream.wait(lambda event: event[1] == "update")
        self.assertEqual((event[2]["kind"], event[2]["table"]["asked"]), ("act", None))


class Absence(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_bots_play_to_the_end(self):
        ann = Client(self.server, "Ann")
        table = ann.create(game="caprice", seats=[{"bot": "random"}, {"bot": "greedy"}])
        stream = Stream(ann, table)
        stream.wait(lambda event: event[2].get("table", {}).get("status") == "over")

    def test_who_leaves_is_played_for_and_may_come_back(self):
        people, table = self.start_game(self.server, level="random")
        self.assertEqual(people[0].post(f"/tables/{table}/leave").status, 200)
        stream = Stream(people[1], table)
        stream.wait(lambda event: event[2]["actors"] == [1])
        people[1].act(table, people[1].legal(table)[0])
        self.assertEqual(people[0].act(table, "place dr 0").code, "away")
        self.assertEqual(people[0].post(f"/tables/{table}/back").status, 200)
        people[1].act(table, "stay")
        stream.wait(lambda event: event[2]["actors"] == [0])
        time.sleep(0.3)
        self.assertEqual(people[0].snapshot(table)["actors"], [0])
        self.assertEqual(people[0].act(table, people[0].legal(table)[0]).status, 200)

    def test_time_runs_out(self):
        people, table = self.start_game(
            self.server, level="random", pace={"kind": "live", "bank": 10, "increment": 0}
        )
        clocks = people[0].snapshot(table)["clocks"]
        self.assertEqual([clock["left"] for clock in clocks], [10000, 10000])
        stream = Stream(people[1], table)
        event = stream.wait(
            lambda event: event[2]["kind"] == "away" if event[1] == "update" else False, 60
        )
        self.assertTrue(event[2]["table"]["seats"][0]["away"])
        stream.wait(lambda event: event[2]["actors"] == [1])

    def left(self, person, table, seat):
        return person.snapshot(table)["clocks"][seat]["left"]

    def wait_long(self, table, seconds):
        """The server is started again, and everything happened that much earlier."""
        self.server.stop()
        with sqlite3.connect(f"{self.folder}/capucine.db") as database:
            database.execute("UPDATE entries SET at=at-?", (1000 * seconds,))
            database.execute("UPDATE tables SET due=1 WHERE id=?", (table,))
        database.close()
        self.server.start()

    def go_and_come(self, person, table):
        self.assertEqual(person.post(f"/tables/{table}/leave").status, 200)
        return person.post(f"/tables/{table}/back")

    def test_leaving_and_coming_back_gains_no_time(self):
        people, table = self.start_game(
            self.server, level="master", pace={"kind": "live", "bank": 60, "increment": 10}
        )
        for person in people:  # one of them is waited for, until the bot has moved
            for _ in range(10):
                self.assertEqual(self.go_and_come(person, table).status, 200)
        before = [self.left(people[0], table, seat) for seat in (0, 1)]
        self.assertLessEqual(max(before), 60000)
        self.server.stop()
        self.server.start()
        self.assertEqual([self.left(people[0], table, seat) for seat in (0, 1)], before)

    def test_decisions_made_again_gain_no_time(self):
        people, table = self.start_game(
            self.server, pace={"kind": "live", "bank": 60, "increment": 60}
        )
        for _ in range(5):
            self.assertEqual(people[0].act(table, "place dr 0").status, 200)
            self.assertEqual(people[0].act(table, "stay").status, 200)
            self.assertEqual(people[0].post(f"/tables/{table}/undo", {"ask": True}).status, 200)
            agreed = people[1].post(f"/tables/{table}/undo/answer", {"agree": True})
            self.assertEqual(agreed.status, 200)
        self.assertEqual(people[0].snapshot(table)["count"], 0)
        self.assertLessEqual(self.left(people[0], table, 0), 120000)

    def test_what_was_taken_back_unseen_does_not_show_on_the_clock(self):
        people, table = self.start_game(
            self.server, "capitol", 3, pace={"kind": "live", "bank": 60, "increment": 60}
        )
        self.play_out(people, table, stop=3, choose=lambda actions: "pass")
        before = self.left(people[0], table, 1)
        for _ in range(3):
            people[1].act(table, people[1].legal(table)[0])
        people[0].act(table, "stop")
        self.assertEqual(people[1].post(f"/tables/{table}/undo", {"all": True}).status, 200)
        self.assertEqual(people[1].act(table, "stop").json["actors"], [2])
        self.assertGreater(self.left(people[0], table, 1), before + 30000)

    def test_who_comes_back_late_gets_a_little_time_once(self):
        people, table = self.start_game(
            self.server, level="master", pace={"kind": "live", "bank": 60, "increment": 0}
        )
        self.wait_long(table, 40)
        self.assertEqual(self.go_and_come(people[0], table).status, 200)
        self.assertEqual(self.left(people[0], table, 0), 60000)
        self.wait_long(table, 40)
        self.assertEqual(self.go_and_come(people[0], table).status, 200)
        self.assertLessEqual(self.left(people[0], table, 0), 20000)
        self.wait_long(table, 40)
        stream = Stream(people[1], table)
        stream.wait(lambda event: event[2]["table"]["seats"][0]["away"])
        answer = people[0].post(f"/tables/{table}/back")
        self.assertEqual((answer.status, answer.code), (409, "out_of_time"))

    def test_by_correspondence_every_turn_has_its_days(self):
        """Whoever comes back has what was left of this turn, and all of the next one."""
        day = 86400000
        pace = {"kind": "days", "days": 2}
        people, table = self.start_game(self.server, level="master", pace=pace)
        self.wait_long(table, 86400)
        self.assertEqual(self.go_and_come(people[0], table).status, 200)
        self.assertLessEqual(self.left(people[0], table, 0), day)
        people, table = self.start_game(self.server, level="random", pace=pace)
        self.wait_long(table, 86400)
        people[0].post(f"/tables/{table}/leave")
        stream = Stream(people[1], table)
        stream.wait(lambda event: event[2]["actors"] == [1])  # the bot has finished the turn
        self.assertEqual(people[0].post(f"/tables/{table}/back").status, 200)
        self.assertEqual(self.left(people[0], table, 0), 2 * day)

    def test_by_correspondence_agreeing_costs_no_time(self):
        people, table = self.start_game(self.server, pace={"kind": "days", "days": 2})
        people[0].act(table, "place dr 0")
        people[0].act(table, "stay")
        self.wait_long(table, 86400)
        people[0].post(f"/tables/{table}/undo", {"ask": True})
        people[1].post(f"/tables/{table}/undo/answer", {"agree": True})
        people[0].act(table, "place dr 0")
        people[0].act(table, "stay")
        shown = people[1].snapshot(table)
        self.assertEqual((shown["actors"], shown["clocks"][1]["left"]), ([1], 2 * 86400000))

    def test_no_clock_against_bots(self):
        ann = Client(self.server, "Ann")
        table = ann.create(
            game="caprice",
            seats=["me", {"bot": "random"}],
            order="fixed",
            pace={"kind": "live", "bank": 10, "increment": 0},
        )
        self.assertEqual(ann.snapshot(table)["clocks"], None)


if __name__ == "__main__":
    main()
