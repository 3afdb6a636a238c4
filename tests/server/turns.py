"""Nobody's wishes keep a server from the others': those who want to be told everything once more,
those who have bots play."""

import os
import re
import select
import socket
import sqlite3
import threading
import time

from support import PATIENCE, Client, ServerTest, Stream, follow, main


def figure(server, name):
    text = Client(server).get("//metrics").bytes.decode()
    return int(re.search(rf"^capucine_{name} (\d+)$", text, re.M)[1])


class LookingBack(ServerTest):
    def lengthen(self, server, table, count):
        """Starts the server again, with that many more lines of talk in the table's log."""
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            [(seq,)] = database.execute("SELECT seq FROM tables WHERE id=?", (table,))
            database.executemany(
                "INSERT INTO entries VALUES(?,?,1,'chat','x',-1,NULL,?,'x')",
                [(table, seq + 1 + i, '{"name":"","text":""}') for i in range(count)],
            )
            database.execute("UPDATE tables SET seq=? WHERE id=?", (seq + count, table))
        database.close()
        server.start()

    def ask_for_everything(self, server, table, count):
        """Sockets of so many visitors who want to be told the whole log."""
        many = []
        for _ in range(count):
            one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
            one.sendall(
                f"GET /api/v1/tables/{table}/events HTTP/1.1\r\nHost: x\r\n"
                "Last-Event-ID: 0-s\r\n\r\n".encode()
            )
            many.append(one)
        return many

    def test_others_are_served_meanwhile(self):
        """There is one thread for requests, and it has more to do than to tell old stories."""
        server = self.serve("--handlers", "1")
        (ann, bob), table = self.start_game(server)
        other = ann.create(game="caprice", seats=["me", "open"])
        self.lengthen(server, table, 3500)
        keen = Stream(ann, table)
        many = self.ask_for_everything(server, table, 40)
        self.assertEqual(ann.get("/me").status, 200)
        self.assertEqual(ann.snapshot(other)["version"], 1)
        self.assertEqual(ann.act(table, "place dr 0").status, 200)
        keen.until(bob.view(table)["version"])
        told = select.select(many, [], [], 0)[0]
        self.assertLess(len(told), len(many))
        for one in told:
            self.assertTrue(one.recv(4096).startswith(b"HTTP/1.1 200"))
        for one in many:
            one.close()

    def test_who_asks_all_the_time_is_shown_the_present(self):
        """As anyone may, without a session, at the default limits: no more than a start and one a
        second."""
        server = self.serve("--rate", "50")
        people, table = self.start_game(server)
        stranger, kinds = Client(server), []
        while "snapshot" not in kinds:
            self.assertLess(len(kinds), 300)
            stream = Stream(stranger, table, "0-s")
            kinds.append(stream.wait(lambda event: True)[1])
            stream.close()
        self.assertGreaterEqual(kinds.count("update"), 30)
        self.assertEqual(figure(server, "catch_ups_total"), kinds.count("update"))
        # the present costs nothing, and those who have missed nothing get nothing
        stream = Stream(stranger, table, f"{stranger.view(table)['version']}-s").open()
        people[0].act(table, "place dr 0")
        self.assertEqual(stream.wait(lambda event: True)[1], "update")

    def test_a_very_long_log_is_not_told_again(self):
        server = self.serve()
        (ann, _), table = self.start_game(server)
        self.lengthen(server, table, 4000)
        event = Stream(ann, table, "0-0").wait(lambda event: True)
        self.assertEqual(event[1], "snapshot")
        self.assertEqual(figure(server, "catch_ups_total"), 0)

    def test_nothing_is_lost_or_told_twice_while_a_game_goes_on(self):
        server = self.serve()
        people, table = self.start_game(server, "capitol")
        whole, done = Stream(people[1], table, "0-1"), threading.Event()
        players = [Client(server) for _ in people]
        for player, person in zip(players, people):
            player.cookie = person.cookie

        def play():
            try:
                self.play_out(players, table, stop=150)
            finally:
                done.set()

        thread = threading.Thread(target=play)
        thread.start()
        streams = []
        while not done.is_set():
            streams.append(Stream(people[1], table, "0-1"))
            streams[-1].wait(lambda event: True)
            whole.read(0)
        thread.join()
        end = people[1].view(table)["version"]
        for stream in [whole] + streams[:3] + streams[-10:]:
            events = stream.events
            while not events or events[-1][2]["version"] < end:
                if not stream.read(PATIENCE):  # it was a portion
                    stream.close()
                    stream = Stream(people[1], table, events[-1][0] if events else "0-1")
                    events += stream.events
                    stream.events = events
            self.assertEqual([event[2]["version"] for event in events], list(range(1, end + 1)))
            self.assertEqual(follow(events)[0], people[1].snapshot(table)["history"])
        for stream in streams:
            stream.close()


