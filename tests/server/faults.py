"""Nothing is lost: kills, full disks, vanished clients, restarts."""

import http.server
import json
import os
import random
import re
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import unittest

from support import CAPUCINE, Client, ServerTest, Stream, follow, main

LONG = 60  # seconds until a server is missed that was started again
STORES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "stores")


class Player(threading.Thread):
    """Plays both seats of one table after the other. Everything has a key and is repeated until it
    is answered; what was answered is remembered."""

    def __init__(self, people, table, ending, seed):
        super().__init__()
        self.people, self.ending = people, ending
        self.draw = random.Random(seed)
        self.told, self.problem = {table: []}, None

    def insist(self, work):
        """Does it until it is answered at all."""
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            try:
                answer = work()
                if answer.status != 503:
                    return answer
            except OSError:
                pass
            except Exception as problem:  # a connection cut in mid-answer
                if "http.client" not in type(problem).__module__:
                    raise
            time.sleep(0.02)
        raise AssertionError("the server does not come back")

    def sit_again(self):
        """The next table, with the same people."""
        key = {"Idempotency-Key": f"table {len(self.told)}"}
        setup = {
            "game": "caprice",
            "seats": ["me", "open"],
            "order": "fixed",
            "options": {"third": "redraw"},
        }  # all moves are ours
        answer = self.insist(lambda: self.people[0].post("/tables", setup, key))
        assert answer.status == 201, answer.bytes
        table = answer.json["id"]
        answer = self.insist(lambda: self.people[1].post(f"/tables/{table}/sit", {}, key))
        assert answer.status == 200, answer.bytes
        self.told[table] = []
        return table

    def wait_for_start(self, table):
        end = time.monotonic() + LONG
        while time.monotonic() < end:
            shown = self.insist(lambda: self.people[0].get(f"/tables/{table}")).json
            if shown["table"]["status"] != "open":
                return shown["actors"]
            time.sleep(0.05)
        raise AssertionError("the table does not start")

    def play(self, table):
        actors, told = self.wait_for_start(table), self.told[table]
        while actors and not self.ending.is_set():
            seat = self.draw.choice(actors)
            person = self.people[seat]
            legal = self.insist(lambda: person.get(f"/tables/{table}/legal")).json["actions"]
            action = self.draw.choice(legal)
            key = f"{len(told)}"
            answer = self.insist(lambda: person.act(table, action, key))
            assert answer.status == 200, answer.bytes
            told.append([seat, action])
            actors = answer.json["actors"]

    def run(self):
        try:
            self.play(next(iter(self.told)))
            while not self.ending.is_set():
                self.play(self.sit_again())
        except Exception as problem:
            self.problem = problem

    def moves(self):
        return sum(len(told) for told in list(self.told.values()))

    def check(self, test):
        """What the server has is what it has answered."""
        self.join(LONG)
        test.assertIsNone(self.problem)
        test.assertFalse(self.is_alive())
        for table, told in self.told.items():
            answer = self.insist(lambda: self.people[0].get(f"/tables/{table}"))
            test.assertEqual(answer.json["history"], told)


def played(players):
    return sum(player.moves() for player in players)


