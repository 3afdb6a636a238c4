"""Several nodes on one PostgreSQL: a private cluster in a temporary folder, on a socket there."""

import itertools
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from support import Client, ServerTest, Stream, follow, main
from faults import Player, played


def find(program):
    """A program of PostgreSQL, in the path or where Debian keeps it."""
    folders = os.environ["PATH"].split(":")
    versions = "/usr/lib/postgresql"
    if os.path.isdir(versions):
        folders += [f"{versions}/{v}/bin" for v in sorted(os.listdir(versions), reverse=True)]
    for folder in folders:
        if os.access(f"{folder}/{program}", os.X_OK):
            return f"{folder}/{program}"
    raise RuntimeError(f"PostgreSQL is not installed: there is no {program}")


class Cluster:
    """One PostgreSQL of our own. It refuses to run as root, so root becomes postgres or nobody."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="capucine-pg-")
        self.user = None
        if os.getuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
            os.chown(self.folder, self.user.pw_uid, self.user.pw_gid)
        self.data = os.path.join(self.folder, "data")
        self.run([find("initdb"), "-D", self.data, "-U", "capucine", "-A", "trust", "--no-sync"])
        self.process = None
        self.start()

    def drop(self):
        if self.user:
            os.setgid(self.user.pw_gid)
            os.setuid(self.user.pw_uid)

    def run(self, command):
        subprocess.run(
            command,
            check=True,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            preexec_fn=self.drop,
            cwd=self.folder,
            timeout=60,
            env=dict(os.environ, LC_ALL="C"),
        )

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "a")
        self.process = subprocess.Popen(
            [
                find("postgres"),
                "-D",
                self.data,
                "-k",
                self.folder,
                "-c",
                "listen_addresses=",
                "-c",
                "shared_buffers=16MB",
                "-c",
                "max_connections=60",
            ],
            stdout=self.log,
            stderr=self.log,
            preexec_fn=self.drop,
            cwd=self.folder,
            env=dict(os.environ, LC_ALL="C"),
        )
        for _ in range(200):
            done = subprocess.run(
                [find("pg_isready"), "-h", self.folder, "-U", "capucine"], capture_output=True
            )
            if done.returncode == 0:
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not start")

    def database(self, name):
        self.run([find("createdb"), "-h", self.folder, "-U", "capucine", name])
        return f"postgresql://capucine@/{name}?host={self.folder}"

    def end(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self.log.close()

    def signal(self, number):
        """To the server and all that it has started."""
        pid = self.process.pid
        with open(f"/proc/{pid}/task/{pid}/children") as children:
            pids = [pid] + [int(child) for child in children.read().split()]
        for pid in pids:
            os.kill(pid, number)

    def stop(self):
        self.process.send_signal(2)  # fast: connections are cut
        self.process.wait(20)
        self.log.close()

    def restart(self):
        self.stop()
        self.start()


class Proxy:
    """A small proxy: each connection goes to the next node that takes it."""

    def __init__(self, servers):
        self.turn = itertools.cycle(servers)
        self.count = len(servers)
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.port = self.listening.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listening.accept()
            except OSError:
                return
            node = self.connect()
            if not node:
                client.close()
                continue
            for pair in ((client, node), (node, client)):
                threading.Thread(target=self.copy, args=pair, daemon=True).start()

    def connect(self):
        for _ in range(self.count):
            try:
                return socket.create_connection(("127.0.0.1", next(self.turn).port), 5)
            except OSError:
                continue
        return None

    @staticmethod
    def copy(source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def close(self):
        self.listening.close()


class Wandering(Client):
    """Asks through the proxy on a new connection each time, and so another node."""

    def ask(self, *arguments, **more):
        self.close()
        return super().ask(*arguments, **more)


class Nodes(ServerTest):
    count = itertools.count()

    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster()

    @classmethod
    def tearDownClass(cls):
        cls.cluster.end()
        shutil.rmtree(cls.cluster.folder, ignore_errors=True)

    def setUp(self):
        super().setUp()
        store = self.cluster.database(f"games{next(self.count)}")
        self.nodes = [self.serve(store=store), self.serve(store=store)]
        self.both = Proxy(self.nodes)
        self.addCleanup(self.both.close)

    def seated(self, kind=Client, players=2):
        people = [kind(self.nodes[i % 2], f"P{i}") for i in range(players)]
        table = people[0].create(
            game="caprice", seats=["me"] + ["open"] * (players - 1), order="fixed"
        )
        for person in people[1:]:
            self.assertEqual(person.post(f"/tables/{table}/sit").status, 200)
        return people, table

    def test_the_store_is_like_any_other(self):
        program = os.environ["TEST_STORE"]
        store = self.cluster.database(f"games{next(self.count)}")
        done = subprocess.run(
            [program],
            env=dict(os.environ, CAPU_TEST_STORE=store),
            capture_output=True,
            text=True,
            timeout=120,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertRegex(done.stdout + done.stderr, r"PASSED  \] [1-9]")

    def test_players_of_one_table_on_different_nodes(self):
        people, table = self.seated(players=4)
        streams = [Stream(person, table) for person in people]
        self.play_out(people, table, choose=random.Random(4).choice, streams=streams)
        final = [person.snapshot(table) for person in people]
        for person, stream, end in zip(people, streams, final):
            stream.until(end["version"])
            history, _, view = follow(stream.events)
            self.assertEqual((history, view), (end["history"], end["view"]))

    def test_every_request_on_another_node(self):
        people, table = self.seated()
        for person in people:
            person.__class__ = Wandering
            person.server = self.both
        self.play_out(people, table)

    def test_a_session_is_good_everywhere(self):
        ann = Client(self.nodes[0], "Ann")
        ann.server = self.nodes[1]
        ann.close()
        self.assertEqual(ann.get("/me").json["me"]["name"], "Ann")

    def test_bytes_that_are_no_text_do_not_reach_the_store(self):
        people, table = self.seated()
        self.assertEqual(people[0].act(table, "place dr 0", "k\xff").status, 400)
        for path in ("/tables/%ff", "/people/%c3x", "/tables/%ff/note"):
            self.assertEqual(people[0].get(path).status, 404, path)
        for path in ("/tables?game=%ff", "/tables?status=%ff", "/me/tables?status=%ff"):
            self.assertEqual(people[0].get(path).status, 400, path)
        self.assertEqual(people[0].get("//healthz").status, 200)

    def test_racing_nodes(self):
        people, table = self.seated()
        clones = []
        for i in range(12):
            clone = Client(self.nodes[i % 2])
            clone.cookie = people[0].cookie
            clones.append(clone)
        barrier, answers = threading.Barrier(len(clones)), []

        def post(clone):
            barrier.wait(60)
            answers.append(clone.act(table, "place dr 0", key="same").bytes)

        threads = [threading.Thread(target=post, args=(clone,)) for clone in clones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        self.assertEqual(len(set(answers)), 1)
        self.assertEqual(people[1].snapshot(table)["history"], [[0, "place dr 0"]])

    def under_load(self, trouble):
        """Tables played through both nodes while something goes wrong."""
        ending, players = threading.Event(), []
        for i in range(6):
            people, table = self.seated()
            for person in people:
                person.__class__ = Wandering
                person.server = self.both
            players.append(Player(people, table, ending, i))
        for player in players:
            player.start()
        trouble()
        before = played(players)
        self.assertTrue(self.comes(lambda: played(players) > before + 20))  # it goes on
        ending.set()
        for player in players:
            player.check(self)

    def test_one_node_is_killed(self):
        def trouble():
            draw = random.Random(2)
            for _ in range(int(os.environ.get("CAPU_TEST_KILLS", 3))):
                time.sleep(draw.uniform(0.05, 0.3))
                self.nodes[1].kill()
                time.sleep(draw.uniform(0, 0.2))
                self.nodes[1].start()

        self.under_load(trouble)

    def test_the_database_is_restarted(self):
        def trouble():
            draw = random.Random(3)
            for _ in range(int(os.environ.get("CAPU_TEST_RESTARTS", 1))):
                time.sleep(draw.uniform(0.1, 0.5))
                self.cluster.restart()

        self.under_load(trouble)

    def at_once(self, works):
        """Does them all at the same time; what came of them."""
        barrier, came = threading.Barrier(len(works)), []

        def do(work):
            barrier.wait(60)
            came.append(work())

        threads = [threading.Thread(target=do, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        return came

    def health(self):
        return [Client(node).get("//healthz").status for node in self.nodes]

    def test_health_is_that_of_the_database(self):
        self.assertEqual(self.health(), [200, 200])
        self.cluster.stop()
        try:
            self.assertTrue(self.comes(lambda: self.health() == [503, 503]))
        finally:
            self.cluster.start()
        self.assertTrue(self.comes(lambda: self.health() == [200, 200]))

    def test_a_database_that_hangs(self):
        """It is stopped in the middle: all are answered, and when it goes on, so does the game."""
        people, table = self.seated()
        self.play_out(people, table, stop=3)
        seat = people[0].snapshot(table)["actors"][0]
        action = people[seat].legal(table)[0]
        self.cluster.signal(signal.SIGSTOP)
        try:
            asking = [Client(node) for node in self.nodes for _ in range(10)]
            answers = self.at_once(
                [lambda: people[seat].act(table, action, "k")]
                + [lambda c=client: c.get("/tables") for client in asking]
            )
            self.assertEqual([answer.status for answer in answers], [503] * 21)
            self.assertEqual(self.health(), [503, 503])
        finally:
            self.cluster.signal(signal.SIGCONT)
        self.assertTrue(self.comes(lambda: self.health() == [200, 200]))
        self.assertTrue(self.comes(lambda: people[seat].act(table, action, "k").status == 200))
        self.assertEqual(len(people[0].snapshot(table)["history"]), 4)
        self.play_out(people, table)

    def test_tables_of_one_person_made_on_both_nodes(self):
        store = self.cluster.database(f"games{next(self.count)}")
        self.nodes = [self.serve("--tables", "1", store=store) for _ in range(2)]
        ann = Client(self.nodes[0], "Ann")
        clones = [Client(self.nodes[i % 2]) for i in range(20)]
        for clone in clones:
            clone.cookie = ann.cookie
        setup = {"game": "caprice", "seats": ["me", "open"]}
        answers = self.at_once([lambda c=clone: c.post("/tables", setup) for clone in clones])
        self.assertEqual(sorted(answer.status for answer in answers), [201] + [429] * 19)

    def test_who_is_connected_elsewhere_gets_no_notice(self):
        out = os.path.join(self.folder, "mails")
        flags = ("--mail", f"cat >>{out}; echo >>{out}", "--notice-after", "8")
        store = self.cluster.database(f"games{next(self.count)}")
        self.nodes = [self.serve(*flags, store=store), self.serve(*flags, store=store)]
        people = [self.reachable(self.nodes[i % 2], f"P{i}", out) for i in range(4)]
        here, gone = people[:2], people[2:]
        tables = [pair[0].create(game="caprice", seats=["me", "open"]) for pair in (here, gone)]
        for person in here:
            person.server = self.nodes[1]
            person.close()
        streams = [Stream(person, tables[0]) for person in here]  # before anybody is waited for
        for (_, second), table in zip((here, gone), tables):
            self.assertEqual(second.post(f"/tables/{table}/sit").status, 200)
        self.assertTrue(self.comes(lambda: tables[1] in open(out).read()))
        time.sleep(1)
        self.assertNotIn(tables[0], open(out).read())
        del streams

    def test_sessions_end_everywhere(self):
        people, table = self.seated()
        ann = people[0]
        ann.post("/me/password", {"password": "a long one"})
        elsewhere = Client(self.nodes[1])
        elsewhere.post("/login", {"name": "p0", "password": "a long one"})
        stream = Stream(elsewhere, table)

        def gone(client, stream):
            """Within a second, and its stream with it."""
            for _ in range(50):
                if client.get("/me").status == 401:
                    break
                time.sleep(0.02)
            else:
                return False
            while stream.read(2):
                pass
            return stream.ended

        self.assertEqual(elsewhere.get("/me").status, 200)  # so that it is remembered
        changed = {"password": "another one", "old": "a long one"}
        self.assertEqual(ann.post("/me/password", changed).status, 200)
        self.assertTrue(gone(elsewhere, stream))
        clone = Client(self.nodes[1])
        clone.cookie = ann.cookie
        stream = Stream(clone, table)
        self.assertEqual(clone.get("/me").status, 200)
        self.assertEqual(ann.post("/logout").status, 200)
        self.assertTrue(gone(clone, stream))

    def test_deletion_and_mutes_are_heard_everywhere(self):
        people, table = self.seated(players=3)
        ann, bob, cleo = people
        for person in people:
            person.server = self.nodes[0]
            person.close()
        bob.post("/me/mutes", {"person": cleo.id})
        bob.server = self.nodes[1]
        bob.close()
        stream = Stream(bob, table)
        said = lambda event: event[1] == "update" and event[2]["kind"] == "chat"
        cleo.post(f"/tables/{table}/chat", {"text": "one"})
        self.assertEqual(stream.wait(said)[2]["text"], None)
        clone = Client(self.nodes[0])
        clone.cookie = bob.cookie
        clone.post("/me/mutes", {"person": cleo.id, "muted": False})
        heard = lambda: [event[2]["text"] for event in stream.events if said(event)]
        while not heard()[-1] and len(heard()) < 8:  # until the other node has heard of it
            known = len(heard())
            time.sleep(0.1 * known)
            cleo.post(f"/tables/{table}/chat", {"text": "two"})
            stream.wait(lambda event: len(heard()) > known)
        self.assertEqual(heard()[-1], "two")
        clone.post("/me", {"name": "Robert"})
        for _ in range(50):
            if bob.get("/me").json["me"]["name"] == "Robert":
                break
            time.sleep(0.02)
        self.assertEqual(bob.get("/me").json["me"]["name"], "Robert")
        self.assertEqual(cleo.delete("/me").status, 200)
        for _ in range(50):
            shown = bob.get(f"/tables/{table}").bytes.decode()
            if '"P2"' not in shown:
                break
            time.sleep(0.02)
        self.assertNotIn('"P2"', shown)
        self.assertNotIn('"two"', shown)

    def test_bots_of_a_killed_node_are_played_by_the_other(self):
        ann = Client(self.nodes[0], "Ann")
        tables = [ann.create(game="caprice", seats=[{"bot": "greedy"}] * 4) for _ in range(4)]
        self.nodes[0].kill()
        ann.server = self.nodes[1]
        ann.close()
        for table in tables:
            stream = Stream(ann, table)
            stream.wait(lambda event: event[2].get("table", {}).get("status") == "over")


if __name__ == "__main__":
    main()