class Bots(ServerTest):
    """Who comes first is read from the store, by the times of moves; there is one thread for
    bots. Those of the many think for longer than a millisecond, and their games are long."""

    MANY = {"game": "capitol", "seats": [{"bot": "expert"}] * 4}
    LONG = 120  # seconds, for machines that do much else

    def moves(self):
        """(table, seat) of all moves, in order."""
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            rows = database.execute(
                "SELECT table_id, seat FROM entries WHERE kind='act'" " ORDER BY at, table_id, seq"
            ).fetchall()
        database.close()
        return rows

    def others_before(self, table, human=None):
        """For each move of a bot at the table: how many moves were made elsewhere since the one
        before it at the table."""
        counts, others = [], None
        for other, seat in self.moves():
            if other == table:
                if others is not None and seat != human:
                    counts.append(others)
                others = 0
            elif others is not None:
                others += 1
        return counts

    def visitor(self, server, name, address):
        """Somebody who comes by a proxy from that address."""
        client = Client(server)
        plain = client.headers
        client.headers = lambda more=None: dict(plain(more), **{"X-Forwarded-For": address})
        self.assertEqual(client.post("/session", {"name": name}).status, 201)
        return client

    def test_guests_of_one_address_have_one_share(self):
        server = self.serve("--bots", "1", "--trust-proxy", "1")
        streams = []
        for i in range(12):
            guest = self.visitor(server, f"Guest {i}", f"2001:db8::{i}")
            streams.append(Stream(guest, guest.create(**self.MANY)))
        bob = self.visitor(server, "Bob", "192.0.2.1")
        table = bob.create(game="capitol", seats=[{"bot": "beginner"}] * 4)
        streams.append(Stream(bob, table))
        streams[-1].wait(lambda event: event[2]["count"] >= 12, self.LONG)
        counts = self.others_before(table)[1:11]
        self.assertLessEqual(sum(counts), 20, counts)  # and not 120
        for stream in streams:
            stream.close()

    def test_tables_that_people_play_at_come_first(self):
        """Before those that others look at, and those that nobody looks at."""
        server = self.serve("--bots", "1")
        guests = [Client(server, f"Guest {i}") for i in range(8)]
        tables = [guest.create(**self.MANY) for guest in guests]
        streams = [Stream(guest, table) for guest, table in zip(guests[:4], tables)]
        bob = Client(server, "Bob")
        table = bob.create(game="caprice", seats=["me"] + [{"bot": "casual"}] * 3, order="fixed")
        stream = Stream(bob, table)
        for _ in range(4):  # moves: some of them end a turn
            stream.wait(lambda event: 0 in event[2]["actors"], self.LONG)
            self.assertEqual(bob.act(table, bob.legal(table)[0]).status, 200)
            stream.events.clear()
        stream.wait(lambda event: 0 in event[2]["actors"], self.LONG)
        counts = self.others_before(table, human=0)
        self.assertGreaterEqual(len(counts), 3)
        self.assertLessEqual(sum(counts), 2 * len(counts), counts)
        for one in streams + [stream]:
            one.close()

    def test_whoever_begins_to_look_need_not_wait(self):
        server = self.serve("--bots", "1")
        tables = [Client(server, f"Guest {i}").create(**self.MANY) for i in range(8)]
        stream = Stream(Client(server), tables[-1])
        begun = stream.events[0][2]["count"]
        stream.wait(lambda event: event[2]["count"] >= begun + 12, self.LONG)
        counts = self.others_before(tables[-1])[begun + 1 : begun + 11]
        self.assertLessEqual(sum(counts), 10, counts)  # and not 70
        stream.close()

    def test_a_game_by_correspondence_goes_on_while_nobody_is_here(self):
        """Also if others look at more tables than there is time for."""
        server = self.serve("--bots", "1")
        guests = [Client(server, f"Guest {i}") for i in range(4)]
        streams = [Stream(guest, guest.create(**self.MANY)) for guest in guests]
        ann, bob = Client(server, "Ann"), Client(server, "Bob")
        table = ann.create(
            game="caprice",
            seats=["me", {"bot": "casual"}, "open"],
            order="fixed",
            pace={"kind": "days", "days": 3},
        )
        self.assertEqual(bob.post(f"/tables/{table}/sit").status, 200)
        while 0 in ann.view(table)["actors"]:
            self.assertEqual(ann.act(table, ann.legal(table)[0]).status, 200)
        end = time.monotonic() + self.LONG
        while 1 in ann.view(table)["actors"]:
            self.assertLess(time.monotonic(), end)
            streams[0].read(0.1)
        self.assertEqual(ann.view(table)["actors"], [2])
        for stream in streams:
            stream.close()

    def test_a_game_without_people_comes_to_its_end(self):
        server = self.serve()
        ann = Client(server, "Ann")
        table = ann.create(game="caprice", seats=[{"bot": "club"}] * 4)
        end = time.monotonic() + self.LONG
        while ann.snapshot(table)["table"]["status"] != "over":
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)


if __name__ == "__main__":
    main()
