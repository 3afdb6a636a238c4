"""People at one table: who is here, what can be done about those who vanish, bots for empty seats."""

import os
import socket
import subprocess
import time

from support import CAPUCINE, PATIENCE, Client, ServerTest, Stream, main


def here(*expected):
    """Whether just these seats are at the table."""
    return lambda seats: [seat.get("here") for seat in seats] == list(expected)


class Presence(ServerTest):
    def test_players_are_told_who_is_here(self):
        (ann, bob), table = self.start_game(self.serve())
        stream = Stream(ann, table, presence=True)
        before = stream.present(here(True, False))
        self.assertIn("left", before[1])
        other = Stream(bob, table)
        seats = stream.present(here(True, True))
        self.assertNotIn("left", seats[1])
        other.close()
        seats = stream.present(here(True, False))
        self.assertLessEqual(seats[1]["left"], stream.presences[-1]["at"])

    def test_it_is_told_since_when_a_seat_is_waited_for(self):
        (ann, bob), table = self.start_game(self.serve())
        stream = Stream(ann, table, presence=True)
        self.assertIn("turn", stream.present(lambda seats: "turn" in seats[0])[0])
        ann.act(table, "place dr 0")
        ann.act(table, "stay")
        seats = stream.present(lambda seats: "turn" in seats[1])
        self.assertNotIn("turn", seats[0])

    def test_only_players_who_ask_are_told(self):
        server = self.serve()
        (ann, bob), table = self.start_game(server)
        player = Stream(ann, table, presence=True)
        silent = Stream(bob, table)
        watcher = Stream(Client(server, "Watcher"), table, presence=True)
        stranger = Stream(Client(server), table, presence=True)
        player.present(here(True, True))
        silent.close()
        player.present(here(True, False))
        self.assertEqual(silent.presences, [])
        for stream in (watcher, stranger):
            stream.read(0.2)
            self.assertEqual(stream.presences, [])

    def test_it_counts_for_no_version_and_is_told_once(self):
        (ann, bob), table = self.start_game(self.serve())
        stream = Stream(ann, table, presence=True)
        stream.present(here(True, False))
        version = ann.view(table)["version"]
        other = Stream(bob, table)
        stream.present(here(True, True))
        self.assertEqual(ann.view(table)["version"], version)
        self.assertEqual([event[1] for event in stream.events], ["snapshot"])
        told = len(stream.presences)
        while stream.read(2.5):  # longer than it takes to look again
            self.assertEqual(len(stream.presences), told)
        last = stream.last
        stream.close()
        again = Stream(ann, table, last, presence=True)
        again.present(here(True, True))
        self.assertEqual(again.events, [])
        other.close()


