"""Records: read, write, replay, verify."""

import hashlib
import json
import pathlib
import tempfile
import unittest

import capucine
from support import ROOT, SETUPS, finished

RECORDS = ROOT / "tests/records"


class Records(unittest.TestCase):
    def test_there_and_back(self):
        for game, players in SETUPS:
            end = finished(game, players)
            record = capucine.Record.of(end)
            self.assertEqual(capucine.Record.parse(record.text()), record)
            self.assertEqual(record.verify(), end)
            self.assertEqual(record.json(), end.record())
            self.assertEqual(len(record), end.moves)

    def test_replay(self):
        end = finished("capitol", 2)
        record = capucine.Record.of(end)
        self.assertEqual(record.replay(0), capucine.State("capitol", 2, seed=1))
        self.assertEqual(record.replay(), end)
        self.assertEqual(record.replay(10).moves, 10)
        for wrong in (-1, len(record) + 1):
            self.assertRaises(IndexError, record.replay, wrong)

    def test_files(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "game.json"
            record = capucine.Record.of(finished("caprice", 4))
            record.write(path)
            self.assertEqual(capucine.Record.read(path), record)
            self.assertEqual(capucine.Record.read(str(path)).verify().result.places[0] > 0, True)
        self.assertRaises(FileNotFoundError, capucine.Record.read, path)

    def test_records_of_the_repository(self):
        ours, older = sorted(RECORDS.glob("*.json")), sorted(RECORDS.glob("edition-*/*.json"))
        self.assertTrue(ours and older)
        for path in ours:
            capucine.Record.read(path).verify()
        for path in older:
            with self.assertRaises(capucine.BadRecord) as caught:
                capucine.Record.read(path)
            self.assertIn("edition", str(caught.exception))

    def test_names_are_kept(self):
        record = {**finished("caprice", 2).record(), "names": ["Ann", "Bob"]}
        self.assertEqual(capucine.Record(record).json()["names"], ["Ann", "Bob"])

    def test_what_is_wrong_is_said(self):
        good = finished("caprice", 2).record()
        move = good["actions"][0]
        wrongs = {
            "needs a number 'capucine'": {**good, "capucine": True},
            "newer": {**good, "capucine": 2},
            "no game": {**good, "game": "chess"},
            "edition": {**good, "rules": 99},
            "needs a number of players": {**good, "players": "2"},
            "is for 2 to 4": {**good, "players": 6},
            "must be a text": {**good, "options": {"third": 1}},
            "options must be": {**good, "options": []},
            "values are": {**good, "options": {"third": "x"}},
            "seed": {**good, "seed": 42},
            "seed must be": {**good, "seed": "042"},
            "list of actions": {**good, "actions": None},
            "action 0 of the record: it must be": {**good, "actions": [["0", "stay"]]},
            "action 1 of the record": {**good, "actions": [move, [1 - move[0], "stay"]]},
            "action 0 of the record": {**good, "actions": [[9, "stay"]]},
            "do not end the game": {**good, "actions": good["actions"][:-1]},
            "is not what its actions": {**good, "result": {"scores": [1, 2], "places": [1, 2]}},
            "another game": {**good, "from": capucine.State("capitol", 2, seed=1).json()},
            "not the one that was sealed": {**good, "seal": {}},
        }
        for words, record in wrongs.items():
            with self.subTest(words):
                with self.assertRaises(capucine.BadRecord) as caught:
                    capucine.Record(record).verify()
                self.assertIn(words, str(caught.exception))
        with self.assertRaises(capucine.BadRecord) as caught:
            capucine.Record({**good, "actions": [[move[0], "stay"]]}).verify()
        self.assertTrue(caught.exception.reason.startswith("caprice.why."))

    def test_text_that_is_no_record(self):
        for text in (
            "\ud800",
            '"\ud800"',
            "",
            "[]",
            "{",
            '{"a":1,"a":2}',
            "NaN",
            b"\xff",
            "[" * 100000,
            "3",
            "null",
        ):
            self.assertRaises(capucine.BadRecord, capucine.Record.parse, text)

    def test_values_that_no_record_has(self):
        good = finished("caprice", 2).record()
        circle = {}
        circle["from"] = circle
        for key, value in (
            ("from", circle),
            ("from", object()),
            ("from", {1: 2}),
            ("seed", "\ud800"),
            ("options", {"third": "\ud800"}),
            ("players", 1 << 80),
            ("actions", [[0, "stay\0"]]),
        ):
            self.assertRaises(capucine.BadRecord, capucine.Record, {**good, key: value})

    def test_a_game_that_begins_with_a_position(self):
        begin = capucine.State.read(capucine.Record.of(finished("capone", 3)).replay(20).json(), 5)
        end = capucine.play("capone", [capucine.bot("random")] * 3, state=begin.copy())
        record = capucine.Record.of(end)
        self.assertEqual(record.begin(), begin)
        self.assertEqual(record.begin().record(), begin.record())
        self.assertEqual(capucine.Record(record.json()).replay().copy().record(), end.record())
        self.assertEqual(capucine.Record.parse(record.text()).verify(), record.replay())

    def test_seals(self):
        secret, mixes = "ab" * 16, ["", "salt"]
        seed = hashlib.sha256("\n".join([secret, *mixes]).encode()).hexdigest()
        state = capucine.State("caprice", 2, seed=seed)
        seal = {"secret": secret, "mixes": mixes}
        seal["commitment"] = hashlib.sha256(secret.encode()).hexdigest()
        record = {**state.record(), "seal": seal}
        capucine.Record(record).verify()
        for change in ({"secret": "cd" * 16}, {"mixes": ["", ""]}, {"order": [0, 0]}, {"mixes": 3}):
            forged = {**record, "seal": {**seal, **change}}
            self.assertRaises(capucine.BadRecord, capucine.Record(forged).verify)

    def test_json_is_the_engines(self):
        end = finished("capone", 3)
        text = json.dumps(end.record(), separators=(",", ":"))
        self.assertEqual(capucine.Record.of(end).text(), text)


if __name__ == "__main__":
    unittest.main()
