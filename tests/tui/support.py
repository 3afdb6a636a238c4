"""Drives the full-screen client in a tmux of its own, and line mode by pipes."""

import itertools
import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.request

CAPUCINE = os.path.abspath(os.environ.get("CAPUCINE", "build/src/capucine"))
WRITE = os.environ.get("CAPU_WRITE_GOLDENS") == "1"
HERE = os.path.dirname(os.path.abspath(__file__))
NUMBERS = itertools.count()
TURN = re.compile(r"^ [▸>] \w", re.M)
OVER = re.compile(r"The game is over")
FORESEEN = ("--options", "first=0,third=redraw")  # seat A begins, in Caprice with a block


def flow(text):
    """The text as if no line were ever broken."""
    return " ".join(text.split())


class Terminal:
    """One terminal with a program in it."""

    def __init__(self, folder, *words, size=(80, 24), env=None, name="Ann"):
        self.socket = f"capucine-{os.getpid()}-{next(NUMBERS)}"
        self.folder = folder
        environment = {
            "XDG_DATA_HOME": os.path.join(folder, "data"),
            "USER": name,
            "LC_ALL": "C.UTF-8",
            "HOME": folder,
            **(env or {}),
        }
        settings = [f"{key}={value}" for key, value in environment.items()]
        self.pid_file = os.path.join(folder, f"pid-{self.socket}")
        script = (
            """sh -c 'echo $$ > "$0"; exec "$@"' "$@"; """ """echo "left with $?"; exec sleep 600"""
        )
        command = [self.pid_file, "env", *settings, CAPUCINE, *map(str, words)]
        self.tmux(
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-x",
            str(size[0]),
            "-y",
            str(size[1]),
            "sh",
            "-c",
            script,
            "run",
            *command,
        )

    def tmux(self, *words):
        environment = {key: value for key, value in os.environ.items() if key != "TMUX"}
        return subprocess.run(
            ["tmux", "-L", self.socket, *words],
            capture_output=True,
            text=True,
            check=True,
            timeout=20,
            env=environment,
        ).stdout

    def keys(self, *keys):
        self.tmux("send-keys", *keys)

    def type(self, text):
        self.tmux("send-keys", "-l", text)

    def bytes(self, data):
        self.tmux("send-keys", "-H", *[f"{byte:02x}" for byte in data])

    def resize(self, columns, rows):
        self.tmux("resize-window", "-x", str(columns), "-y", str(rows))

    def screen(self, *options):
        return self.tmux("capture-pane", "-p", *options).rstrip("\n")

    def wait(self, wanted, seconds=30):
        """The screen, once it has this text or agrees with this expression."""
        pattern = re.compile(re.escape(wanted)) if isinstance(wanted, str) else wanted
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            screen = self.screen()
            if pattern.search(screen):
                return screen
            time.sleep(0.02)
        raise AssertionError(f"no {pattern.pattern!r} in:\n{self.screen()}")

    def still(self):
        """The screen, once it no longer changes."""
        before = None
        for _ in range(200):
            screen = self.screen()
            if screen == before:
                return screen
            before = screen
            time.sleep(0.12)
        raise AssertionError(f"never still:\n{before}")

    def becomes(self, wanted, seconds=30):
        """Waits until the screen is this one; the screen as it is then, or at the end."""
        end = time.monotonic() + seconds
        while (screen := self.screen()) != wanted and time.monotonic() < end:
            time.sleep(0.02)
        return screen

    def do(self, *keys):
        """Keys that change something, one after the other, each when the screen is still."""
        for key in keys:
            before = self.screen("-e")
            self.keys(key)
            end = time.monotonic() + 20
            while self.screen("-e") == before and time.monotonic() < end:
                time.sleep(0.02)
            self.still()

    def pid(self):
        with open(self.pid_file) as file:
            return int(file.read())

    def runs(self):
        """Whether the program has not ended."""
        try:
            return os.readlink(f"/proc/{self.pid()}/exe") == CAPUCINE
        except (OSError, ValueError):
            return False

    def vanish(self, seconds=20):
        """The terminal goes without a word; the program has to notice."""
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, timeout=20)
        end = time.monotonic() + seconds
        while self.runs():
            if time.monotonic() > end:
                raise AssertionError("the program goes on without a terminal")
            time.sleep(0.02)

    def close(self):
        if self.runs():
            os.kill(self.pid(), signal.SIGKILL)
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, timeout=20)


