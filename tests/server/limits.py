"""Nonsense, floods and strangers: answered with a code, never by breaking."""

import http.client
import json
import os
import random
import re
import resource
import socket
import sqlite3
import sys
import threading
import time

from support import Client, ServerTest, Stream, main

TEXTS = [None, True, 0, -1, 10**20, 1.5, "", "x" * 20000, "\u0000", "é", [], {}, [[]], {"a": {}}]


class Nonsense(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        people, self.table = self.start_game(self.server)
        self.ann = people[0]

    def routes(self):
        """Every route of the server with its path filled in."""
        for route in self.ann.get("").json["routes"]:
            method, path = route["method"], route["path"]
            part = self.table if "/tables/" in path else self.ann.id
            yield method, path.replace("*", part)

    def test_wrong_bodies_everywhere(self):
        draw = random.Random(3)
        members = [
            "name",
            "password",
            "token",
            "game",
            "seats",
            "options",
            "public",
            "pace",
            "order",
            "level",
            "mix",
            "seat",
            "invite",
            "action",
            "version",
            "all",
            "ask",
            "agree",
            "text",
            "note",
            "person",
            "muted",
            "old",
            "language",
            "contact",
        ]
        for method, path in self.routes():
            if method == "GET" or (method == "DELETE" and path.endswith("/me")):
                continue
            for _ in range(12):
                body = {key: draw.choice(TEXTS) for key in draw.sample(members, 3)}
                answer = self.ann.ask(method, "/" + path, body)
                self.assertLess(answer.status, 500, (path, body, answer.bytes))
                if answer.status >= 400:
                    self.assertTrue(answer.code)
        self.assertEqual(Client(self.server).get("//healthz").status, 200)

    def test_bodies_that_are_not_json(self):
        kind = {"Content-Type": "application/json"}
        path = f"/tables/{self.table}/act"
        for body in (
            b"{",
            b"[]",
            b"null",
            b"\xff\xfe",
            b'{"action":"a","action":"b"}',
            b"{" * 5000,
            b'{"action":"\\u0000"}',
            b'"' + b"x" * 100,
        ):
            answer = self.ann.ask("POST", path, body, kind)
            self.assertEqual(answer.status, 400, body)
            self.assertIn(answer.code, ("bad_json", "bad_request"))
        answer = self.ann.ask("POST", path, b'{"action":"stay"}', {"Content-Type": "text/plain"})
        self.assertEqual(answer.status, 415)
        answer = self.ann.ask("POST", path, b" " * 200000, kind)
        self.assertEqual((answer.status, answer.code), (413, "too_large"))

    def test_refusals_are_json_whatever_they_cite(self):
        texts = ["x" * i + "é" * 300 for i in range(4)] + ["x" * i + "😀" * 200 for i in range(4)]
        good = {"game": "caprice", "seats": ["me", "open"]}
        for text in texts:
            bodies = (
                {text: 1},
                dict(good, **{text: 1}),
                dict(good, options={text: "x"}),
                dict(good, options={"first": text}),
                dict(good, game=text),
                dict(good, level=text),
            )
            for body in bodies:
                answer = self.ann.post("/tables", body)
                self.assertEqual(answer.status, 400, body)
                self.assertIn("message", json.loads(answer.bytes.decode())["error"], body)
                self.assertNotIn("?", answer.json["error"]["message"])
            answer = self.ann.act(self.table, text)
            self.assertIn("message", json.loads(answer.bytes.decode())["error"])
            for body in (
                text.encode(),
                b'{"a":' + text.encode()[:-1],
                b'"' + text.encode()[:-1],
                b'{"\x9b\x7f',
                b'{"a":\x7f',
            ):
                answer = self.ann.ask("POST", "/tables", body, {"Content-Type": "application/json"})
                message = json.loads(answer.bytes.decode())["error"]["message"]
                self.assertTrue(message.isprintable(), message)

    def test_setups(self):
        good = {"game": "caprice", "seats": ["me", "open"]}
        for change in (
            {"game": "chess"},
            {"game": 3},
            {"seats": []},
            {"seats": ["me"] * 2},
            {"seats": ["me"] + ["open"] * 9},
            {"seats": "me"},
            {"seats": [{"bot": "x"}]},
            {"options": []},
            {"options": {"first": 1}},
            {"options": {"x": "y"}},
            {"options": {"contracts": "equal", "third": "choose"}},
            {"pace": {"kind": "fast"}},
            {"pace": 3},
            {"pace": {"kind": "live", "bank": 0}},
            {"order": "up"},
            {"level": "genius"},
            {"level": "plain"},
            {"public": "yes"},
            {"mix": "x" * 65},
            {"unknown": 1},
        ):
            answer = self.ann.post("/tables", dict(good, **change))
            self.assertEqual(answer.status, 400, (change, answer.bytes))

    def test_paths_and_methods(self):
        for path in (
            "/",
            "/nothing",
            "/tables//act",
            "/tables/" + "x" * 300,
            "/tables/%00",
            "/tables/../me",
            "/tables/x/act/y",
        ):
            self.assertIn(self.ann.get(path).status, (400, 404), path)
        self.assertEqual(self.ann.get(f"/tables/{self.table}/act").status, 405)
        self.assertEqual(self.ann.ask("PUT", "/me", {}).status, 405)
        self.assertEqual(self.ann.ask("HEAD", "//healthz").status, 200)

    def test_ids_that_are_no_text_are_not_found(self):
        for part in ("%ff", "%fe%00", "x%c3", "%ed%a0%80", "%c0%80", "%1b%5b2J", "%7f", "%c2%9b"):
            for path in (f"/tables/{part}", f"/people/{part}", f"/tables/{part}/view"):
                answer = self.ann.get(path)
                self.assertEqual((answer.status, answer.code), (404, "not_found"), path)
            answer = self.ann.post(f"/tables/{part}/act", {"action": "stay"})
            self.assertEqual((answer.status, answer.code), (404, "not_found"), part)
        self.assertEqual(self.ann.get("//healthz").status, 200)

    def test_keys_that_are_no_text_are_refused(self):
        for key in ("\xff", "caf\xe9", "a\tb", "\x7f", "\xc3\xa9", "x" * 65):
            answer = self.ann.act(self.table, "place dr 0", key)
            self.assertEqual((answer.status, answer.code), (400, "bad_request"), key)
            self.assertIn("ASCII", answer.json["error"]["message"])
        self.assertEqual(self.ann.act(self.table, "place dr 0", "~ key !").status, 200)

    def test_the_log_has_no_control_characters(self):
        for style in ("text", "json"):
            self.server.stop()
            self.server = self.serve("--verbose", "1", "--log", style)
            for path in ("%1b%5b2J", "%7f", "%c2%9b2J", "%ff%80", "caf%c3%a9"):
                Client(self.server).get("//" + path)
        self.server.stop()
        with open(os.path.join(self.folder, "log"), "rb") as file:
            log = file.read().decode()  # it is UTF-8
        self.assertIn("/café", log)
        for line in log.splitlines():
            self.assertTrue(line.isprintable(), line)

    def test_other_sites(self):
        for headers in (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
        ):
            answer = self.ann.post(f"/tables/{self.table}/act", {"action": "place dr 0"}, headers)
            self.assertEqual((answer.status, answer.code), (403, "bad_origin"), headers)
        own = {"Origin": f"http://127.0.0.1:{self.server.port}"}
        self.assertEqual(
            self.ann.post(f"/tables/{self.table}/act", {"action": "place dr 0"}, own).status, 200
        )

    def test_headers(self):
        for path in ("//", "/games", "/me", "/nothing"):
            headers = self.ann.get(path).headers
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            policy = headers["Content-Security-Policy"]
            self.assertNotIn("unsafe", policy.replace("'wasm-unsafe-eval'", ""))
            self.assertEqual(len(headers["X-Request-Id"]), 16)
        self.assertIn("capucine_moves_total", self.ann.get("//metrics").bytes.decode())

    def test_requests_whose_end_is_not_clear_are_refused(self):
        hidden = b"GET /api/v1/hidden HTTP/1.1\r\nHost: x\r\n\r\n"
        size = b"Content-Length: %d\r\n" % len(hidden)
        for lengths, body in (
            (b"Content-Length: 2\r\n" + size, b"{}" + hidden),
            (size + b"content-length: 2\r\n", b"{}" + hidden),
            (size + size, hidden),
            (size + b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n" + hidden),
            (b"Transfer-Encoding: chunked\r\n" + size, b"0\r\n\r\n" + hidden),
        ):
            with socket.create_connection(("127.0.0.1", self.server.port), 5) as raw:
                raw.sendall(
                    b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\n"
                    b"Content-Type: application/json\r\n" + lengths + b"\r\n" + body
                )
                answer = b""
                try:
                    while more := raw.recv(65536):
                        answer += more
                except ConnectionError:  # closed with what was not read
                    pass
            self.assertTrue(answer.startswith(b"HTTP/1.1 400"), (lengths, answer))
            self.assertEqual(answer.count(b"HTTP/1.1"), 1, (lengths, answer))

    def test_bytes_that_are_no_http(self):
        draw = random.Random(5)
        for text in (
            b"\r\n" * 50,
            b"GET\r\n\r\n",
            b"GET / HTTP/9.9\r\n\r\n",
            b"\0" * 400,
            b"POST /api/v1/session HTTP/1.1\r\nHost: x\r\nContent-Length: -4\r\n\r\n",
            b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: " + b"x" * 70000 + b"\r\n\r\n",
            bytes(draw.randrange(256) for _ in range(3000)),
        ):
            with socket.create_connection(("127.0.0.1", self.server.port), 5) as raw:
                try:
                    raw.sendall(text)
                    raw.shutdown(socket.SHUT_WR)
                    raw.recv(1000)
                except OSError:
                    pass
        self.assertEqual(self.ann.get("/me").status, 200)


def is_closed(connection):
    """Whether the server has ended it."""
    try:
        return connection.recv(1, socket.MSG_PEEK) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True


def is_healthy(server):
    try:
        return Client(server).get("//healthz").status == 200
    except (OSError, http.client.HTTPException):
        return False


def cpu_seconds(server):
    text = Client(server).get("//metrics").bytes.decode()
    return float(re.search(r"^process_cpu_seconds_total (\S+)$", text, re.M)[1])


class Floods(ServerTest):
    def test_rates(self):
        server = self.serve("--rate", "5")
        ann = Client(server, "Ann")
        statuses = [ann.get("/me").status for _ in range(60)]
        self.assertIn(429, statuses)
        self.assertGreaterEqual(statuses.count(200), 15)
        time.sleep(1.2)
        self.assertEqual(ann.get("/me").status, 200)
        self.assertEqual(Client(server).get("//healthz").status, 200)

    def test_tables_of_one_person(self):
        server = self.serve("--tables", "3")
        ann = Client(server, "Ann")
        for _ in range(3):
            ann.create(game="caprice", seats=["me", "open"])
        answer = ann.post("/tables", {"game": "caprice", "seats": ["me", "open"]})
        self.assertEqual((answer.status, answer.code), (429, "too_many"))

    def test_tables_of_one_person_made_at_once(self):
        server = self.serve("--tables", "1")
        ann = Client(server, "Ann")
        statuses = self.at_once(ann, 20, "/tables", {"game": "caprice", "seats": ["me", "open"]})
        self.assertEqual(statuses, [201] + [429] * 19)

    def test_bots_of_one_person_made_at_once(self):
        server = self.serve()
        statuses = self.at_once(Client(server, "Ann"), 30, "/me/bots", {"name": "Robot"})
        self.assertEqual(statuses, [201] * 20 + [429] * 10)

    def at_once(self, person, count, path, body):
        """The same request on many connections; the statuses of the answers in order."""
        barrier, statuses = threading.Barrier(count), []

        def ask():
            clone = Client(person.server)
            clone.cookie = person.cookie
            barrier.wait(60)
            statuses.append(clone.post(path, body).status)

        threads = [threading.Thread(target=ask) for _ in range(count)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        return sorted(statuses)

    def cost(self, server, path):
        """Processor time of the server for a request, in milliseconds: the least of a few."""
        ann, costs = Client(server), []
        for _ in range(3):
            before = cpu_seconds(server)
            for _ in range(5):
                self.assertEqual(len(ann.get(path).json["tables"]), 100)
            costs.append(200 * (cpu_seconds(server) - before))
        return min(costs)

    def test_lists_cost_the_same_however_many_tables_there_are(self):
        server = self.serve("--tables", "1000")
        ann = Client(server, "Ann")
        table = ann.create(game="caprice", seats=["me", "open"], public=True)
        costs = []
        for first, last in ((1, 99), (100, 6000)):
            server.stop()
            with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
                columns = database.execute("SELECT name FROM pragma_table_info('tables')")
                names = ", ".join(name for name, in columns if name != "id")
                database.execute(
                    "WITH RECURSIVE n(i) AS (SELECT ? UNION ALL SELECT i+1 FROM n WHERE i<?)"
                    f" INSERT INTO tables(id, {names}) SELECT id || i, {names} FROM tables, n"
                    " WHERE id=?",
                    (first, last, table),
                )
            database.close()
            server.start()
            costs.append([self.cost(server, "/tables" + query) for query in ("", "?players=2")])
        for few, many in zip(*costs):
            self.assertLess(many, 3 * few, costs)

    def fill(self, server, table, person, count):
        """Starts the server again, with that many more lines of talk in the table's log."""
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            [(seq,)] = database.execute("SELECT seq FROM tables WHERE id=?", (table,))
            database.executemany(
                "INSERT INTO entries VALUES(?,?,1,'chat',?,-1,NULL,?,'x')",
                [(table, seq + 1 + i, person, '{"name":"","text":""}') for i in range(count)],
            )
            database.execute("UPDATE tables SET seq=? WHERE id=?", (seq + count, table))
        database.close()
        server.start()

    def use_up(self, *attempts):
        """Repeats them until one is refused, as it should be after a while."""
        for i in range(200):
            answer = attempts[i % len(attempts)]()
            if answer.status == 429:
                self.assertIn("your share", answer.json["error"]["message"])
                return
            self.assertIn(answer.status, (200, 201), answer.bytes)
        self.fail("nothing was refused")

    def test_one_person_does_not_fill_a_table_that_waits(self):
        server = self.serve()
        ann, bob, cleo, dan = [Client(server, name) for name in ("Ann", "Bob", "Cleo", "Dan")]
        table = ann.create(game="caprice", seats=["me", "open", "open"], order="fixed")
        post = lambda who, what, body=None: who.post(f"/tables/{table}/{what}", body)
        self.fill(server, table, "somebody", 9800)
        self.use_up(lambda: post(bob, "sit"), lambda: post(bob, "stand"))
        self.assertEqual(post(bob, "chat", {"text": "more"}).code, "too_many")
        self.use_up(lambda: post(ann, "mix", {"mix": "more"}))
        self.assertEqual(post(cleo, "chat", {"text": "hello"}).status, 200)
        self.assertEqual(post(cleo, "sit").status, 200)
        self.assertEqual(post(dan, "sit").status, 200)
        self.play_out([ann, cleo, dan], table)

    def test_one_person_does_not_fill_a_table_by_making_it_again(self):
        """With the same key that takes the seat, if it is free."""
        server = self.serve()
        ann = Client(server, "Ann")
        key = {"Idempotency-Key": "table"}
        make = lambda: ann.post("/tables", {"game": "caprice", "seats": ["me", "open"]}, key)
        table = make().json["id"]
        self.fill(server, table, "somebody", 9800)
        self.use_up(lambda: ann.post(f"/tables/{table}/stand"), make)

    def test_one_person_does_not_fill_a_table_in_a_game(self):
        """Who has taken back too often can do what the game needs; who was away can come back."""
        server = self.serve()
        (ann, bob), table = self.start_game(server, level="master")
        post = lambda who, what, body=None: who.post(f"/tables/{table}/{what}", body)
        self.assertEqual(post(bob, "leave").status, 200)
        self.fill(server, table, "somebody", 9800)
        self.use_up(lambda: ann.act(table, "place dr 0"), lambda: post(ann, "undo"))
        self.fill(server, table, "somebody", 300)  # now it is full, however that came
        self.assertEqual(post(bob, "back").status, 200)
        self.assertEqual(ann.act(table, "stay").status, 200)
        self.assertEqual(post(ann, "leave").status, 200)
        self.assertEqual(post(ann, "back").status, 200)
        self.play_out([ann, bob], table)

    def test_one_person_does_not_fill_a_table_by_leaving(self):
        server = self.serve()
        (ann, bob), table = self.start_game(server, level="master")
        post = lambda who, what, body=None: who.post(f"/tables/{table}/{what}", body)
        self.fill(server, table, bob.id, 1240)
        self.use_up(lambda: post(bob, "leave"), lambda: post(bob, "back"))
        self.assertEqual(post(ann, "leave").status, 200)
        self.assertEqual(post(ann, "back").status, 200)

    def test_agreeing_is_done_once(self):
        server = self.serve()
        people, table = self.start_game(server, players=3)
        people[0].act(table, "place dr 0")
        people[0].act(table, "stay")
        people[0].post(f"/tables/{table}/undo", {"ask": True})
        agree = lambda: people[1].post(f"/tables/{table}/undo/answer", {"agree": True})
        self.assertEqual(agree().status, 200)
        answer = agree()
        self.assertEqual((answer.status, answer.code), (409, "agreed"))

    def test_connections_of_one_address(self):
        server = self.serve("--rate", "0", "--per-address", "8")
        many = []
        for _ in range(20):
            many.append(socket.create_connection(("127.0.0.1", server.port), 5))
            many[-1].setblocking(False)
        self.assertTrue(self.comes(lambda: sum(map(is_closed, many)) == 12))
        for one in many:
            one.close()
        self.assertTrue(self.comes(lambda: is_healthy(server)))  # once it has noticed

    def test_streams_of_one_address(self):
        server = self.serve("--rate", "0", "--per-address", "8")
        people, table = self.start_game(server)
        streams = [Stream(people[0], table) for _ in range(8)]
        answer = people[0].get(f"/tables/{table}/events")
        self.assertEqual((answer.status, answer.code), (429, "too_many"))
        streams.pop().close()

        def listens():
            try:
                streams.append(Stream(people[0], table))
            except AssertionError:  # the server has not noticed yet
                pass
            return len(streams) == 8

        self.assertTrue(self.comes(listens))
        self.play_out(people, table, stop=3)
        for stream in streams:
            stream.until(people[0].view(table)["version"])

    def test_heads_of_streams(self):
        server = self.serve()
        people, table = self.start_game(server)
        for _ in range(20):
            answer = people[0].ask("HEAD", f"/tables/{table}/events")
            self.assertEqual((answer.status, answer.bytes), (200, b""))
            self.assertEqual(answer.headers["Content-Type"], "text/event-stream")
        self.assertIn("capucine_streams 0\n", people[0].get("//metrics").bytes.decode())

    def test_streams_speak_at_least_every_twenty_seconds(self):
        server = self.serve()
        people, table = self.start_game(server)
        stream = Stream(people[0], table)
        begun = time.monotonic()
        self.assertTrue(stream.read(20))
        self.assertEqual((len(stream.events), stream.text), (1, b""))  # a comment, no event
        self.assertGreater(time.monotonic() - begun, 10)

    def test_tables_that_are_not_there_take_no_memory(self):
        server = self.serve()
        ann = Client(server, "Ann")
        for i in range(300):
            self.assertEqual(ann.get(f"/tables/nothing{i}").status, 404)
            self.assertEqual(ann.post(f"/tables/nothing{i}/sit").status, 404)
        self.assertIn("capucine_tables_in_memory 0\n", ann.get("//metrics").bytes.decode())

    def test_logins_do_not_starve_play(self):
        server = self.serve("--handlers", "2")
        people, table = self.start_game(server)
        people[0].post("/me/password", {"password": "a long one"})
        ending = threading.Event()

        def flood():
            client = Client(server)
            while not ending.is_set():
                client.post("/login", {"name": "p0", "password": "not the one"})

        threads = [threading.Thread(target=flood) for _ in range(8)]
        for thread in threads:
            thread.start()
        times = []
        for _ in range(15):
            begun = time.monotonic()
            self.play_out(people, table, stop=1)
            times.append(time.monotonic() - begun)
        ending.set()
        for thread in threads:
            thread.join(60)
        self.assertLess(sorted(times)[7], 1, times)  # half of them at once, even on a busy machine

    def test_many_tables_of_bots_do_not_stop_anothers(self):
        """With one thread for bots: a table that comes last moves twice before all of another
        person's many have moved once."""
        server = self.serve("--bots", "1")
        ann, bob = Client(server, "Ann"), Client(server, "Bob")
        many = [ann.create(game="caprice", seats=[{"bot": "master"}] * 4) for _ in range(12)]
        one = bob.create(game="caprice", seats=[{"bot": "beginner"}] * 4)
        Stream(bob, one).wait(lambda event: event[2]["count"] >= 2)
        self.assertIn(0, [ann.snapshot(table)["count"] for table in many])

    def test_slow_senders_do_not_stop_others(self):
        """CAPU_TEST_SLOW connections that send a byte a second."""
        many = int(os.environ.get("CAPU_TEST_SLOW", 1000))
        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        server = self.serve("--patience", "8", "--connections", str(many + 100))
        slow, took = set(), []
        for _ in range(many):
            one = socket.create_connection(("127.0.0.1", server.port), 5)
            one.sendall(b"POST /api/v1/session HTTP/1.1\r\nHo")
            slow.add(one)
        people, table = self.start_game(server)
        stream = Stream(people[0], table)
        begun = time.monotonic()
        while slow and time.monotonic() - begun < 40:
            second = time.monotonic()
            for one in list(slow):
                try:
                    one.sendall(b"x")
                except OSError:
                    slow.remove(one)
                    one.close()
            for _ in range(3):
                asked = time.monotonic()
                self.play_out(people, table, stop=1)
                took.append(time.monotonic() - asked)
            time.sleep(max(0, second + 1 - time.monotonic()))
        self.assertFalse(slow)  # a byte now and then does not keep a place for ever
        stream.until(people[0].view(table)["version"])  # a stream does
        self.assertLess(sorted(took)[len(took) * 9 // 10], 1, took)
        if os.environ.get("CAPU_TEST_TIMES"):
            print(
                f"{many} slow senders: a move took {1000 * sorted(took)[len(took) // 2]:.0f} ms, "
                f"at worst {1000 * max(took):.0f} ms; {server.memory()} kB",
                file=sys.stderr,
            )

    def test_a_client_that_reads_nothing(self):
        server = self.serve()
        people, table = self.start_game(server)
        deaf = Stream(people[1], table)
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        keen = Stream(people[1], table)
        for i in range(400):
            self.assertEqual(people[0].act(table, "place dr 0").status, 200)
            self.assertEqual(people[0].post(f"/tables/{table}/undo").status, 200)
        version = people[1].view(table)["version"]
        keen.until(version)
        keen.close()
        again = Stream(people[1], table, keen.last)
        people[0].act(table, "place dr 0")
        again.until(version + 1)


if __name__ == "__main__":
    main()