class Vanished(ServerTest):
    flags = ("--gone-after", "1")

    def begin(self, **setup):
        """Bob is waited for, and not there; when Ann is told that he has vanished."""
        (ann, bob), table = self.start_game(self.serve(), **setup)
        stream = Stream(ann, table, presence=True)
        for action in ("place dr 0", "stay"):
            self.assertEqual(ann.act(table, action).status, 200)
        return ann, bob, table, stream

    def replace(self, person, table, seat=1):
        return person.post(f"/tables/{table}/replace", {"seat": seat})

    def test_a_bot_plays_until_they_are_back(self):
        ann, bob, table, stream = self.begin(level="random")
        stream.present(lambda seats: seats[1].get("vanished"))
        self.assertEqual(self.replace(ann, table).status, 200)
        update = stream.wait(lambda event: event[2].get("kind") == "away")[2]
        self.assertTrue(update["table"]["seats"][1]["away"])
        self.assertEqual((update["seat"], update["why"]), (1, "gone"))
        self.assertEqual(self.replace(ann, table).code, "away")
        # the bot plays for him; he takes over with one request
        stream.wait(lambda event: any(seat == 1 for seat, _ in event[2].get("actions", [])))
        self.assertEqual(bob.post(f"/tables/{table}/back").status, 200)
        self.assertFalse(bob.snapshot(table)["table"]["seats"][1]["away"])

    def test_nobody_who_is_here_is_replaced(self):
        self.flags = ("--gone-after", "4")  # so that whoever has just left is asked for in time
        ann, bob, table, stream = self.begin()
        other = Stream(bob, table)
        time.sleep(4.2)
        self.assertEqual(self.replace(ann, table).code, "not_gone")
        other.close()
        stream.present(here(True, False))
        self.assertEqual(self.replace(ann, table).code, "not_gone")
        stream.present(lambda seats: seats[1].get("vanished"))
        self.assertEqual(self.replace(ann, table).status, 200)

    def test_with_a_running_clock_the_others_need_not_wait_for_its_end(self):
        pace = {"kind": "live", "bank": 900, "increment": 10}
        ann, bob, table, stream = self.begin(pace=pace, level="random")
        stream.present(lambda seats: seats[1].get("vanished"))
        self.assertEqual(self.replace(ann, table).status, 200)
        stream.wait(lambda event: any(seat == 1 for seat, _ in event[2].get("actions", [])))
        self.assertEqual(bob.post(f"/tables/{table}/back").status, 200)
        left = bob.snapshot(table)["clocks"][1]["left"]
        self.assertTrue(800_000 < left <= 900_000, left)

    def test_who_comes_later_is_told_that_a_bot_played(self):
        ann, bob, table, stream = self.begin(level="random")
        self.assertEqual(ann.snapshot(table)["happenings"], [])
        before = ann.snapshot(table)["count"]
        stream.present(lambda seats: seats[1].get("vanished"))
        self.assertEqual(self.replace(ann, table).status, 200)
        stream.wait(lambda event: any(seat == 1 for seat, _ in event[2].get("actions", [])))
        self.assertEqual(bob.post(f"/tables/{table}/back").status, 200)
        told = bob.snapshot(table)["happenings"]
        self.assertEqual(
            [(one["kind"], one["seat"], one.get("why")) for one in told],
            [("away", 1, "gone"), ("back", 1, None)],
        )
        self.assertEqual(told[0]["count"], before)
        self.assertGreater(told[1]["count"], before)
        self.assertLessEqual(told[0]["at"], told[1]["at"])
        self.servers[0].stop()
        self.servers[0].start()
        self.assertEqual(ann.snapshot(table)["happenings"], told)

    def test_nor_anybody_by_correspondence_or_whose_turn_it_is_not(self):
        ann, bob, table, stream = self.begin(pace={"kind": "days", "days": 3})
        time.sleep(1.2)
        self.assertEqual(self.replace(ann, table).code, "not_gone")
        self.assertEqual(self.replace(bob, table, 0).code, "not_gone")
        for seat in (0, 7, None):
            body = {} if seat is None else {"seat": seat}
            self.assertEqual(ann.post(f"/tables/{table}/replace", body).status, 400, seat)
        stranger = Client(self.servers[0], "Stranger")
        self.assertEqual(self.replace(stranger, table).code, "bad_seat")

    def end(self, person, table, agree=True):
        return person.post(f"/tables/{table}/end", {"agree": agree})

    def test_without_those_who_vanished_the_others_end_the_game(self):
        ann, bob, table, stream = self.begin()
        stream.present(lambda seats: seats[1].get("vanished"))
        self.assertEqual(self.end(ann, table).status, 200)
        self.assertEqual(ann.snapshot(table)["table"]["status"], "closed")
        self.assertEqual(self.end(ann, table).code, "closed")

    def test_all_others_must_agree_to_end_it(self):
        ann, bob, table, stream = self.begin()
        other = Stream(bob, table)
        stream.present(here(True, True))
        self.assertEqual(self.end(bob, table, False).code, "nobody_asked")
        self.assertEqual(self.end(ann, table).status, 200)
        shown = bob.snapshot(table)["table"]
        self.assertEqual((shown["status"], shown["ending"]["seat"]), ("running", 0))
        self.assertEqual((shown["ending"]["of"], shown["ending"]["agreed"]), ([1], [0]))
        self.assertEqual(self.end(ann, table).code, "agreed")
        self.assertEqual(self.end(bob, table, False).status, 200)
        self.assertIsNone(ann.snapshot(table)["table"]["ending"])
        self.assertEqual(self.end(bob, table).status, 200)
        self.assertEqual(self.end(ann, table).status, 200)
        self.assertEqual(ann.snapshot(table)["table"]["status"], "closed")
        self.servers[0].stop()
        self.servers[0].start()
        self.assertEqual(bob.snapshot(table)["table"]["status"], "closed")
        other.close()