class Lines:
    """The program line by line, with somebody who types and reads."""

    def __init__(self, folder, *words, name="Ann"):
        os.makedirs(folder, exist_ok=True)
        self.printed = ""
        self.process = subprocess.Popen(
            [CAPUCINE, "play", "--plain", *map(str, words)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "XDG_DATA_HOME": folder, "LC_ALL": "C.UTF-8", "USER": name},
        )

    def type(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()

    def wait(self, wanted, seconds=30):
        """What was printed up to this text or expression; the rest is for the next call."""
        pattern = re.compile(re.escape(wanted)) if isinstance(wanted, str) else wanted
        end = time.monotonic() + seconds
        while not (found := pattern.search(self.printed)):
            ready, _, _ = select.select([self.process.stdout], [], [], end - time.monotonic())
            piece = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not piece:
                raise AssertionError(f"no {pattern.pattern!r} in:\n{self.printed}")
            self.printed += piece.decode()
        before, self.printed = self.printed[: found.end()], self.printed[found.end() :]
        return before

    def leave(self):
        """Ends the input; what was still printed, and the exit status."""
        printed, _ = self.process.communicate(timeout=30)
        return self.printed + printed.decode(), self.process.returncode

    def close(self):
        self.process.kill()
        self.process.communicate()


class TerminalTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="capucine-tui-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def open(self, *words, **more):
        terminal = Terminal(self.folder, "play", *words, **more)
        self.addCleanup(terminal.close)
        return terminal

    def plain(self, *words, text="", status=0, **env):
        """Plays line by line; what was printed."""
        done = subprocess.run(
            [CAPUCINE, "play", "--plain", *map(str, words)],
            input=text,
            capture_output=True,
            text=True,
            timeout=60,
            env={
                **os.environ,
                "XDG_DATA_HOME": os.path.join(self.folder, "data"),
                "LC_ALL": "C.UTF-8",
                "USER": "Ann",
                **env,
            },
        )
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout + done.stderr

    def records(self):
        folder = os.path.join(self.folder, "data", "capucine")
        names = os.listdir(folder) if os.path.isdir(folder) else []
        return sorted(os.path.join(folder, name) for name in names if name.endswith(".json"))

    def actions(self):
        """What was done in the newest game, in notation: texts may change, this does not."""
        records = sorted(self.records(), key=os.path.getmtime)
        if not records:
            return []
        with open(records[-1]) as file:
            return [action for _, action in json.load(file)["actions"]]

    def wait_action(self, action, seconds=30):
        end = time.monotonic() + seconds
        while action not in self.actions():
            self.assertLess(time.monotonic(), end, (action, self.actions()))
            time.sleep(0.02)

    def verify(self, path):
        done = subprocess.run(
            [CAPUCINE, "replay", path, "--verify"], capture_output=True, text=True, timeout=20
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def golden(self, name, terminal):
        """Compares the screen with the one that was kept; CAPU_WRITE_GOLDENS=1 keeps it anew."""
        path = os.path.join(HERE, "goldens", name + ".txt")
        if WRITE:
            with open(path, "w") as file:
                file.write(terminal.still() + "\n")
        with open(path) as file:
            kept = file.read().removesuffix("\n")
        self.assertEqual(terminal.becomes(kept), kept, name)


class OnlineTest(TerminalTest):
    """With a server of its own."""

    def serve(self, *flags, port=0):
        command = [
            CAPUCINE,
            "serve",
            "--listen",
            f"127.0.0.1:{port}",
            "--store",
            "sqlite:" + os.path.join(self.folder, "server.db"),
            *flags,
        ]
        server = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        found = re.search(r"port (\d+)", line := server.stdout.readline())
        if not found and port and "in use" in line:  # by a connection of another test
            time.sleep(0.1)
            return self.serve(*flags, port=port)
        self.assertTrue(found, line)
        return server, int(found[1])

    @staticmethod
    def make_table(port, hints):
        """A table for two that somebody else has made; its link."""
        url, cookie = f"http://127.0.0.1:{port}", ""
        for path, body in (
            ("/session", {"name": "Zoe"}),
            (
                "/tables",
                {
                    "game": "caprice",
                    "seats": ["open", "open"],
                    "options": {"first": "0", "third": "redraw"},
                    "hints": hints,
                    "order": "fixed",
                },
            ),
        ):
            request = urllib.request.Request(
                url + "/api/v1" + path,
                json.dumps(body).encode(),
                {"Content-Type": "application/json", "Cookie": cookie},
            )
            with urllib.request.urlopen(request, timeout=20) as answer:
                cookie = answer.headers.get("Set-Cookie", cookie).split(";")[0]
                made = json.load(answer)
        return f"{url}/t/{made['id']}"