class Kills(ServerTest):
    def test_killed_in_mid_game(self):
        """An acknowledged move is never lost, none is made twice."""
        server = self.serve()
        ending = threading.Event()
        players = []
        for i in range(12):
            people, table = self.start_game(server, players=2)
            players.append(Player(people, table, ending, i))
        for player in players:
            player.start()
        draw = random.Random(1)
        for _ in range(int(os.environ.get("CAPU_TEST_KILLS", 10))):
            time.sleep(draw.uniform(0.05, 0.25))
            server.kill()
            server.start()
        before = played(players)
        self.assertTrue(self.comes(lambda: played(players) > before + 50))  # it goes on
        ending.set()
        for player in players:
            player.check(self)

    def test_racing_posts(self):
        """Many at once with the same move: one is made."""
        server = self.serve()
        people, table = self.start_game(server)
        clones = []
        for _ in range(16):
            clone = Client(server)
            clone.cookie = people[0].cookie
            clones.append(clone)
        statuses = []
        barrier = threading.Barrier(len(clones))

        def post(clone, key):
            barrier.wait(60)
            statuses.append(clone.act(table, "place dr 0", key=key).status)

        threads = [threading.Thread(target=post, args=(clone, None)) for clone in clones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(statuses.count(200), 1)
        statuses.clear()
        threads = [
            threading.Thread(
                target=lambda c=clone: (
                    barrier.wait(60),
                    statuses.append(c.act(table, "stay", key="same").status),
                )
            )
            for clone in clones
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(statuses, [200] * 16)
        self.assertEqual(people[0].snapshot(table)["history"], [[0, "place dr 0"], [0, "stay"]])

    def test_streams_resume_after_a_restart(self):
        server = self.serve()
        people, table = self.start_game(server)
        stream = Stream(people[1], table)
        self.play_out(people, table, stop=5)
        stream.until(people[1].view(table)["version"])
        events = stream.events
        server.kill()
        server.start()
        self.play_out(people, table, stop=5)
        again = Stream(people[1], table, stream.last)
        again.until(people[1].view(table)["version"])
        events += again.events
        self.assertTrue(all(event[1] == "update" for event in again.events))
        self.assertEqual(follow(events)[0], people[1].snapshot(table)["history"])

    def test_bots_go_on_after_a_restart(self):
        server = self.serve()
        ann = Client(server, "Ann")
        tables = [ann.create(game="caprice", seats=[{"bot": "greedy"}] * 4) for _ in range(5)]
        server.kill()
        server.start()
        for table in tables:
            stream = Stream(ann, table)
            stream.wait(lambda event: event[2].get("table", {}).get("status") == "over")


class Disk(ServerTest):
    def test_full_disk(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        server = self.serve(preexec=limit)
        pid, none = server.process.pid, resource.RLIM_INFINITY
        self.fails_and_recovers(
            server,
            lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (1000, none)),
            lambda: resource.prlimit(pid, resource.RLIMIT_FSIZE, (none, none)),
        )

    def fails_and_recovers(self, server, breaking, mending):
        """While it cannot write it says so and shows what it has; then it goes on by itself."""
        people, table = self.start_game(server)
        self.play_out(people, table, stop=4)
        stream = Stream(people[1], table)
        before = people[0].snapshot(table)
        seat = before["actors"][0]
        action = people[seat].legal(table)[0]
        breaking()
        try:
            answer = people[seat].act(table, action, key="k")
            self.assertEqual((answer.status, answer.code), (503, "store_failed"))
            self.assertEqual(people[0].get("//healthz").status, 503)
            self.assertEqual(
                people[0].post("/tables", {"game": "caprice", "seats": ["me", "open"]}).status, 503
            )
            self.assertEqual(Client(server).post("/session", {}).status, 503)
            after = people[0].snapshot(table)
            self.assertEqual(
                (after["history"], after["version"]), (before["history"], before["version"])
            )
            self.assertEqual(people[0].get("/tables").status, 200)
        finally:
            mending()
        # a proxy sends nothing before it is well again
        self.assertTrue(self.comes(lambda: people[0].get("//healthz").status == 200))
        breaking()
        try:
            self.assertTrue(self.comes(lambda: people[0].get("//healthz").status == 503))
        finally:
            mending()
        self.assertEqual(people[seat].act(table, action, key="k").status, 200)
        self.assertEqual(people[0].get("//healthz").status, 200)
        self.play_out(people, table)
        stream.until(people[1].view(table)["version"])
        self.assertEqual(follow(stream.events)[0], people[1].snapshot(table)["history"])

    def test_files_that_can_no_longer_be_written(self):
        server = self.serve()
        # not the -shm file, which is memory that SQLite shares: whoever writes to it while the
        # system cannot is killed
        files = [os.path.join(self.folder, "capucine.db" + end) for end in ("", "-wal")]
        chattr = shutil.which("chattr")
        if not chattr or subprocess.run([chattr, "+i", files[0]], capture_output=True).returncode:
            self.skipTest("files cannot be made immutable here")
        run = lambda flag: subprocess.run([chattr, flag] + files, check=True)
        run("-i")
        self.fails_and_recovers(server, lambda: run("+i"), lambda: run("-i"))
        self.assertIn("Operation not permitted", server.read_log())

    def test_a_file_that_may_not_be_written(self):
        if os.getuid() != 0:
            self.skipTest("needs root to become somebody else")
        server = self.serve()
        server.stop()
        path = os.path.join(self.folder, "capucine.db")
        os.chmod(self.folder, 0o755)
        os.chmod(path, 0o644)
        done = subprocess.run(
            [CAPUCINE, "serve", "--listen", "127.0.0.1:0", "--store", "sqlite:" + path],
            capture_output=True,
            timeout=20,
            user=65534,
            group=65534,
            extra_groups=[],
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"readonly", done.stderr)

    def test_backup_while_it_serves(self):
        server = self.serve()
        people, table = self.start_game(server)
        self.play_out(people, table, stop=4)
        copy = os.path.join(self.folder, "copy.db")
        done = subprocess.run(
            [CAPUCINE, "admin", "backup", copy, "--store", server.store],
            capture_output=True,
            timeout=20,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        history = people[0].snapshot(table)["history"]
        server.stop()
        restored = self.serve(store="sqlite:" + copy)
        for person in people:
            person.server = restored
        self.assertEqual(people[0].snapshot(table)["history"], history)
        self.play_out(people, table)
        listed = subprocess.run(
            [CAPUCINE, "admin", "tables", "--store", "sqlite:" + copy],
            capture_output=True,
            timeout=20,
        )
        self.assertIn(f"{table}\tcaprice\tover".encode(), listed.stdout)

    def admin(self, *words, store):
        return subprocess.run(
            [CAPUCINE, "admin", *words, "--store", store],
            capture_output=True,
            text=True,
            timeout=20,
        )

    def test_a_backup_is_restored_over_a_killed_store(self):
        server = self.serve()
        path, copy = server.store.removeprefix("sqlite:"), os.path.join(self.folder, "copy.db")
        people, table = self.start_game(server)
        self.play_out(people, table, stop=4)
        kept = people[0].snapshot(table)["history"]
        self.assertEqual(self.admin("backup", copy, store=server.store).returncode, 0)
        self.play_out(people, table, stop=4)
        more = people[0].snapshot(table)["history"]
        done = self.admin("restore", copy, store=server.store)
        self.assertEqual(done.returncode, 1)
        self.assertIn("server", done.stderr)  # one runs on it: nothing happens
        self.assertEqual(people[0].snapshot(table)["history"], more)
        server.kill()
        self.assertGreater(os.path.getsize(path + "-wal"), 0)
        done = self.admin("restore", copy, store=server.store)
        self.assertEqual(done.returncode, 0, done.stderr)
        aside = re.search(r"(\S+/capucine\.db\.before-\S+)", done.stdout)[1]
        server.start()
        self.assertEqual(people[0].snapshot(table)["history"], kept)
        self.play_out(people, table)
        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
        server.stop()
        server = self.serve(store="sqlite:" + aside)  # what was there before is whole
        people[0].server = server
        people[0].close()
        self.assertEqual(people[0].snapshot(table)["history"], more)
        self.assertFalse([name for name in os.listdir(self.folder) if ".part" in name])

    def test_only_a_store_is_restored(self):
        server = self.serve()
        Client(server, "Ann")
        copy = os.path.join(self.folder, "copy.db")
        self.admin("backup", copy, store=server.store)
        server.stop()
        with open(copy, "rb") as file:
            whole = file.read()
        files = {
            "text": b"this is no database\n" * 500,
            "half": whole[: len(whole) // 2],
            "empty": b"",
            "bent": whole[:4096] + b"x" * 4096 + whole[8192:],
        }
        other = sqlite3.connect(os.path.join(self.folder, "other"))
        other.execute("CREATE TABLE versions(name TEXT)")
        other.close()
        newer = shutil.copy(copy, os.path.join(self.folder, "newer"))
        with sqlite3.connect(newer) as database:
            database.execute("INSERT INTO versions VALUES(99)")
        database.close()
        for name, content in files.items():
            with open(os.path.join(self.folder, name), "wb") as file:
                file.write(content)
        before = sorted(os.listdir(self.folder))
        for name in ("missing", "other", "newer", *files):
            done = self.admin("restore", os.path.join(self.folder, name), store=server.store)
            self.assertEqual(done.returncode, 1, name)
            self.assertIn(name, done.stderr)
            self.assertEqual(sorted(os.listdir(self.folder)), before, name)
        self.assertIn("newer version", self.admin("restore", newer, store=server.store).stderr)
        self.assertIn("Ann", self.admin("users", store=server.store).stdout)
        done = self.admin("restore", copy, store="postgres://x")
        self.assertIn("pg_restore", done.stderr)
        self.assertEqual(self.admin("restore", store=server.store).returncode, 2)
        self.assertEqual(self.admin("restore", copy, store="sqlite:" + copy).returncode, 1)
        self.assertIn("/nowhere", self.admin("restore", copy, store="sqlite:/nowhere/x").stderr)
        fresh = "sqlite:" + os.path.join(self.folder, "fresh.db")
        self.assertEqual(self.admin("restore", copy, store=fresh).returncode, 0)
        self.assertIn("Ann", self.admin("users", store=fresh).stdout)

    def test_users_are_listed_with_their_dates(self):
        server = self.serve()
        Client(server, "Ann")
        row = self.admin("users", store=server.store).stdout.rstrip("\n").split("\t")
        self.assertEqual((row[1], row[3]), ("guest", "Ann"))
        for moment in row[4:]:
            at = time.mktime(time.strptime(moment, "%Y-%m-%dT%H:%M:%SZ")) - time.timezone
            self.assertLess(abs(time.time() - at), 3600)
        self.assertEqual(len(row), 6)

    def test_a_backup_is_a_new_file_of_a_store_that_is_there(self):
        server = self.serve()
        path = server.store.removeprefix("sqlite:")
        copy, typo = (os.path.join(self.folder, name) for name in ("copy.db", "typo.db"))
        for words, said in (
            ((path, "--store", server.store), b"exists"),
            ((copy, "--store", "sqlite:" + typo), b"no store"),
        ):
            done = subprocess.run(
                [CAPUCINE, "admin", "backup", *words], capture_output=True, timeout=20
            )
            self.assertEqual(done.returncode, 1)
            self.assertIn(said, done.stderr)
        self.assertFalse(os.path.exists(typo))
        self.assertFalse(os.path.exists(copy))
        self.assertEqual(server.stop(), 0)

    def test_what_a_store_holds_is_for_its_owner_alone(self):
        server = self.serve()
        path = server.store.removeprefix("sqlite:")
        copy = os.path.join(self.folder, "copy.db")
        subprocess.run(
            [CAPUCINE, "admin", "backup", copy, "--store", server.store],
            check=True,
            capture_output=True,
            timeout=20,
        )
        for name in (path, path + "-wal", copy):
            self.assertEqual(os.stat(name).st_mode & 0o777, 0o600, name)

    def test_a_backup_that_does_not_fit_leaves_nothing(self):
        server = self.serve()
        self.start_game(server)
        copy = os.path.join(self.folder, "copy.db")
        done = subprocess.run(
            [
                "sh",
                "-c",
                'ulimit -f 8; exec "$@"',
                "sh",
                CAPUCINE,
                "admin",
                "backup",
                copy,
                "--store",
                server.store,
            ],
            capture_output=True,
            timeout=20,
        )
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual([name for name in os.listdir(self.folder) if "copy" in name], [])

    def test_not_a_store(self):
        path = os.path.join(self.folder, "text.db")
        with open(path, "w") as file:
            file.write("this is no database, whatever its name says\n" * 100)
        for store in (
            "sqlite:" + path,
            "sqlite:/nowhere/x.db",
            "mysql:x",
            "postgres://nowhere:1/x",
        ):
            done = subprocess.run(
                [CAPUCINE, "serve", "--listen", "127.0.0.1:0", "--store", store],
                capture_output=True,
                timeout=20,
            )
            self.assertEqual(done.returncode, 1, store)
            self.assertIn(b"capucine serve: ", done.stderr)

    def test_one_server_at_a_time(self):
        server = self.serve()
        done = subprocess.run(
            [CAPUCINE, "serve", "--listen", "127.0.0.1:0", "--store", server.store],
            capture_output=True,
            timeout=20,
        )
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"another server uses this store", done.stderr)
        people, table = self.start_game(server)
        self.play_out(people, table, stop=3)
        self.assertEqual(server.stop(), 0)
        server.start()
        self.play_out(people, table)

    def test_a_very_long_log(self):
        import sqlite3

        server = self.serve()
        people, table = self.start_game(server)
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            database.executemany(
                "INSERT INTO entries VALUES(?,?,1,'chat',?,0,NULL,?,'x')",
                [(table, seq, people[0].id, '{"name":"P0","text":"x"}') for seq in range(4, 10001)],
            )
            database.execute("UPDATE tables SET seq=10000")
        server.start()
        self.assertEqual(len(people[0].snapshot(table)["chat"]), 50)
        answer = people[0].post(f"/tables/{table}/chat", {"text": "more"})
        self.assertEqual((answer.status, answer.code), (429, "too_many"))
        self.play_out(people, table)

    def test_newer_schema_is_refused(self):
        import sqlite3

        server = self.serve()
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            database.execute("INSERT INTO versions VALUES(99)")
        with self.assertRaises(RuntimeError):
            self.serve()
        self.assertIn("newer", open(os.path.join(self.folder, "log")).read())

    def old_stores(self, *statements):
        """Servers on the stores of all versions, with what is expected of each and its people. Their
        games are of edition 1 of the rules, unless the statements change that."""
        for name in sorted(os.listdir(STORES)):
            with open(os.path.join(STORES, name)) as file:
                text = file.read()
            expected = json.loads(text.split("\n")[1][3:])
            path = os.path.join(self.folder, name + ".db")
            with sqlite3.connect(path) as database:
                database.executescript(text)
                for statement in statements:
                    database.execute(statement)
            server = self.serve(store="sqlite:" + path)
            people = [Client(server), Client(server)]
            for person, cookie in zip(people, expected["cookies"]):
                person.cookie = cookie
            with self.subTest(store=name):
                yield server, path, expected, people
            server.stop()
            os.remove(path)

    def test_stores_of_all_versions(self):
        """A game that was under way in any version of the store goes on in this one."""
        foreseen = (
            'json(iif(game=\'caprice\', \'{"first":"0","third":"redraw"}\',' ' \'{"first":"0"}\'))'
        )
        for _, _, expected, people in self.old_stores(
            f"UPDATE tables SET rules=2, setup=json_set(setup, '$.options', {foreseen})"
        ):
            shown = people[0].snapshot(expected["table"])
            self.assertEqual(shown["history"], expected["history"])
            self.assertEqual(shown["chat"][0]["text"], "until later")
            stream = Stream(people[0], expected["table"], "0-0")
            stream.until(shown["version"])
            self.assertEqual(follow(stream.events)[0], expected["history"])
            stream.close()
            new = people[0].create(game="caprice", seats=["me", "open"])
            mine = lambda: [t["id"] for t in people[0].get("/me/tables").json["tables"]]
            self.assertEqual(mine(), [new, expected["table"]])
            self.play_out(people, expected["table"])
            self.assertEqual(mine(), [expected["table"], new])
            done = {"caprice-001": {"right": 1, "wrong": 0, "due": 0}}
            self.assertEqual(people[0].put("/me/practice", {"done": done}).json["done"], done)

    def test_games_of_another_edition_are_frozen(self):
        """Games of edition 1 in any version of the store can be read; nothing is written to them."""
        for server, path, expected, people in self.old_stores():
            with sqlite3.connect(path) as database:
                look = (
                    "SELECT seq, at, kind, person, seat, data FROM entries UNION ALL"
                    " SELECT seq, rules, status, creator, listed, setup FROM tables"
                )
                before = database.execute(look).fetchall()
            table = expected["table"]
            shown = people[0].snapshot(table)
            self.assertEqual(
                (shown["table"]["status"], shown["table"]["was"], shown["table"]["rules"]),
                ("frozen", "running", 1),
            )
            self.assertEqual((shown["view"], shown["actors"]), (None, []))
            self.assertEqual(shown["chat"][0]["text"], "until later")
            for answer in (
                people[0].act(table, "stay"),
                people[1].post(f"/tables/{table}/undo"),
                people[0].post(f"/tables/{table}/chat", {"text": "x"}),
            ):
                self.assertEqual(answer.code, "frozen")
                self.assertEqual(
                    answer.json["error"]["message"],
                    "this table was played by edition 1 of the rules; "
                    "the server plays by edition 2",
                )
            log = people[0].get(f"/tables/{table}/log").json["log"]
            self.assertIn("act", [entry["kind"] for entry in log])
            listed = {t["id"]: t["status"] for t in people[0].get("/me/tables").json["tables"]}
            self.assertEqual(listed, {table: "frozen"})
            Stream(people[0], table).close()
            server.stop()
            with sqlite3.connect(path) as database:
                self.assertEqual(database.execute(look).fetchall(), before)

    def test_tables_that_nobody_comes_to_are_closed(self):
        import sqlite3

        server = self.serve()
        ann = Client(server, "Ann")
        old = ann.create(game="caprice", seats=["me", "open"], public=True)
        empty = ann.create(game="caprice", seats=["open", "open"], public=True)
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            database.execute("UPDATE tables SET created=1, due=1")
            database.execute("UPDATE entries SET at=1")
        server.start()
        new = ann.create(game="caprice", seats=["me", "open"], public=True)
        listed = lambda: [table["id"] for table in ann.get("/tables").json["tables"]]
        self.assertTrue(self.comes(lambda: listed() == [new]))
        for table in (old, empty):
            self.assertEqual(ann.snapshot(table)["table"]["status"], "closed")

    def test_the_schema_is_not_changed_under_a_server(self):
        """Neither by a second server nor by `admin`, whatever version the first one is of."""
        import fcntl
        import sqlite3

        path = os.path.join(self.folder, "old.db")
        with open(os.path.join(STORES, "3.sql")) as file, sqlite3.connect(path) as database:
            database.executescript(file.read())
        with open(path) as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            for words, said in (
                (["serve", "--listen", "127.0.0.1:0"], b"another server"),
                (["admin", "tables"], b"older version"),
            ):
                done = subprocess.run(
                    [CAPUCINE, *words, "--store", "sqlite:" + path], capture_output=True, timeout=20
                )
                self.assertEqual(done.returncode, 1)
                self.assertIn(said, done.stderr)
        with sqlite3.connect(path) as database:
            self.assertEqual(
                database.execute("SELECT MAX(version) FROM versions").fetchall(), [(3,)]
            )
        done = subprocess.run(
            [CAPUCINE, "admin", "tables", "--store", "sqlite:" + path],
            capture_output=True,
            timeout=20,
        )
        self.assertEqual(done.returncode, 0, done.stderr)

    def change(self, *statements):
        """In the store of a server that has stopped."""
        import sqlite3

        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            rows = [database.execute(*statement).fetchall() for statement in statements]
        return rows

    def multiply(self, table, count, change):
        """Copies a table of a server that has stopped; their ids."""
        ids = [f"copy{change[:3]}{i}" for i in range(count)]
        [columns] = self.change(("SELECT name FROM pragma_table_info('tables') WHERE name<>'id'",))
        names = ", ".join(name for name, in columns)
        for copy in ids:
            self.change(
                (
                    f"INSERT INTO tables(id, {names}) SELECT ?, {names} FROM tables WHERE id=?",
                    (copy, table),
                ),
                (
                    "INSERT INTO entries SELECT ?, seq, at, kind, person, seat, idem, data, nonce"
                    " FROM entries WHERE table_id=?",
                    (copy, table),
                ),
                (
                    f"UPDATE {change} WHERE "
                    + ("id=?" if change.startswith("tables") else "seq=2 AND table_id=?"),
                    (copy,),
                ),
            )
        return ids

    def count(self, rows):
        return self.change((f"SELECT COUNT(*) FROM {rows}",))[0][0][0]

    def test_what_nobody_needs_is_removed(self):
        """Guests without a trace, and tables that were closed long ago, however many there are."""
        server = self.serve()
        ann = Client(server, "Ann")
        old, new = (ann.create(game="caprice", seats=["me", "open"]) for _ in range(2))
        for table in (old, new):
            self.assertEqual(ann.delete(f"/tables/{table}").status, 200)
        server.stop()
        self.change(("UPDATE tables SET changed=1 WHERE id=?", (old,)))
        self.multiply(old, 1, "tables SET changed=1")
        self.change(
            (
                "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n WHERE i<1200)"
                " INSERT INTO people(id, kind, name, created, seen)"
                " SELECT 'guest' || i, 'guest', 'Guest', 1, 1 FROM n",
            )
        )
        self.assertEqual((self.count("people"), self.count("tables")), (1201, 3))
        server.start()
        self.assertTrue(self.comes(lambda: self.count("people") == 1))
        self.assertTrue(self.comes(lambda: self.count("tables") == 1))
        self.assertEqual(ann.snapshot(new)["table"]["status"], "closed")
        self.assertEqual(ann.get(f"/tables/{old}").status, 404)

    def figure(self, server, name):
        text = Client(server).get("//metrics").bytes.decode()
        return float(text.split(f"\n{name} ")[1].split()[0])

    def test_frozen_tables_do_not_stop_the_others(self):
        """70 tables of another edition and 70 that do not replay, all due, beside two that live.
        Nothing is written to them, and the right program finds them as they were."""
        server = self.serve()
        people, clock = self.start_game(server, pace={"kind": "live", "bank": 60, "increment": 0})
        ann = people[0]
        bots = ann.create(game="caprice", seats=[{"bot": "greedy"}] * 4)
        waiting = ann.create(game="caprice", seats=["me", {"bot": "greedy"}], order="fixed")
        self.play_out([ann], waiting, stop=2)  # now it is the bot's turn
        server.kill()
        self.change(("UPDATE entries SET at=at-3600000",), ("UPDATE tables SET due=2 WHERE due>0",))
        self.change(("UPDATE tables SET due=1, rules=99 WHERE id=?", (waiting,)))
        frozen = [waiting] + self.multiply(clock, 70, "tables SET due=1, rules=99")
        frozen += self.multiply(clock, 70, "entries SET data='{'")
        self.change(("UPDATE tables SET due=1 WHERE id LIKE 'copyent%'",))
        look = "SELECT * FROM tables WHERE due=1 ORDER BY id"
        [before] = self.change((look,))
        self.assertEqual(len(before), 141)
        server.start()
        Stream(ann, bots).wait(lambda event: event[2].get("table", {}).get("status") == "over")
        Stream(ann, clock).wait(
            lambda event: event[2].get("table", {}).get("seats", [{}])[0].get("away")
        )
        for _ in range(20):  # each is a chance for the sweeper
            self.assertEqual(ann.snapshot(frozen[-1])["table"]["status"], "frozen")
        moves = self.figure(server, "capucine_bot_moves_total")
        self.assertLess(self.figure(server, "capucine_store_writes_total"), moves + 100)
        server.stop()
        [after] = self.change((look,))
        self.assertEqual(before, after)
        rules = self.change(("SELECT rules FROM tables WHERE id=?", (clock,)))[0][0][0]
        self.change(("UPDATE tables SET rules=?", (rules,)))
        server.start()  # the right program is back
        stream = Stream(ann, waiting)
        stream.wait(lambda event: event[2]["actors"] == [0])
        Stream(ann, "copytab69").wait(
            lambda event: event[2].get("table", {}).get("seats", [{}])[0].get("away")
        )

    def test_frozen_open_tables(self):
        """They are not listed, count for no limit, and can be closed by whoever could close them."""
        for change in (
            "UPDATE tables SET rules=99 WHERE id=?",
            "UPDATE entries SET data='{' WHERE table_id=?",
        ):
            with self.subTest(change=change):
                server = self.serve("--tables", "2", store=f"sqlite:{self.folder}/capucine.db")
                ann, bob, host = (Client(server, name) for name in ("Ann", "Bob", "Host"))
                host.post("/host", {"token": server.host_token()})
                tables = [
                    ann.create(game="caprice", seats=["me", "open"], public=True) for _ in range(2)
                ]
                self.assertEqual(
                    ann.post("/tables", {"game": "caprice", "seats": ["me", "open"]}).code,
                    "too_many",
                )
                server.stop()
                for table in tables:
                    self.change((change, (table,)))
                server.start()
                for table in tables:
                    shown = bob.snapshot(table)["table"]
                    self.assertEqual((shown["status"], shown["was"]), ("frozen", "open"))
                listed = lambda path: {t["id"]: t["status"] for t in ann.get(path).json["tables"]}
                for path in ("/tables", "/me/tables?status=open"):
                    self.assertEqual(listed(path), {}, path)
                self.assertEqual(listed("/me/tables"), dict.fromkeys(tables, "frozen"))
                new = [ann.create(game="caprice", seats=["me", "open"]) for _ in range(2)]
                self.assertEqual(
                    ann.post("/tables", {"game": "caprice", "seats": ["me", "open"]}).code,
                    "too_many",
                )
                for table, person in zip(tables, (ann, host)):
                    self.assertEqual(bob.delete(f"/tables/{table}").status, 403)
                    self.assertEqual(person.delete(f"/tables/{table}").status, 200)
                    self.assertEqual(ann.snapshot(table)["table"]["status"], "closed")
                self.assertEqual(
                    listed("/me/tables?status=closed"), dict.fromkeys(tables, "closed")
                )
                server.stop()
                server.start()
                for table in tables:
                    self.assertEqual(ann.snapshot(table)["table"]["status"], "closed")
                for table in new:
                    ann.delete(f"/tables/{table}")
                server.stop()
                os.remove(os.path.join(self.folder, "capucine.db"))

    def test_other_rules_freeze_a_table(self):
        import sqlite3

        server = self.serve()
        people, table = self.start_game(server)
        people[1].post(f"/tables/{table}/chat", {"text": "hello"})
        self.play_out(people, table, stop=4)
        rules = people[0].snapshot(table)["table"]["rules"]
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            database.execute("UPDATE tables SET rules=99")
        server.start()
        shown = people[0].snapshot(table)
        self.assertEqual((shown["table"]["status"], shown["table"]["was"]), ("frozen", "running"))
        self.assertEqual([seat["name"] for seat in shown["table"]["seats"]], ["P0", "P1"])
        self.assertEqual([line["text"] for line in shown["chat"]], ["hello"])
        self.assertEqual((shown["you"], shown["view"], shown["actors"]), (0, None, []))
        self.assertEqual(people[0].act(table, "stay").code, "frozen")
        self.assertEqual(people[0].post(f"/tables/{table}/chat", {"text": "x"}).code, "frozen")
        log = people[0].get(f"/tables/{table}/log").json["log"]
        begun = ["sit", "sit", "start", "chat"]
        self.assertEqual([entry["kind"] for entry in log], begun + ["act"] * 2)
        for entry in log[4:]:  # others' moves are not even counted: the host may go back
            self.assertEqual((entry["data"] is None, entry["seat"]), (False, 0))
        log = Client(server).get(f"/tables/{table}/log").json["log"]
        self.assertEqual([entry["kind"] for entry in log], begun)
        Stream(people[0], table).close()
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            database.execute("UPDATE tables SET rules=?", (rules,))
        server.start()
        self.play_out(people, table)  # the old version is back
        result = people[0].snapshot(table)["table"]["result"]
        server.stop()
        with sqlite3.connect(os.path.join(self.folder, "capucine.db")) as database:
            database.execute("UPDATE tables SET rules=99")
        server.start()
        shown = people[1].snapshot(table)
        self.assertEqual((shown["table"]["was"], shown["table"]["result"]), ("over", result))
        log = Client(server).get(f"/tables/{table}/log").json["log"]
        self.assertNotIn(None, [entry["data"] for entry in log])


@unittest.skipUnless("CAPU_CLOCK" in os.environ, "not built for this")
class Clocks(ServerTest):
    """The wall clock jumps; see clock.c."""

    DAY = 86400

    def setUp(self):
        super().setUp()
        self.path = os.path.join(self.folder, "clock")
        self.jump(0)

    def jump(self, seconds):
        with open(self.path, "r+b" if os.path.exists(self.path) else "wb") as file:
            file.write(seconds.to_bytes(8, sys.byteorder, signed=True))

    def serve_by_that_clock(self, *flags):
        return self.serve(
            *flags, env={"LD_PRELOAD": os.environ["CAPU_CLOCK"], "CAPU_TEST_CLOCK": self.path}
        )

    def test_while_it_serves(self):
        server = self.serve_by_that_clock()
        people, table = self.start_game(server, pace={"kind": "live", "bank": 900, "increment": 0})
        bots = people[0].create(game="caprice", seats=["me", {"bot": "greedy"}], order="fixed")
        stream = Stream(people[1], table)
        times = [people[0].snapshot(table)["at"]]
        for seconds in (self.DAY, -self.DAY, 400 * self.DAY, -20000 * self.DAY):
            self.jump(seconds)
            time.sleep(0.6)  # the sweeper looks for time that is up
            self.play_out(people, table, stop=3)
            listening = Stream(people[0], bots)
            listening.wait(lambda event: event[2]["actors"] == [0])  # the bot has moved
            self.play_out(people[:1], bots, stop=1)
            listening.close()
            shown = people[0].snapshot(table)
            times.append(shown["at"])
            self.assertEqual([seat["away"] for seat in shown["table"]["seats"]], [False, False])
            for clock in shown["clocks"]:
                self.assertGreater(clock["left"], 600000)
            self.assertEqual(people[0].get("/me").status, 200)
        self.assertEqual(times, sorted(times))
        self.assertLess(times[-1] - times[0], 300000)  # of days there would be more
        self.play_out(people, table)
        stream.until(people[1].view(table)["version"])
        self.assertEqual(follow(stream.events)[0], people[1].snapshot(table)["history"])

    def test_between_two_starts(self):
        """Set back: games go on, bots too, and nobody's time runs out."""
        server = self.serve_by_that_clock()
        people, table = self.start_game(server, pace={"kind": "live", "bank": 60, "increment": 0})
        ann = people[0]
        tables = [ann.create(game="caprice", seats=[{"bot": "greedy"}] * 4) for _ in range(4)]
        self.play_out(people, table, stop=2)
        server.kill()
        self.jump(-self.DAY)
        server.start()
        for bots in tables:
            Stream(ann, bots).wait(lambda event: event[2].get("table", {}).get("status") == "over")
        seats = people[0].snapshot(table)["table"]["seats"]
        self.assertEqual([seat["away"] for seat in seats], [False, False])
        self.play_out(people, table)


class Ends(ServerTest):
    def test_sigterm_ends_streams_and_is_clean(self):
        server = self.serve()
        people, table = self.start_game(server)
        streams = [Stream(person, table) for person in people * 20]
        begun = time.monotonic()
        self.assertEqual(server.stop(), 0)
        self.assertLess(time.monotonic() - begun, 5)
        for stream in streams:
            while stream.read(5):
                pass
            self.assertTrue(stream.ended)

    def test_vanished_clients_are_forgotten(self):
        server = self.serve()
        people, table = self.start_game(server)
        streams = [Stream(person, table) for person in people * 25]
        count = lambda: int(
            [
                line
                for line in people[0].get("//metrics").bytes.decode().split("\n")
                if line.startswith("capucine_streams ")
            ][0].split()[1]
        )
        self.assertEqual(count(), 50)
        for stream in streams:
            stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            stream.close()
        self.play_out(people, table, stop=1)
        self.assertTrue(self.comes(lambda: count() == 0))

    def test_reload(self):
        path = os.path.join(self.folder, "conf")
        with open(path, "w") as file:
            file.write("# small\nverbose = 0\nlog = json\n")
        server = self.serve("--config", path)
        Client(server).get("/games")
        self.assertNotIn("/api/v1/games", server.read_log())
        with open(path, "w") as file:
            file.write("verbose = 1\nlog = json\n")
        server.process.send_signal(signal.SIGHUP)

        def is_logged():
            Client(server).get("/games")
            return '"path":"/api/v1/games"' in server.read_log()

        self.assertTrue(self.comes(is_logged))
        with open(path, "w") as file:
            file.write("nonsense\n")
        server.process.send_signal(signal.SIGHUP)
        self.assertTrue(self.comes(lambda: "was not reloaded" in server.read_log()))
        self.assertEqual(Client(server).get("//healthz").status, 200)

    def test_a_new_public_address_counts_after_reloading(self):
        path = os.path.join(self.folder, "conf")
        old, new = "http://old.example", "https://new.example"

        def configure(address):
            with open(path, "w") as file:
                file.write(f"public-url = {address}\n")

        def status(origin):
            return Client(server).post("/session", {}, {"Origin": origin}).status

        configure(old)
        server = self.serve("--config", path)
        self.assertEqual((status(old), status(new)), (201, 403))
        for address in ("new.example", new):  # the first one is refused, and changes nothing
            configure(address)
            reloads = server.read_log().count("reloaded")
            server.process.send_signal(signal.SIGHUP)
            while server.read_log().count("reloaded") == reloads:
                time.sleep(0.01)
            self.assertEqual(status(old), 403 if address == new else 201)
        self.assertIn("public-url must be", server.read_log())
        ann = Client(server)
        self.assertIn("Secure", ann.post("/session", {}, {"Origin": new}).headers["Set-Cookie"])
        answer = ann.post("/tables", {"game": "caprice", "seats": ["me", "invite"]}).json
        self.assertIn(new, answer["invites"][0]["link"])

    def test_notices_go_out_once_a_turn(self):
        out = os.path.join(self.folder, "mails")
        flags = ("--mail", f"cat >>{out}; echo >>{out}", "--notice-after", "1")
        server = self.serve(*flags)
        people = [self.reachable(server, name, out) for name in ("Ann", "Bob")]
        table = people[0].create(game="caprice", seats=["me", "open"], order="fixed")
        people[1].post(f"/tables/{table}/sit")
        here = Stream(people[1], table)
        turns = lambda: [mail for mail in self.mails(out) if mail["kind"] == "turn"]
        self.assertTrue(self.comes(turns))
        server.kill()
        server.start()
        time.sleep(2.5)
        self.assertEqual([(m["to"], m["table"]) for m in turns()], [("ann@example.org", table)])
        here.close()

    def test_webhook(self):
        got = []

        class Hook(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *arguments):
                pass

        hook = http.server.HTTPServer(("127.0.0.1", 0), Hook)
        threading.Thread(target=hook.serve_forever, daemon=True).start()
        server = self.serve(
            "--webhook", f"http://127.0.0.1:{hook.server_port}/turn", "--notice-after", "1"
        )
        _, table = self.start_game(server)
        self.assertTrue(self.comes(lambda: got))
        hook.shutdown()
        hook.server_close()
        self.assertEqual([(n["table"], n["name"]) for n in got], [(table, "P0")])

    def test_a_notice_that_fails_says_why(self):
        server = self.serve(
            "--mail",
            "cat >/dev/null; echo 'no such mailbox' >&2; exit 7",
            "--webhook",
            "http://127.0.0.1:1/",
            "--notice-after",
            "1",
        )
        Client(server, "Ann").post("/me", {"contact": "ann@example.org"})
        while "could not be sent" not in server.read_log():
            time.sleep(0.1)
        for word in ("7", "no such mailbox", "curl"):
            self.assertIn(word, server.read_log().split("could not be sent")[1])


class Starting(ServerTest):
    def start(self, *flags):
        """What a server says that does not start."""
        done = subprocess.run(
            [CAPUCINE, "serve", "--store", f"sqlite:{self.folder}/x.db", *flags],
            capture_output=True,
            text=True,
            timeout=20,
        )
        self.assertIn(done.returncode, (1, 2), flags)
        self.assertEqual(done.stdout, "", flags)
        return done.stderr

    def test_listening_fails_with_a_reason(self):
        taken = socket.create_server(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        for listen, reason in (
            ("127.0.0.1:99999", "0 to 65535"),
            ("127.0.0.1:-1", "0 to 65535"),
            ("127.0.0.1:", "0 to 65535"),
            ("127.0.0.1:http", "0 to 65535"),
            ("127.0.0.1: 80", "0 to 65535"),
            ("127.0.0.1", "ADDRESS:PORT"),
            ("no..name:0", "known"),
            (f"127.0.0.1:{port}", "in use"),
            ("192.0.2.1:0", "ssign"),
        ):  # cannot assign requested address
            said = self.start("--listen", listen)
            self.assertIn(listen, said)
            self.assertIn(reason, said.replace(listen, "", 1), listen)
            self.assertGreater(len(said.strip().split(listen)[-1]), 10, said)
        taken.close()

    def test_a_log_is_text_or_json(self):
        self.assertIn("text or json", self.start("--log", "xml"))
        self.assertIn("text or json", self.start("--log", ""))

    def test_every_line_is_json_if_the_log_is(self):
        done = subprocess.Popen(
            [
                CAPUCINE,
                "serve",
                "--listen",
                "127.0.0.1:0",
                "--log",
                "json",
                "--store",
                f"sqlite:{self.folder}/x.db",
            ],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.addCleanup(done.kill)
        first = json.loads(done.stdout.readline())
        self.assertEqual(first["level"], "info")
        self.assertRegex(first["port"], r"^\d+$")
        self.assertEqual(first["open"], f"http://127.0.0.1:{first['port']}/")
        self.assertEqual(json.loads(done.stdout.readline())["command"], "capucine admin host")
        done.send_signal(signal.SIGTERM)
        for line in done.stdout.read().splitlines():
            self.assertIn("what", json.loads(line))
        self.assertEqual(done.wait(20), 0)


if __name__ == "__main__":
    main()
