"""Whatever people do, each of them is told just what they could ask for: random acting, taking
back, asking, answering, leaving and coming back, with everybody listening.

What is done follows from CAPU_SEED, and its length from CAPU_STEPS; what bots do in between does
not. A failure names its seed and prints the last steps."""

import os
import random
import subprocess

from support import CAPUCINE, PATIENCE, Client, ServerTest, Stream, begin_of, main

SEED = int(os.environ.get("CAPU_SEED", 16))
STEPS = int(os.environ.get("CAPU_STEPS", 60))

# Members that say all at once, of an event and of its table.
SAID, OF_TABLE = ("actors", "clocks", "you"), ("asked", "seats", "status", "seal", "result")
# What is seen of the game; `legal` only by those who must act.
SEEN = ("view", "facts", "bytes", "legal")


class Listener:
    """One viewer: what its stream has told so far, at each version."""

    def __init__(self, client, table):
        self.client = client
        self.table = table
        self.told = {}  # version: what a client has then
        self.ids = []
        self.updates = {}
        self.have = {}
        self.listen()

    def listen(self, last=None):
        self.stream = Stream(self.client, self.table, last)
        self.taken = 0
        self.take()

    def take(self):
        for name, event, data in self.stream.events[self.taken :]:
            self.taken += 1
            if event == "update":
                self.updates[name] = data
            self.ids.append(name)
            self.have = fold(self.have, data)
            assert len(self.have["history"]) == data["count"], (name, data, self.have["history"])
            self.told[data["version"]] = self.have

    def at(self, version):
        """What a client has at that version. Who does not read for long is sent away, and comes
        back."""
        while version not in self.told:
            if self.stream.ended:
                self.come_back()
            came = self.stream.read(PATIENCE)
            assert came or self.stream.ended, f"nothing comes behind {self.ids[-1]}"
            self.take()
        return self.told[version]

    def come_back(self):
        """Loses the line, and is told what it has missed."""
        last = self.ids[-1]
        self.stream.close()
        self.listen(last)

    def everything_again(self):
        """The updates since the beginning, in as many portions as it takes; those before a
        snapshot, which may come instead, do not count."""
        last, version, again = "0-" + self.ids[-1].split("-")[1], 0, {}
        while version < max(self.told):
            stream = Stream(self.client, self.table, last)
            while version < max(self.told) and not stream.ended:
                stream.read(PATIENCE)
                for last, event, data in stream.events:
                    version = data["version"]
                    if event == "update":
                        again[last] = data
            stream.close()
        return again


def fold(have, data):
    """What a client has after an event, as docs/http.md says; a snapshot is one, too."""
    have = dict(have, **{key: data[key] for key in SAID})
    for key in ("history", "story", "chat"):
        have[key] = data.get(key, have.get(key)) if "kind" not in data else have[key]
    if "view" in data:
        have.update({key: data.get(key) for key in SEEN})
    if "actions" in data:
        keep = data["count"] - len(data["actions"])
        have["history"] = have["history"][:keep] + data["actions"]
        have["story"] = begin_of(have["story"], keep) + data["story"]
    if data.get("kind") == "chat":
        have["chat"] = have["chat"] + [{key: data[key] for key in ("at", "person", "name", "text")}]
    if "table" in data:
        have.update({key: data["table"].get(key) for key in OF_TABLE})
    return have


