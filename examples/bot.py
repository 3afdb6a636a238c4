#!/usr/bin/env python3
"""A complete bot: takes an open seat at a table and plays random legal actions to the end.

usage: bot.py URL TOKEN TABLE     (a token: POST /api/v1/me/bots, see docs/http.md)

It waits when the server asks it to, and looks for a server that was restarted. The exit status is
0 when the game is over, 1 when something has failed, and 2 when it was called in another way."""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request

SILENCE = 60  # seconds; the server says something every 20
TRIES = 5  # how often a server is looked for that does not answer, or wants us to wait


class Trouble(Exception):
    """What went wrong, for a person."""


class Refused(Trouble):
    """The server has answered, but not done it."""


class Table:
    def __init__(self, url, token, table):
        self.url = f"{url.rstrip('/')}/api/v1/tables/{table}"
        self.token = token
        self.lost = None  # why an action did not arrive, until the table was looked at again

    def open(self, path, body=None):
        headers = {"Authorization": "Bearer " + self.token, "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        try:
            request = urllib.request.Request(self.url + path, data, headers)
            return urllib.request.urlopen(request, timeout=SILENCE)
        except urllib.error.HTTPError as error:
            return error  # an answer too
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise Trouble(f"{self.url} does not answer: {error}") from None

    def ask(self, path, body=None):
        """The answer, when the server has time for us."""
        for _ in range(TRIES):
            answer = self.open(path, body)
            if answer.status not in (429, 503):
                break
            wait = answer.headers.get("Retry-After", "1")
            time.sleep(min(int(wait), SILENCE) if wait.isdecimal() else 1)
        if answer.status < 300:
            return answer
        try:
            raise Refused(json.load(answer)["error"]["message"])
        except (ValueError, KeyError, TypeError, OSError):
            raise Refused(f"{self.url} is no table: {answer.status} {answer.reason}") from None

    def read(self, path, body=None):
        try:
            return json.load(self.ask(path, body))
        except ValueError:
            raise Trouble(f"{self.url} does not answer as a server of Capucine does") from None

    def events(self):
        """What happens at the table, as it happens; again from the present after an interruption."""
        failures = 0
        while failures < TRIES:
            try:
                for line in self.ask("/events"):
                    if line.startswith(b"data: "):
                        yield json.loads(line[6:])
                        if self.lost:
                            break
                        failures = 0
            except Refused:
                raise
            except (OSError, ValueError, http.client.HTTPException, Trouble) as error:
                trouble = error
            else:
                trouble = self.lost or "the server has ended it"
            self.lost = None
            failures += 1
            time.sleep(failures)
        raise Trouble(f"the connection is lost: {trouble}")


def play(table):
    try:
        table.read("/sit", {})
        sitting = None
    except Refused as refused:
        sitting = refused  # it may sit there already
    for event in table.events():
        seat, state = event.get("you"), event.get("table", {})
        if state.get("status") in ("over", "closed"):
            return state.get("result") or "The table was closed."
        if seat is None and sitting:
            raise sitting
        if seat in event.get("actors", ()):
            try:
                actions = table.read("/legal")["actions"]
                if actions:
                    table.read("/act", {"action": random.choice(actions)})
            except Refused as refused:  # something else has happened: the next event says what
                print(refused, file=sys.stderr)
            except Trouble as trouble:
                table.lost = trouble


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        print(play(Table(*sys.argv[1:])))
        return 0
    except Trouble as trouble:
        print(f"bot.py: {trouble}", file=sys.stderr)
    except KeyboardInterrupt:
        print("bot.py: stopped", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