class Nudges(ServerTest):
    def test_a_reminder_goes_out_at_once_and_once_a_turn(self):
        out = os.path.join(self.folder, "mails")
        mail = ("--mail", f"cat >>{out}; echo >>{out}", "--notice-after", "86400")
        server = self.serve(*mail)
        ann, bob = Client(server, "Ann"), self.reachable(server, "Bob", out)
        table = ann.create(game="caprice", seats=["me", "open"], order="fixed")
        bob.post(f"/tables/{table}/sit", {})
        nudge = lambda seat=1: ann.post(f"/tables/{table}/nudge", {"seat": seat})
        self.assertEqual(nudge().code, "not_waited_for")
        ann.act(table, "place dr 0")
        ann.act(table, "stay")
        stream = Stream(bob, table)
        self.assertEqual(nudge().code, "is_here")
        stream.close()
        self.assertTrue(self.comes(lambda: nudge().status == 200))
        self.assertEqual(nudge().status, 200)
        turns = lambda: [one for one in self.mails(out) if one["kind"] == "turn"]
        self.assertTrue(self.comes(turns))
        time.sleep(1)
        self.assertEqual([one["name"] for one in turns()], ["Bob"])
        self.assertEqual(bob.post(f"/tables/{table}/nudge", {"seat": 0}).code, "not_waited_for")

    def test_who_has_no_address_cannot_be_reminded(self):
        (ann, bob), table = self.start_game(self.serve())
        self.assertEqual(bob.post(f"/tables/{table}/nudge", {"seat": 0}).code, "no_contact")

    def test_a_mail_command_gets_no_notice_without_an_address(self):
        """The webhook does, which may know the person."""
        out = os.path.join(self.folder, "mails")
        server = self.serve(
            "--mail",
            f"cat >>{out}; echo >>{out}",
            "--webhook",
            "http://127.0.0.1:1/",
            "--notice-after",
            "1",
        )
        (ann, bob), table = self.start_game(server)
        reached = self.reachable(server, "Cleo", out)
        other = reached.create(game="caprice", seats=["me", "open"], order="fixed")
        ann.post(f"/tables/{other}/sit", {})
        turns = lambda: [one for one in self.mails(out) if one["kind"] == "turn"]
        self.assertTrue(self.comes(turns))
        self.assertTrue(self.comes(lambda: "webhook" in server.read_log()))
        self.assertEqual({one["to"] for one in turns()}, {"cleo@example.org"})


class Filling(ServerTest):
    def test_bots_take_the_empty_seats(self):
        server = self.serve()
        ann, bob = Client(server, "Ann"), Client(server, "Bob")
        table = ann.create(game="caprice", seats=["me", "open", "invite", "open"], order="fixed")
        fill = lambda person, **body: person.post(f"/tables/{table}/fill", body)
        self.assertEqual(fill(bob).code, "forbidden")
        self.assertEqual(fill(ann, level="nonsense").status, 400)
        self.assertEqual(fill(ann, seat=0).code, "seat_taken")
        self.assertEqual(fill(ann, seat=1, level="random").status, 200)
        seats = ann.snapshot(table)["table"]["seats"]
        self.assertEqual([seat["kind"] for seat in seats], ["person", "bot", "invited", "open"])
        self.assertEqual(seats[1]["level"], "random")
        self.assertEqual(fill(ann, seat=1).code, "seat_taken")
        self.assertEqual(fill(ann).status, 200)
        shown = ann.snapshot(table)["table"]
        self.assertEqual(shown["status"], "running")
        self.assertEqual([seat["kind"] for seat in shown["seats"]], ["person"] + ["bot"] * 3)
        self.assertEqual(shown["seats"][3]["level"], "casual")
        self.assertEqual(fill(ann).code, "has_begun")
        server.stop()
        server.start()
        self.assertEqual(ann.snapshot(table)["table"]["seats"], shown["seats"])

    def test_nobody_sits_on_a_bots_seat(self):
        server = self.serve()
        ann, bob = Client(server, "Ann"), Client(server, "Bob")
        table = ann.create(game="caprice", seats=["me", "open", "open"])
        ann.post(f"/tables/{table}/fill", {"seat": 1})
        self.assertEqual(bob.post(f"/tables/{table}/sit", {"seat": 1}).code, "seat_taken")