class Histories(ServerTest):
    flags = ("--bots", "1")

    def test_streams_tell_what_can_be_asked(self):
        self.server = self.serve()
        for game, people, bots, options, bank in (
            ("capital-lux-2", 1, 1, {}, 0),
            ("capital-lux-2", 2, 0, {}, 3600),
            ("capital-lux-2", 3, 1, {}, 0),
            ("capitol", 2, 0, {}, 3600),
            ("capitol", 2, 1, {}, 0),
            ("caprice", 2, 0, {"arrange": "manual"}, 3600),
            ("caprice", 2, 1, {"third": "choose"}, 0),
            ("capone", 2, 1, {}, 3600),
        ):
            seed = f"{SEED}/{game}/{people}+{bots}"
            pace = {"kind": "live", "bank": bank, "increment": 5} if bank else {"kind": "none"}
            with self.subTest(seed=seed):
                self.walk(random.Random(seed), people, bots, game=game, options=options, pace=pace)

    def walk(self, draw, people, bots, **setup):
        clients = [Client(self.server, f"P{i}") for i in range(people)]
        seats = [{"bot": "random"}] * bots + ["open"] * people
        table = clients[0].create(seats=seats, level="random", **setup)
        viewers = [Listener(client, table) for client in clients + [Client(self.server)]]
        trail = []
        try:
            self.sit_down(clients, viewers, table)
            for _ in range(STEPS):
                trail.append(self.step(draw, clients, viewers, table))
                self.compare(viewers)
            self.check_restart(viewers)
            self.check_end(clients, viewers, table)
        except Exception:
            print("\n".join(map(str, trail[-12:])))
            raise
        finally:
            for viewer in viewers:
                viewer.stream.close()

    def sit_down(self, clients, viewers, table):
        for path in ("sit", "mix", "stand", "sit"):
            for client in clients[-1:] if path != "sit" else clients:
                client.post(f"/tables/{table}/{path}", {"mix": path} if path == "mix" else {})
                self.compare(viewers)

    def step(self, draw, clients, viewers, table):
        """Somebody does something, whether they may or not; what, and how it was answered."""
        who = draw.randrange(len(clients))
        deed = draw.choices(
            (
                "act",
                "list",
                "undo",
                "all",
                "ask",
                "agree",
                "refuse",
                "leave",
                "back",
                "chat",
                "line",
            ),
            (50, 20, 12, 3, 12, 12, 3, 3, 8, 3, 3),
        )[0]
        if deed == "line":
            return deed, draw.choice(viewers).come_back()
        if deed in ("act", "list"):
            actors = [client for client in clients if client.legal(table)]
            client = draw.choice(actors or clients)
            actions = client.legal(table)
            if deed == "list" and actions:
                body = {"actions": draw.choices(actions, k=draw.randint(1, 3))}
                answer = client.post(f"/tables/{table}/act", body)
                self.assertIn(answer.status, (200, 409, 422), answer.bytes)
                return client.id, body, answer.bytes
            answer = client.act(table, draw.choice(actions)) if actions else None
            return client.id, deed, answer and answer.bytes
        path, body = {
            "undo": ("undo", {}),
            "all": ("undo", {"all": True}),
            "ask": ("undo", {"ask": True}),
            "agree": ("undo/answer", {"agree": True}),
            "refuse": ("undo/answer", {"agree": False}),
            "leave": ("leave", {}),
            "back": ("back", {}),
            "chat": ("chat", {"text": f"{draw.random()}"}),
        }[deed]
        answer = clients[who].post(f"/tables/{table}/{path}", body)
        self.assertIn(answer.status, (200, 409, 429), answer.bytes)
        return clients[who].id, deed, answer.bytes

    def compare(self, viewers):
        for viewer in viewers:
            snapshot = viewer.client.snapshot(viewer.table)
            self.assertEqual(snapshot["count"], len(snapshot["history"]))
            moves = [line for line in snapshot["story"] if isinstance(line, list)]
            self.assertEqual(snapshot["history"], moves)
            self.assertEqual(viewer.at(snapshot["version"]), fold({}, snapshot))
            history = viewer.client.get(f"/tables/{viewer.table}/history").json
            self.assertEqual(viewer.at(history["version"])["history"], history["actions"])
            view = viewer.client.view(viewer.table)
            self.assertEqual(viewer.at(view["version"])["view"], view["state"])
            self.assertEqual(viewer.at(view["version"])["actors"], view["actors"])
            if view["state"]:
                self.compare_position(viewer)

    def compare_position(self, viewer):
        """The bytes, and what can be done, for whoever must act."""
        position = viewer.client.get(f"/tables/{viewer.table}/position").json
        have = viewer.at(position["version"])
        self.assertEqual(have["bytes"], position["bytes"])
        legal = viewer.client.get(f"/tables/{viewer.table}/legal").json
        have = viewer.at(legal["version"])
        seat = have["you"]
        acts = seat in have["actors"] and not have["seats"][seat]["away"]
        self.assertEqual(have["legal"], legal["actions"] if acts else None)

    def check_restart(self, viewers):
        """What the server reads from its log is what it had, and it tells it as before."""
        self.server.stop()
        self.server.start()
        for viewer in viewers:
            viewer.come_back()
        self.compare(viewers)
        for viewer in viewers:
            for name, data in viewer.everything_again().items():
                self.assertEqual(viewer.updates.get(name, data), data, name)

    def check_end(self, clients, viewers, table):
        """Bots play on; the record is what everybody was told, and proves its deal."""
        for client in clients:
            client.post(f"/tables/{table}/leave")
        for viewer in viewers:
            while viewer.have["status"] != "over":
                viewer.at(max(viewer.told) + 1)
        self.compare(viewers)
        record = clients[0].get(f"/tables/{table}/record")
        for viewer, seat in [(v, v.have["you"]) for v in viewers]:
            mine = lambda moves: [text for by, text in moves if by == seat]
            self.assertEqual(mine(viewer.have["history"]), mine(record.json["actions"]))
        done = subprocess.run(
            [CAPUCINE, "replay", "--verify", "-"],
            input=record.bytes,
            capture_output=True,
            timeout=20,
        )
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    main()
