"""What goes over the wire: nothing but what the rules let a seat know."""

import json
import random
import re
import subprocess

from support import CAPUCINE, Client, ServerTest, Stream, begin_of, follow, main


class Referee:
    """The engine's own word on what each seat may know."""

    def __init__(self):
        self.process = subprocess.Popen(
            [CAPUCINE, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert answer["ok"], (request, answer)
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)
        self.process.stdout.close()


class Secrets(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def settings(self):
        """Every game, also with options that seal and hide more."""
        for game in Client(self.server).get("/games").json["games"]:
            yield game, {}
            yield game, {
                option["name"]: option["values"][-1]
                for option in game["options"]
                if option["name"] in ("third", "arrange")
            }

    def test_events_are_views_of_the_engine(self):
        """Each event shows the view, facts, history and story that the engine gives that viewer at
        some moment, in order, and none is sent without anything new in it."""
        for game, options in self.settings():
            with self.subTest(game=game["name"], options=options):
                self.check_game(game["name"], max(2, game["players"][0]), options)

    def check_game(self, game, players, options):
        people, table = self.start_game(self.server, game, players, options=options)
        watchers = people + [Client(self.server)]
        streams = [Stream(person, table) for person in watchers]
        self.play_out(people, table, choose=random.Random(2).choice, streams=streams)
        record = people[0].get(f"/tables/{table}/record").json
        for seat, (person, stream) in enumerate(zip(watchers, streams)):
            stream.until(person.view(table)["version"])
            self.check_stream(record, seat if seat < players else None, stream.events)
            stream.close()

    def check_stream(self, record, seat, events):
        referee = Referee()
        referee.ask(
            cmd="new",
            game=record["game"],
            players=record["players"],
            options=record["options"],
            seed=record["seed"],
        )
        moves = list(record["actions"])
        see = lambda: (
            referee.ask(cmd="view", seat=seat)["state"],
            referee.ask(cmd="history", seat=seat)["actions"],
            referee.ask(cmd="facts", seat=seat)["facts"],
            referee.ask(cmd="story", seat=seat)["story"],
        )
        known, before, story = see(), None, []
        for number, (_, name, data) in enumerate(events):
            if name == "update" and data["kind"] != "act":
                continue
            history = follow(events[: number + 1])[0]
            keep = data["count"] - len(data["actions"]) if name == "update" else 0
            story = begin_of(story, keep) + data["story"]
            shown = (data["view"], history, data["facts"], story)
            self.assertNotEqual(shown, before)  # an event without news would tell of hidden moves
            before = shown
            while known != shown:
                self.assertTrue(moves, "an event shows what the engine does not")
                seat_of, action = moves.pop(0)
                referee.ask(cmd="apply", seat=seat_of, action=action)
                known = see()
        referee.close()

    def stranger_reads(self, stranger, tables):
        """All that somebody who sits nowhere can read, times and ids of requests aside."""
        away = {"X-Forwarded-For": "192.0.2.7"}  # not from this machine
        paths = ["//metrics", "/tables?status=running"]
        for table in tables:
            paths += [f"/tables/{table}{end}" for end in ("", "/view", "/history", "/position")]
        answers = [stranger.get(path, away) for path in paths]
        return [
            (
                path,
                answer.status,
                answer.headers["ETag"],
                re.sub(rb'"at":\d+', b"now", answer.bytes),
            )
            for path, answer in zip(paths, answers)
        ]

    def test_hidden_moves_cannot_be_counted(self):
        """Neither by figures nor by lists, versions, or anything else that strangers can read."""
        server = self.serve("--public-metrics", "1", store=f"sqlite:{self.folder}/open.db")
        games = [self.start_game(server, "capitol", 2, public=True) for _ in range(2)]
        tables = [table for _, table in games]
        stranger = Client(server)
        hidden, draw = 0, random.Random(5)
        while hidden < 6:  # two auctions at least
            table = stranger.get("/tables?status=running").json["tables"][-1]["id"]
            people = games[tables.index(table)][0]
            seat = people[0].snapshot(table)["actors"][0]
            action = draw.choice(people[seat].legal(table))
            before = self.stranger_reads(stranger, tables)
            self.assertEqual(people[seat].act(table, action).status, 200)
            after = self.stranger_reads(stranger, tables)
            tag = lambda reads: next(read[2] for read in reads if read[0] == f"/tables/{table}")
            if tag(before) == tag(after):
                hidden += 1
                self.assertEqual(before, after)
        moves = sum(len(stranger.snapshot(table)["history"]) for table in tables)
        self.assertIn(f"capucine_moves_total {moves}\n".encode(), after[0][3])

    def test_figures_are_for_the_host_and_this_machine(self):
        ann, host = Client(self.server, "Ann"), Client(self.server, "Host")
        host.post("/host", {"token": self.server.host_token()})
        proxies = [
            {"X-Forwarded-For": "127.0.0.1"},
            {"Forwarded": "for=127.0.0.1"},
            {"X-Real-IP": "192.0.2.7"},
        ]
        trusting = self.serve("--trust-proxy", "1", store=f"sqlite:{self.folder}/trusting.db")
        self.assertEqual(ann.get("//metrics").status, 200)
        for headers in proxies:
            self.assertEqual(ann.get("//metrics", headers).status, 403, headers)
            self.assertEqual(Client(trusting).get("//metrics", headers).status, 403, headers)
            self.assertIn(b"store_commits", host.get("//metrics", headers).bytes)
        opened = self.serve("--public-metrics", "1", store=f"sqlite:{self.folder}/open.db")
        text = Client(opened).get("//metrics", proxies[0]).bytes
        self.assertIn(b"capucine_streams", text)
        for word in (b"store_", b"requests_total", b"act_seconds", b"cpu"):
            self.assertNotIn(word, text)
            self.assertIn(word, Client(opened).get("//metrics").bytes)

    def test_ids_of_requests_do_not_count_them(self):
        """They are not steps of a counter whose bits were mixed."""

        def unmix(number):
            for shift, factor in ((31, 0x94D049BB133111EB), (27, 0xBF58476D1CE4E5B9), (30, None)):
                number ^= number >> shift ^ number >> 2 * shift
                if factor:
                    number = number * pow(factor, -1, 1 << 64) % (1 << 64)
            return number

        ann = Client(self.server)
        ids = [int(ann.get("/games").headers["X-Request-Id"], 16) for _ in range(4)]
        steps = {(b - a) % (1 << 64) for a, b in zip(ids, ids[1:])}
        mixed = {(unmix(b) - unmix(a)) % (1 << 64) for a, b in zip(ids, ids[1:])}
        self.assertEqual((len(steps), len(mixed)), (3, 3))

    def same_deal_for_one(self):
        """Two running games of Caprice in which seat 0 holds the same and seat 1 does not."""
        seen = {}
        for _ in range(400):
            people, table = self.start_game(self.server)
            mine = json.dumps(people[0].view(table)["state"])
            others = people[1].view(table)["state"]["tiles"][1]
            if mine in seen and seen[mine][2] != others:
                return (people, table), seen[mine][:2]
            seen[mine] = (people, table, others)
        self.fail("no two such deals")

    def test_same_public_history_same_bytes(self):
        """With different hidden tiles, all bytes that seat 0 and a spectator receive are equal, ids
        and times aside."""
        received = []
        for people, table in self.same_deal_for_one():
            streams = [Stream(people[0], table), Stream(Client(self.server), table)]
            for seat in (0, 1, 0, 1):
                people[seat].act(table, f"place dr {seat}")
                people[seat].act(table, "stay")
            bytes_of = b""
            for path in ("", "/view", "/history", "/legal"):
                bytes_of += people[0].get(f"/tables/{table}{path}").bytes
            version = people[0].view(table)["version"]
            for stream in streams:
                stream.until(version)
                bytes_of += json.dumps(stream.events).encode()
            received.append(self.plain(bytes_of, people, table))
        self.assertEqual(received[0], received[1])

    def plain(self, text, people, table):
        """Without ids and times."""
        for name, secret in [("table", table)] + [(f"P{i}", p.id) for i, p in enumerate(people)]:
            text = text.replace(secret.encode(), name.encode())
        text = re.sub(rb'"(at|created|since)": ?\d+', b"time", text)
        return re.sub(rb'"commitment": ?"[0-9a-f]{64}"', b"hash", text)


if __name__ == "__main__":
    main()