class Asking(ServerTest):
    def test_a_request_says_which_action(self):
        (ann, bob), table = self.start_game(self.serve())
        for action in ("place dr 0", "stay"):
            ann.act(table, action)
        bob.act(table, "place dr 1")
        self.assertEqual(ann.post(f"/tables/{table}/undo", {"ask": True}).status, 200)
        shown = bob.snapshot(table)
        asked = shown["table"]["asked"]
        self.assertEqual(shown["history"][asked["to"]][0], asked["seat"])
        self.assertIn(shown["history"][asked["to"]][1], ("place dr 0", "stay"))


class Answers(ServerTest):
    def test_a_table_is_another_once_somebody_is_muted(self):
        (ann, bob), table = self.start_game(self.serve())
        bob.post(f"/tables/{table}/chat", {"text": "hello"})
        first = ann.get(f"/tables/{table}")
        again = {"If-None-Match": first.headers["ETag"]}
        self.assertEqual(ann.get(f"/tables/{table}", again).status, 304)
        ann.post("/me/mutes", {"person": bob.id, "muted": True})
        answer = ann.get(f"/tables/{table}", again)
        self.assertEqual((answer.status, answer.json["chat"]), (200, []))
        again = {"If-None-Match": answer.headers["ETag"]}
        self.assertEqual(ann.get(f"/tables/{table}", again).status, 304)

    def test_a_key_makes_one_table_only(self):
        ann = Client(self.serve(), "Ann")
        key = {"Idempotency-Key": "table"}
        setup = {"game": "caprice", "seats": [{"bot": "random"}, "me", "invite"]}
        first = ann.post("/tables", setup, key).json["id"]
        self.assertEqual(ann.post("/tables", setup, key).json["id"], first)
        before = ann.snapshot(first)["table"]["seats"]
        for other in (
            {"seats": ["me", {"bot": "random"}, "invite"]},
            {"seats": [{"bot": "random"}, "open", "open", "me"]},
            {"seats": [{"bot": "random"}, "invite", "me"]},
            {"game": "capone"},
            {"public": True},
            {"options": {"first": "0"}},
        ):
            answer = ann.post("/tables", {**setup, **other}, key)
            self.assertEqual((answer.status, answer.code), (409, "conflict"), other)
        self.assertEqual(ann.snapshot(first)["table"]["seats"], before)

    def test_a_path_in_the_public_address_is_refused(self):
        done = subprocess.run(
            [CAPUCINE, "serve", "--public-url", "https://games.example/capucine"]
            + ["--listen", "127.0.0.1:0", "--store", f"sqlite:{self.folder}/x.db"],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("without a path", done.stderr)

    def test_targets_may_be_whole_addresses(self):
        server = self.serve()
        for target, expected in (
            ("http://127.0.0.1/api/v1", '"name":"capucine"'),
            ("http://127.0.0.1/api/v1/nothing", "not_found"),
            ("http://127.0.0.1/api/v1/tables?limit=0", "bad_request"),
        ):
            one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            one.sendall(f"GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
            answer = b""
            while more := one.recv(65536):
                answer += more
            one.close()
            self.assertIn(expected, answer.decode(), target)


if __name__ == "__main__":
    main()
