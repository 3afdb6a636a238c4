"""A server from line mode: connecting, playing, taking back, hints, and the proof of the deal."""

import http.server
import json
import os
import re
import select
import socket
import sqlite3
import threading
import time
import unittest

from support import Lines, OnlineTest, flow

EXAMPLE = os.environ["EXAMPLE_BOT"]


class Foreign(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"<html>It works!</html>")

    def log_message(self, *_):
        pass


class Connecting(OnlineTest):
    """Each kind of trouble has its sentence, and is a failure."""

    def refused(self, url, sentence, **env):
        printed = self.plain("--connect", url, text="\n", status=1, **env)
        self.assertIn(sentence, flow(printed))

    def test_nobody_there(self):
        with socket.socket() as taken:  # nobody listens, and nobody else can
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            self.refused(f"http://127.0.0.1:{port}", "Nothing answers at this address")
        self.refused("http://no-such-host.invalid", "There's no server with this name")
        self.refused("gopher://127.0.0.1", "That isn't a valid address")

    def test_the_menu_tells_it_once(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            port = taken.getsockname()[1]
            printed = self.plain(text=f"6\nhttp://127.0.0.1:{port}\nq\n")
        self.assertEqual(flow(printed).count("Nothing answers at this address"), 1)

    def test_somebody_else_there(self):
        server = http.server.HTTPServer(("127.0.0.1", 0), Foreign)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.refused(f"http://127.0.0.1:{server.server_port}", "This isn't a Capucine server")
        self.refused(f"https://127.0.0.1:{server.server_port}", "No secure connection is possible")

    def test_no_such_table(self):
        _, port = self.serve()
        self.refused(f"http://127.0.0.1:{port}/t/AAAAAAAAAAAAAAAAAAAAAA", "There's no such table")


class Online(OnlineTest):
    def client(self, name, url):
        client = Lines(os.path.join(self.folder, name), "--connect", url, name=name)
        self.addCleanup(client.close)
        return client

    def visitor(self, name, link):
        client = self.client(name, link)
        client.wait("What's your name?")
        client.type("")
        return client

    def make_and_join(self, port):
        """Two people at a table that one of them makes, as it is offered."""
        ann = self.visitor("Ann", f"http://127.0.0.1:{port}")
        for line in ("1", "1"):
            ann.type(line)
        link = re.search(r"http://\S+/t/\S+", ann.wait(re.compile(r"with this link:\n\S+\n")))[0]
        return [ann, self.visitor("Bob", link)]

    def sit_down(self, port, hints=False):
        """Two people at a table of Caprice, the first to play first."""
        link = self.make_table(port, hints)
        pair = [self.visitor(name, link) for name in ("Ann", "Bob")]
        for each in pair:
            each.wait("Caprice, 2 players.")
        first = self.turn(pair)
        return [first, pair[1 - pair.index(first)]]

    def turn(self, pair):
        """The one who is asked."""
        while True:
            for each in pair:
                if re.search(r"Your turn.*> $", each.printed, re.S):
                    return each
            self.hear(pair)

    def hear(self, clients):
        """Waits until one of them has printed more."""
        ready, _, _ = select.select([each.process.stdout for each in clients], [], [], 30)
        self.assertTrue(ready, [each.printed for each in clients])
        for each in clients:
            if each.process.stdout in ready:
                each.printed += os.read(each.process.stdout.fileno(), 65536).decode()

    def test_a_game_of_two(self):
        _, port = self.serve()
        pair = self.make_and_join(port)
        for each in pair:
            each.wait("Caprice, 2 players.")
        pair[0].type("c good luck")
        while "good luck" not in pair[1].printed:  # there may be a question before it
            self.hear([pair[1]])
        ends = [None, None]
        while None in ends:
            for i, each in enumerate(pair):
                if ends[i] is None and "The game is over." in each.printed:
                    ends[i] = each.wait(re.compile(r"(  \d\. \w+: \d+ points?\n){2}"))[-60:]
                elif ends[i] is None and re.search(r"^ *2 \w.*\n(.*\n)*> $", each.printed, re.M):
                    each.printed = ""
                    each.type("1")
            if None in ends:
                self.hear([each for i, each in enumerate(pair) if ends[i] is None])
        self.assertEqual(*(re.findall(r"\d\. (\w+: \d+) point", end) for end in ends))
        for each in pair:
            printed, status = each.leave()
            self.assertEqual(status, 0, printed)

    def test_taking_back_is_the_last_decision(self):
        """What went by itself goes with it."""
        _, port = self.serve()
        first, second = self.sit_down(port)
        first.type("place dr 1")  # and then stays, since there is nothing to move
        first.wait("There was no other choice")
        self.assertIs(self.turn([second]), second)
        first.wait("Waiting for ")
        first.type("u")
        first.wait("Take it back anyway? y/n")
        first.type("y")
        second.wait("would like to take a move back. Agree? y/n")
        second.type("y")
        first.wait(re.compile(r"@ dr  x6(.*\n)+.*place dr 1 .*\n(.*\n)*> "))
        first.type("place dr 2")
        second.wait("placed a dark round block on tower 2.")

    def test_hints_are_for_tables_that_allow_them(self):
        _, port = self.serve()
        first, _ = self.sit_down(port)
        first.printed = ""
        first.type("h")
        self.assertNotIn("visits", first.wait("There are no hints at this table"))

    def test_hints_where_they_are_allowed(self):
        _, port = self.serve()
        first, _ = self.sit_down(port, hints=True)
        first.type("h")
        first.wait(re.compile(r"wins \d+:\d+%.*visits"))

    def test_bots_of_the_host_are_offered(self):
        _, port = self.serve("--bot", f"mine={EXAMPLE}")
        ann = self.visitor("Ann", f"http://127.0.0.1:{port}")
        ann.type("1")
        offered = []
        while "mine" not in offered:
            shown = ann.wait(re.compile(r"Opponent B: .*\n(.*\n)*?> "))
            offered.append(re.search(r"Opponent B: (.*)", shown)[1])
            ann.type("1" if "mine" in offered else "5")
        own = ["Random", "Simple", "Beginner", "Casual", "Club", "Expert", "Master"]
        self.assertEqual(offered[2:], [*own, "mine"])
        ann.wait("Caprice, 2 players.")
        ann.wait(re.compile(r"([AB]) mine \1 .*\n(.*\n)*> "))

    def promises(self, name):
        path = os.path.join(self.folder, name, "capucine", "promises")
        with open(path) as file:
            return path, json.load(file)

    def test_everybody_adds_to_the_deal(self):
        """By sitting down; whoever makes a table once more, when its commitment is shown."""
        _, port = self.serve()
        for each in self.make_and_join(port):
            each.wait("Caprice, 2 players.")
        with sqlite3.connect(os.path.join(self.folder, "server.db")) as store:
            rows = store.execute(
                "SELECT kind, data FROM entries WHERE kind IN ('sit', 'mix') ORDER BY seq"
            ).fetchall()
        store.close()
        self.assertEqual([kind for kind, _ in rows], ["sit", "mix", "sit"])
        mixes = [json.loads(data)["mix"] for _, data in rows]
        self.assertEqual(len(set(mixes)), 3)
        for name, mix in (("Ann", mixes[1]), ("Bob", mixes[2])):
            self.assertRegex(mix, r"^[0-9a-f]{32}$")
            (promise,) = self.promises(name)[1].values()
            self.assertEqual(promise["mix"], mix)

    def test_the_seal_is_held_against_what_was_promised(self):
        """Both send their own randomness; what is not in the seal is told."""
        _, port = self.serve()
        for honest in (True, False):
            ann = self.client("Ann", f"http://127.0.0.1:{port}")
            ann.wait("New table") if not honest else ann.wait("What's your name?")
            for line in ([""] if honest else []) + ["1", "5", "5", "5", "1"]:  # against a bot
                ann.type(line)
            ann.wait("Caprice, 2 players.")
            ann.wait(re.compile(r"^> ", re.M))
            path, promised = self.promises("Ann")
            ((key, promise),) = promised.items()
            self.assertRegex(promise["mix"], r"^[0-9a-f]{32}$")
            self.assertRegex(promise["commitment"], r"^[0-9a-f]{64}$")
            ann.type("q")
            ann.wait("My table")
            if not honest:
                promise["mix"] = promise["mix"][::-1]
                with open(path, "w") as file:
                    json.dump(promised, file)
            ann.type("2")
            told = ""
            while "The game is over" not in told:
                told += ann.wait(re.compile(r"^ *2 \w.*\n(.*\n)*> |is over\.", re.M))
                ann.type("1")
            while self.promises("Ann")[1]:  # it is checked
                time.sleep(0.02)
            told += ann.leave()[0]
            self.assertEqual("The deal doesn't match its seal" in flow(told), not honest, told)


if __name__ == "__main__":
    unittest.main()
