"""Whole games at the terminal, with resizes in the middle; games that go on after a crash; a game of
two over a server."""

import os
import random
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
import unittest

from support import OVER, TURN, OnlineTest, Terminal, TerminalTest

# a line of the result; lines of a log have figures with full stops too
PLACE = re.compile(r"\d\. [^\n]+: -?\d+ point")


class Games(TerminalTest):
    def play(self, terminals, draw, between=lambda step: None):
        """Plays whatever is to be chosen, at whatever terminal, until the game is over at all."""
        for step in range(3000):
            screens = [terminal.screen() for terminal in terminals]
            if all(OVER.search(screen) for screen in screens):
                return screens
            for terminal, screen in zip(terminals, screens):
                if TURN.search(screen) and not OVER.search(screen):
                    terminal.keys(*["Down"] * draw.randrange(4), "Enter")
            between(step)
        self.fail("the game does not end:\n" + terminals[0].screen())

    def whole_game(self, game, players, size, *words):
        terminal = self.open(
            game, "--players", players, "--seed", 5, "--bots", "greedy", *words, size=size
        )
        sizes = {7: (120, 40), 14: (64, 20), 21: (200, 50), 28: size}

        def between(step):
            if step in sizes:
                terminal.resize(*sizes[step])

        self.play([terminal], random.Random(game), between)
        terminal.resize(*size)
        if not PLACE.search(terminal.still()):  # a key that was too quick has closed it
            terminal.keys("Enter")
        page = terminal.wait(PLACE)
        self.assertEqual(len(PLACE.findall(page)), players)
        record = self.records()[-1]
        self.assertIn("recorded end", self.verify(record))
        terminal.do("Escape")
        terminal.keys("q")
        terminal.wait("left with 0")
        os.unlink(record)

    def test_small(self):
        self.whole_game("caprice", 4, (80, 24))
        self.whole_game("capitol", 4, (80, 24))
        self.whole_game("capone", 6, (80, 24), "--options", "years=2")
        self.whole_game("capital-lux-2", 4, (80, 24))

    def test_large(self):
        self.whole_game("caprice", 2, (120, 40), "--options", "third=choose,arrange=manual")
        self.whole_game("capitol", 2, (120, 40))
        self.whole_game("capone", 3, (120, 40), "--options", "years=2")
        self.whole_game("capital-lux-2", 1, (120, 40))


class Crashes(TerminalTest):
    def test_a_killed_client_goes_on_where_it_was(self):
        terminal = self.open("capitol", "--players", 3, "--seed", 2, "--bots", "greedy")
        for _ in range(6):
            terminal.wait(TURN)
            terminal.do("Enter")
        before = terminal.still()
        os.kill(terminal.pid(), signal.SIGKILL)
        terminal.wait("left with 137")
        self.verify(self.records()[0])
        # a terminal that vanishes sends SIGCONT, which can undo the stop that looking for leaks needs
        again = self.open("--continue", env={"ASAN_OPTIONS": "detect_leaks=0"})
        again.wait(TURN)
        self.assertEqual(again.becomes(before), before)
        again.keys("Enter")
        again.still()
        again.vanish()
        third = self.open("--continue")
        third.wait(TURN)
        self.assertNotEqual(third.still(), before)

    def test_two_clients_do_not_meet(self):
        one = self.open("caprice", "--seed", 1, "--bots", "greedy")
        one.wait(TURN)
        other = self.open("caprice", "--seed", 1, "--bots", "greedy")
        other.wait(TURN)
        self.assertEqual(len(self.records()), 2)
        third = self.open("--continue")
        third.wait("there is no saved game to continue")
        one.keys("q")
        one.wait("left with 0")
        self.open("--continue").wait(TURN)

    def test_the_last_game_is_in_the_menu(self):
        first = self.open("capone", "--players", 3, "--seed", 1, "--bots", "greedy")
        first.wait(TURN)
        first.keys("q")
        first.wait("capucine play --continue")
        menu = self.open()
        menu.wait("Continue: Capone")
        menu.keys("Enter")
        menu.wait(TURN)


class SecureProxy:
    """TLS in front of a server, as a host's reverse proxy does it."""

    def __init__(self, folder, port):
        self.certificate = os.path.join(folder, "own.pem")
        key = os.path.join(folder, "own.key")
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "ec",
                "-pkeyopt",
                "ec_paramgen_curve:prime256v1",
                "-nodes",
                "-keyout",
                key,
                "-out",
                self.certificate,
                "-days",
                "2",
                "-subj",
                "/CN=127.0.0.1",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
            ],
            check=True,
            capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.socket = context.wrap_socket(socket.create_server(("127.0.0.1", 0)), server_side=True)
        self.url = f"https://127.0.0.1:{self.socket.getsockname()[1]}"
        self.server = port
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except ssl.SSLError:
                continue  # one that does not trust us
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self.server))
            for a, b in ((client, server), (server, client)):
                threading.Thread(target=self.copy, args=(a, b), daemon=True).start()

    @staticmethod
    def copy(a, b):
        try:
            while data := a.recv(65536):
                b.sendall(data)
            b.shutdown(socket.SHUT_WR)
        except OSError:
            pass
        finally:
            a.close()


