"""Drives the real server over loopback: starting it, asking it, listening to it.

Every answer and every event is checked against docs/openapi.json. Everything a test makes lies in
its own temporary folder; ports are chosen by the system; nothing waits without an end."""

import http.client
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from schema import API

CAPUCINE = os.environ.get("CAPUCINE", "build/src/capucine")
PATIENCE = 60  # seconds that anything may take at most: a busy machine stands still at times


class Server:
    """One process of `capucine serve`."""

    def __init__(self, folder, *flags, store=None, preexec=None, env=None):
        self.folder = folder
        self.flags = list(flags)
        self.store = store or f"sqlite:{folder}/capucine.db"
        self.preexec = preexec
        self.env = dict(os.environ, **(env or {}))
        self.process = None
        self.port = None
        self.start()

    def start(self):
        command = [CAPUCINE, "serve", "--store", self.store]
        if "--listen" not in self.flags:
            command += ["--listen", "127.0.0.1:0"]
        if "--rate" not in self.flags:
            command += ["--rate", "0", "--per-address", "0"]
        self.log = open(os.path.join(self.folder, "log"), "a+")
        self.process = subprocess.Popen(
            command + self.flags,
            stdout=subprocess.PIPE,
            stderr=self.log,
            cwd=self.folder,
            bufsize=0,
            preexec_fn=self.preexec,
            env=self.env,
        )
        ready = select.select([self.process.stdout], [], [], PATIENCE)[0]
        line = self.process.stdout.readline().decode() if ready else ""
        found = re.search(r"port\W+(\d+)", line)
        if not found:
            self.process.kill()
            raise RuntimeError("the server did not start: " + self.read_log())
        self.greeting = line
        self.port = int(found[1])

    def host_token(self):
        """As a host gets it where the server's output is no terminal."""
        done = subprocess.run(
            [CAPUCINE, "admin", "host", "--store", self.store],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return re.search(r"token=(\S+)", done.stdout)[1]

    def read_log(self):
        with open(os.path.join(self.folder, "log")) as log:
            return log.read()

    def kill(self):
        self.process.kill()
        self.process.wait(PATIENCE)
        self.close()

    def close(self):
        self.process.stdout.close()
        self.log.close()

    def stop(self):
        """Ends it as a host would; its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(PATIENCE)
            status = "had to be killed"
        self.close()
        return status

    def memory(self):
        """Resident kilobytes."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def foreseen(game):
    """Options with which seat 0 begins, in Caprice with a block."""
    return {"first": "0", "third": "redraw"} if game == "caprice" else {"first": "0"}


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.headers = response.headers
        self.bytes = response.read()

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def code(self):
        return self.json["error"]["code"]


class Client:
    """One person's connection."""

    def __init__(self, server, name=None, token=None):
        self.server = server
        self.cookie = None
        self.token = token
        self.connection = None
        self.id = None
        if name is not None:
            answer = self.post("/session", {"name": name})
            assert answer.status == 201, answer.bytes
            self.id = answer.json["me"]["id"]

    def headers(self, more=None):
        headers = dict(more or {})
        if self.cookie:
            headers["Cookie"] = self.cookie
        if self.token:
            headers["Authorization"] = "Bearer " + self.token
        return headers

    def ask(self, method, path, body=None, headers=None):
        if not path.startswith("//"):
            path = "/api/v1" + path
        else:
            path = path[1:]
        headers = self.headers(headers)
        if body is not None and not isinstance(body, (bytes, str)):
            body = json.dumps(body)
            headers.setdefault("Content-Type", "application/json")
        for attempt in range(2):
            if self.connection is None:
                self.connection = http.client.HTTPConnection(
                    "127.0.0.1", self.server.port, timeout=PATIENCE
                )
                self.connection.connect()
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                attempt = 1
            try:
                self.connection.request(method, path, body, headers)
                answer = Answer(self.connection.getresponse())
                break
            except (http.client.HTTPException, OSError):
                self.close()
                if attempt:
                    raise
        API.check_answer(
            method, path, answer.status, answer.headers.get("Content-Type"), answer.bytes
        )
        for cookie in answer.headers.get_all("Set-Cookie", []):
            if cookie.startswith("capucine="):
                self.cookie = cookie.split(";")[0]
        if answer.headers.get("Connection", "").lower() == "close":
            self.close()
        return answer

    def close(self):
        if self.connection:
            self.connection.close()
        self.connection = None

    def get(self, path, headers=None):
        return self.ask("GET", path, None, headers)

    def post(self, path, body=None, headers=None):
        return self.ask("POST", path, {} if body is None else body, headers)

    def put(self, path, body):
        return self.ask("PUT", path, body)

    def delete(self, path):
        return self.ask("DELETE", path, {})

    def create(self, **setup):
        """Makes a table and returns its id; as a test can foresee it, unless it says otherwise."""
        setup["options"] = {**foreseen(setup["game"]), **setup.get("options", {})}
        answer = self.post("/tables", setup)
        assert answer.status == 201, answer.bytes
        return answer.json["id"]

    def act(self, table, action, key=None, **more):
        headers = {"Idempotency-Key": key} if key else None
        return self.post(f"/tables/{table}/act", dict(action=action, **more), headers)

    def legal(self, table):
        return self.get(f"/tables/{table}/legal").json["actions"]

    def view(self, table):
        return self.get(f"/tables/{table}/view").json

    def snapshot(self, table):
        return self.get(f"/tables/{table}").json


class Stream:
    """Listens to a table; events are (id, name, data)."""

    def __init__(self, client, table, last=None, presence=False):
        self.socket = socket.create_connection(("127.0.0.1", client.server.port), PATIENCE)
        headers = client.headers({"Host": "x", "Accept": "text/event-stream"})
        if last:
            headers["Last-Event-ID"] = last
        asked = "?presence=1" if presence else ""
        self.path = f"/api/v1/tables/{table}/events{asked}"
        lines = [f"GET {self.path} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.raw = b""
        self.text = b""
        self.events = []
        self.presences = []  # who was here, each time that it was told
        self.ended = False
        self.headed = False
        if not last:
            self.wait(lambda event: True)

    def _unchunk(self):
        """Takes whole chunks out of what came, if the transfer is chunked."""
        if not self.headed:
            if b"\r\n\r\n" not in self.raw:
                return
            self.head, self.raw = self.raw.split(b"\r\n\r\n", 1)
            self.headed = True
            self.ended = not self.head.startswith(b"HTTP/1.1 200")  # there is nothing to hear
        if b"chunked" not in self.head:
            self.text += self.raw
            self.raw = b""
        while b"\r\n" in self.raw:
            size, rest = self.raw.split(b"\r\n", 1)
            length = int(size, 16)
            if len(rest) < length + 2:
                return
            self.text += rest[:length]
            self.raw = rest[length + 2 :]
            if length == 0:
                self.ended = True
                return

    def _take_events(self):
        while b"\n\n" in self.text:
            block, self.text = self.text.split(b"\n\n", 1)
            fields = {}
            for line in block.decode().split("\n"):
                name, _, value = line.partition(": ")
                fields[name] = value
            if "data" not in fields:
                continue
            data = json.loads(fields["data"])
            API.check_event(self.path, fields["event"], data)
            if fields["event"] == "presence":
                assert "id" not in fields, fields
                self.presences.append(data)
            else:
                self.events.append((fields["id"], fields["event"], data))

    def read(self, seconds):
        """Takes in what comes within that time; whether anything did."""
        if self.ended:
            return False
        poll = select.poll()  # there may be more files than select knows
        poll.register(self.socket, select.POLLIN)
        if not poll.poll(1000 * seconds):
            return False
        try:
            more = self.socket.recv(65536)
        except ConnectionError:
            more = b""
        if not more:
            self.ended = True
            return False
        self.raw += more
        self._unchunk()
        self._take_events()
        return True

    def wait(self, condition, seconds=PATIENCE):
        """Reads until an event fits; that event. As long as events come there is hope."""
        end, seen = time.monotonic() + seconds, 0
        while True:
            for event in self.events[seen:]:
                seen += 1
                if condition(event):
                    return event
                end = time.monotonic() + seconds
            left = end - time.monotonic()
            if left <= 0 or self.ended:
                raise AssertionError(f"no such event among {[e[0] for e in self.events]}")
            self.read(left)

    def open(self, seconds=PATIENCE):
        """Waits until the server listens for us: what happens from now on is told."""
        end = time.monotonic() + seconds
        while not self.headed:
            left = end - time.monotonic()
            if left <= 0 or self.ended:
                raise AssertionError("the stream was not opened")
            self.read(left)
        return self

    def until(self, version, seconds=PATIENCE):
        return self.wait(lambda event: event[2]["version"] >= version, seconds)

    def present(self, condition, seconds=PATIENCE):
        """Reads until it is told that the seats are like this; those seats."""
        end = time.monotonic() + seconds
        while not self.presences or not condition(self.presences[-1]["seats"]):
            left = end - time.monotonic()
            if left <= 0 or self.ended:
                raise AssertionError(f"it never came to that: {self.presences[-3:]}")
            self.read(left)
        return self.presences[-1]["seats"]

    @property
    def last(self):
        return self.events[-1][0] if self.events else None

    def close(self):
        self.socket.close()


def begin_of(story, moves):
    """A story up to, but without, the move behind so many others."""
    at = [index for index, line in enumerate(story) if isinstance(line, list)]
    return story[: at[moves]] if moves < len(at) else story


def follow(events):
    """The history that a client has after these events, checked on the way: in order, without a
    gap or a repetition."""
    history, version, view = None, None, None
    for _, name, data in events:
        if name == "snapshot":
            history = list(data["history"])
        else:
            assert version is None or data["version"] == version + 1, (version, data["version"])
            if "actions" in data:
                if history is None:
                    history = []
                keep = data["count"] - len(data["actions"])
                history = history[:keep] + data["actions"]
        version = data["version"]
        view = data.get("view", view)
        assert history is None or len(history) == data["count"], (len(history), data["count"])
    return history, version, view


class ServerTest(unittest.TestCase):
    """A test with a folder, and servers that are ended after it."""

    flags = ()

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="capucine-")
        self.servers = []
        self.begun = time.monotonic()

    def tearDown(self):
        if os.environ.get("CAPU_TEST_TIMES"):
            print(f"{time.monotonic() - self.begun:6.2f} s  {self.id()}", file=sys.stderr)
        for server in self.servers:
            if server.process.poll() is None:
                server.stop()
        logs = os.path.join(self.folder, "log")
        text = open(logs).read() if os.path.exists(logs) else ""
        shutil.rmtree(self.folder, ignore_errors=True)
        for word in ("AddressSanitizer", "runtime error", "ThreadSanitizer", "LeakSanitizer"):
            self.assertNotIn(word, text, text[-4000:])

    def serve(self, *flags, **more):
        server = Server(self.folder, *(self.flags + flags), **more)
        self.servers.append(server)
        return server

    def comes(self, condition):
        """Waits until it is so; whether it came to that."""
        end = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def start_game(self, server, game="caprice", players=2, **setup):
        """A running game of people, seats as listed: the clients by seat, and the table."""
        people = [Client(server, f"P{i}") for i in range(players)]
        seats = ["me"] + ["open"] * (players - 1)
        table = people[0].create(game=game, seats=seats, order="fixed", **setup)
        for person in people[1:]:
            answer = person.post(f"/tables/{table}/sit", {})
            self.assertEqual(answer.status, 200, answer.bytes)
        return people, table

    def mails(self, path):
        """What the mail command has written there: a notice a line."""
        if not os.path.exists(path):
            return []
        with open(path) as file:
            return [json.loads(line) for line in file if line.endswith("\n") and line.strip()]

    def confirmation(self, person, path):
        """The latest link that somebody was sent, as soon as it is there."""
        for _ in range(100 * PATIENCE):
            for mail in reversed(self.mails(path)):
                if mail["kind"] == "confirm" and person.id in mail["link"]:
                    return mail["link"]
            time.sleep(0.01)
        self.fail("there is no link for " + person.id)

    def press(self, server, link):
        """Presses the button of the page behind a link."""
        _, path = link.split("/contact?", 1)
        token = re.search(r"token=([^&]+)", path)[1]
        return Client(server).ask(
            "POST",
            "//contact",
            "token=" + token,
            {"Content-Type": "application/x-www-form-urlencoded"},
        )

    def reachable(self, server, name, path):
        """Somebody new who has confirmed their address."""
        person = Client(server, name)
        person.post("/me", {"contact": name.lower() + "@example.org"})
        answer = self.press(server, self.confirmation(person, path))
        self.assertEqual(answer.status, 200, answer.bytes)
        return person

    def play_out(
        self, people, table, limit=3000, choose=lambda actions: actions[0], stop=None, streams=()
    ):
        """Plays legal actions until the game is over, or `stop` moves; how many. Streams are read
        meanwhile: who does not read for long is sent away."""
        moves, actors = 0, people[0].snapshot(table)["actors"]
        while actors and moves < limit and (stop is None or moves < stop):
            seat = actors[moves % len(actors)]
            actions = people[seat].legal(table)
            if not actions:  # the server has made a step meanwhile
                actors = people[0].snapshot(table)["actors"]
                self.assertNotIn(seat, actors)
                continue
            answer = people[seat].act(table, choose(actions))
            self.assertEqual(answer.status, 200, answer.bytes)
            actors = answer.json["actors"]
            moves += 1
            for stream in streams:
                stream.read(0)
        return moves


def main():
    """Runs the tests of the calling file; a test that hangs is ended from outside."""
    signal.alarm(int(os.environ.get("CAPU_TEST_SECONDS", 1100)))
    unittest.main(argv=[sys.argv[0]] + sys.argv[1:], verbosity=1, warnings="ignore")
