"""Bots of others: programs that the host has named, and the example that plays over HTTP."""

import http.server
import os
import pathlib
import socket
import subprocess
import threading
import time
import uuid

from support import Client, ServerTest, Stream, main

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLE, FORGER = os.environ["EXAMPLE_BOT"], os.environ["FORGER"]


BOT = os.path.join(HERE, "..", "..", "examples", "bot.py")


class Stub(http.server.BaseHTTPRequestHandler):
    """Answers as the test wants: a status and a body, one after the other, the last again."""

    answers = []
    asked = []

    def answer(self):
        self.asked.append((self.command, self.path, time.monotonic()))
        status, body = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", "1")
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


class ExampleBot(ServerTest):
    """The example says what is wrong. It never shows a traceback, and never waits for ever."""

    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def bot(self, *words, check=1):
        done = subprocess.run([BOT, *words], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, check, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def stub(self, *answers):
        Stub.answers, Stub.asked = list(answers), []
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stub)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def test_a_bad_token_and_a_wrong_table(self):
        url = f"http://127.0.0.1:{self.server.port}"
        ann = Client(self.server, "Ann")
        token = ann.post("/me/bots", {"name": "Robot"}).json["token"]
        table = ann.create(game="caprice", seats=["me", "open"])
        self.assertIn("bot.py: ", self.bot(url, "wrong", table).stderr)
        self.assertIn("bot.py: ", self.bot(url, token, "nosuchtable").stderr)
        full = ann.create(game="caprice", seats=["me", {"bot": "random"}])
        self.assertIn("bot.py: ", self.bot(url, token, full).stderr)
        self.assertIn("usage: bot.py", self.bot(check=2).stderr)

    def test_wrong_addresses(self):
        with socket.socket() as taken:  # nobody listens, and nobody else can
            taken.bind(("127.0.0.1", 0))
            own = f"http://127.0.0.1:{taken.getsockname()[1]}"
            for url in (own, "nonsense", "ftp://x", "http://", "http://a b/"):
                self.assertIn("does not answer", self.bot(url, "token", "table").stderr, url)
        for answer in ((404, b"<html>"), (200, b"<html>"), (500, b"")):
            self.assertIn("bot.py: ", self.bot(self.stub(answer), "token", "table").stderr)

    def test_it_waits_when_it_is_asked_to(self):
        over = b'data: {"you":0,"actors":[],"table":{"status":"over","result":"1:0"}}\n\n'
        done = self.bot(self.stub((429, b""), (200, b"{}"), (200, over)), "t", "t", check=0)
        self.assertEqual(done.stdout, "1:0\n")
        first, second, _ = Stub.asked
        self.assertGreaterEqual(second[2] - first[2], 0.9)
        busy = b'{"error":{"code":"too_many","message":"please wait"}}'
        self.assertIn("please wait", self.bot(self.stub((429, busy)), "t", "t").stderr)

    def test_the_server_stops(self):
        server = self.serve(store=f"sqlite:{self.folder}/stops.db")
        ann = Client(server, "Ann")
        token = ann.post("/me/bots", {"name": "Robot"}).json["token"]
        table = ann.create(game="caprice", seats=["me", "open"])
        bot = subprocess.Popen(
            [BOT, f"http://127.0.0.1:{server.port}", token, table],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with bot:
            Stream(ann, table).wait(
                lambda event: event[2].get("table", {}).get("status") == "running"
            )
            server.stop()
            _, errors = bot.communicate(timeout=60)
        self.assertEqual(bot.returncode, 1)
        self.assertIn("bot.py: the connection is lost", errors)
        self.assertNotIn("Traceback", errors)


def is_over(event):
    return event[2].get("table", {}).get("status") == "over"


class Programs(ServerTest):
    def setUp(self):
        super().setUp()
        self.mark = uuid.uuid4().hex

    def with_bots(self, *flags, bots=f"good={EXAMPLE}; bad={FORGER} dead"):
        return self.serve("--bot", bots, *flags, env={"CAPU_MARK": self.mark})

    def programs(self, server):
        """Processes that the server has started, and those that they have."""
        found = []
        for path in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if self.mark.encode() in (path / "environ").read_bytes():
                    found.append(int(path.name))
            except OSError:
                pass
        return [process for process in found if process != server.process.pid]

    def play(self, person, table):
        """Takes the person's first legal action until the game is over."""
        while (seen := person.snapshot(table))["table"]["status"] != "over":
            if seen["you"] in seen["actors"] and (actions := person.legal(table)):
                person.act(table, actions[0])
            else:
                time.sleep(0.02)

    def test_they_are_offered_and_play(self):
        server = self.with_bots()
        ann = Client(server, "Ann")
        levels = [bot["level"] for bot in ann.get("/bots").json["bots"]]
        self.assertEqual(levels[-2:], ["good", "bad"])
        self.assertIn("casual", levels)
        for seats in (["me", {"bot": "good"}], [{"bot": "good"}, {"bot": "random"}]):
            table = ann.create(game="caprice", seats=seats, order="fixed")
            if "me" in seats:
                self.play(ann, table)
            Stream(ann, table).wait(is_over)
            seat = ann.snapshot(table)["table"]["seats"][seats.index({"bot": "good"})]
            self.assertEqual(seat["level"], "good")
        self.assertTrue(self.comes(lambda: not self.programs(server)))
        self.assertNotIn("failed", server.read_log())

    def test_empty_seats_go_to_them(self):
        ann = Client(self.with_bots(), "Ann")
        table = ann.create(game="capone", seats=["me", "open", "open"], order="fixed")
        ann.post(f"/tables/{table}/fill", {"seat": 2, "level": "good"})
        ann.post(f"/tables/{table}/fill", {"level": "bad"})
        seats = ann.snapshot(table)["table"]["seats"]
        self.assertEqual([seat.get("level") for seat in seats], [None, "bad", "good"])

    def test_one_that_fails_does_not_stop_the_game(self):
        server = self.with_bots()
        ann = Client(server, "Ann")
        table = ann.create(game="caprice", seats=[{"bot": "bad"}, {"bot": "random"}])
        Stream(ann, table).wait(is_over)
        failures = server.read_log().count("a bot that is a program failed")
        self.assertEqual(failures, 3)  # then it rests
        self.assertIn("ended or closed its output", server.read_log())
        self.assertTrue(self.comes(lambda: not self.programs(server)))

    def test_nothing_is_left_when_the_server_ends(self):
        for end in (lambda server: server.stop(), lambda server: server.kill()):
            server = self.with_bots(bots=f"slow={FORGER} stubborn")
            ann = Client(server, "Ann")
            ann.create(game="caprice", seats=[{"bot": "slow"}, {"bot": "slow"}])
            self.assertTrue(self.comes(lambda: len(self.programs(server)) >= 2))
            end(server)
            self.assertTrue(self.comes(lambda: not self.programs(server)))

    def test_no_request_can_name_a_program(self):
        server = self.with_bots()
        ann = Client(server, "Ann")
        for level in (EXAMPLE, "good=" + EXAMPLE, "/bin/true", "nobody"):
            answer = ann.post("/tables", {"game": "caprice", "seats": ["me", {"bot": level}]})
            self.assertEqual(answer.status, 400)
            answer = ann.post(
                "/tables", {"game": "caprice", "seats": ["me", "open"], "level": level}
            )
            self.assertEqual(answer.status, 400)

    def test_a_program_that_is_there_no_more(self):
        """Its tables go on with the usual bot."""
        server = self.with_bots()
        ann = Client(server, "Ann")
        table = ann.create(game="caprice", seats=["me", {"bot": "good"}], order="fixed")
        cookie = ann.cookie
        server.stop()
        server = self.serve()
        ann = Client(server)
        ann.cookie = cookie
        self.play(ann, table)

    def test_bad_settings(self):
        for setting, said in (
            ("mine", "NAME=COMMAND"),
            ("My Bot=/bin/true", "a name has"),
            ("casual=/bin/true", "already"),
            ("a=/bin/true;a=/bin/true", "already"),
            ("mine=/no/such/file", "No such file"),
            ("mine=", "1 to 32 words"),
        ):
            with self.assertRaises(RuntimeError) as caught:
                self.with_bots(bots=setting)
            self.assertIn(said, str(caught.exception))


if __name__ == "__main__":
    main()