class Online(OnlineTest):
    def client(self, name, url, **env):
        folder = os.path.join(self.folder, name)
        os.makedirs(folder, exist_ok=True)
        terminal = Terminal(folder, "play", "--connect", url, name=name, env=env)
        self.addCleanup(terminal.close)
        return terminal

    def sit_down(self, port):
        """At a table that one of them makes, as it is offered."""
        ann = self.client("Ann", f"http://127.0.0.1:{port}")
        ann.wait("What's your name?")
        ann.keys("Enter")
        ann.wait("New table")
        ann.keys("Enter")
        ann.wait("Create the table")
        ann.keys("Enter")
        link = re.search(r"http://\S+/t/\S+", ann.wait("Waiting for players"))[0]
        return ann, self.visitor("Bob", link)

    def visitor(self, name, link):
        terminal = self.client(name, link)
        terminal.wait("What's your name?")
        terminal.keys("Enter")
        return terminal

    def test_a_game_of_two(self):
        """By link, with talk, and a server that is killed in the middle."""
        server, port = self.serve()
        ann, bob = self.sit_down(port)
        ann.wait("Reserve")
        bob.wait("Reserve")
        bob.type("cGood luck, Ann")
        bob.keys("Enter")
        ann.wait("Bob: Good luck, Ann")
        servers = [server]

        def between(step):
            if step == 12:
                servers[-1].kill()
                servers[-1].wait()
                ann.wait("connection lost")
                time.sleep(0.1)
                servers.append(self.serve(port=port)[0])

        Games.play(self, [ann, bob], random.Random(3), between)
        for terminal in (ann, bob):
            if "1. " not in terminal.still():
                terminal.keys("Enter")
        screens = [terminal.wait(re.compile("1[.] .*point")) for terminal in (ann, bob)]
        places = [sorted(re.findall(r"\d\. (\w+): (\d+) point", screen)) for screen in screens]
        self.assertEqual(len(places[0]), 2)
        self.assertEqual(places[0], places[1])
        self.review(ann, bob)

    def review(self, ann, bob):
        """A game that is over, at the table and from the list."""
        bob.do("Escape")
        bob.wait("v review")
        ann.do("Escape", "q")
        ann.wait("Finished")
        ann.do("Down", "Enter")
        ann.wait(re.compile("1[.] .*point"))
        ann.do("Escape")
        ann.wait("v review")
        ann.keys("v")
        ann.wait("Reviewing the game")
        bob.type("cWhat did I do wrong?")
        bob.keys("Enter")
        ann.wait("Bob: What did I do wrong?")
        ann.wait(re.compile(r"accuracy \d+, average loss"), seconds=250)

    def test_taking_back_needs_the_other(self):
        _, port = self.serve()
        link = self.make_table(port, hints=False)
        pair = [self.visitor(name, link) for name in ("Ann", "Bob")]
        for terminal in pair:
            terminal.wait("Reserve")
            terminal.still()
        first, second = pair if TURN.search(pair[0].screen()) else pair[::-1]
        first.keys("Enter")
        second.wait(TURN)
        before = second.still()
        second.keys("Enter")
        first.wait(TURN)
        first.still()
        first.keys("h")
        first.wait("There are no hints at this table")
        second.keys("u")
        second.wait("Take it back anyway?")
        second.keys("y")
        first.wait("would like to take a move back. Agree?")
        first.keys("n")
        second.still()
        self.assertNotEqual(second.still(), before)
        second.keys("u")
        second.wait("Take it back anyway?")
        second.keys("y")
        first.wait("would like to take a move back. Agree?")
        first.keys("y")
        second.wait(TURN)  # what went by itself after the choice goes with it
        self.assertEqual(second.becomes(before), before)

    def test_who_is_not_there_is_marked(self):
        _, port = self.serve()
        ann, bob = self.sit_down(port)
        ann.wait("Reserve")
        bob.wait("Reserve")
        self.assertNotIn("Ann zz", bob.still())
        ann.keys("q")
        bob.wait("Ann zz")
        again = self.client("Ann", f"http://127.0.0.1:{port}")
        again.wait("My table")
        again.keys("Down", "Enter")
        again.wait("Reserve")
        bob.wait(re.compile(r"Ann(?! zz)"))

    def test_who_was_there_is_known_again(self):
        _, port = self.serve()
        ann, _ = self.sit_down(port)
        ann.wait("Reserve")
        ann.keys("q")
        ann.wait("My table")
        again = self.client("Ann", f"http://127.0.0.1:{port}")
        again.wait("My table")

    def test_https(self):
        """A certificate is checked; one's own authority can be named."""
        _, port = self.serve()
        proxy = SecureProxy(self.folder, port)
        self.addCleanup(proxy.socket.close)
        eve = self.client("Eve", proxy.url)
        eve.wait("The server's certificate isn't trusted.")
        eve.wait("left with 1")
        ann = self.client("Ann", proxy.url, CURL_CA_BUNDLE=proxy.certificate)
        ann.wait("What's your name?")
        ann.keys("Enter")
        ann.wait("New table")

    def test_nobody_there(self):
        terminal = self.client("Ann", "http://127.0.0.1:1")
        terminal.wait("Nothing answers at this address")
        terminal.wait("left with 1")


if __name__ == "__main__":
    unittest.main()
