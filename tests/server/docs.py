"""The documents are true: the examples of docs/http.md work, docs/openapi.json lists what there is,
and whoever goes against it is refused politely; the example bot plays."""

import json
import os
import re
import subprocess
import unittest

from schema import API, Api, Schemas, Wrong
from support import Client, ServerTest, main

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "..", "docs")


# A schema, values that fit it, values that do not.
FITTING = (
    ({"type": "integer"}, (0, -1), (True, 1.0, "1", None, [])),
    ({"type": ["string", "null"]}, ("", None), (0, False, {})),
    ({"enum": ["a", 1]}, ("a", 1), ("b", True, 1.0)),
    ({"const": True}, (True,), (1, "true", False)),
    ({"type": "integer", "minimum": 0, "maximum": 5}, (0, 5), (-1, 6)),
    ({"type": "string", "minLength": 1, "maxLength": 2}, ("a", "ab"), ("", "abc")),
    ({"type": "array", "items": {"type": "string"}}, ([], ["a"]), ([1], ["a", None], "a")),
    ({"type": "array", "minItems": 1, "maxItems": 2}, ([1], [1, 2]), ([], [1, 2, 3])),
    (
        {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": False},
        ([], [1, "a"]),
        (["a", 1], [1, "a", 2]),
    ),
    (
        {
            "type": "object",
            "properties": {"a": {"type": "integer"}},
            "required": ["a"],
            "additionalProperties": False,
        },
        ({"a": 1},),
        ({}, {"a": "1"}, {"a": 1, "b": 2}, []),
    ),
    ({"additionalProperties": {"type": "integer"}}, ({}, {"x": 1}), ({"x": "1"},)),
    ({"anyOf": [{"type": "integer"}, {"minimum": 0, "type": "string"}]}, (1, "a"), (None,)),
    ({"oneOf": [{"type": "integer"}, {"enum": [1, "a"]}]}, (2, "a"), (1, "b")),
    ({"$ref": "#/there"}, ("x",), ("y",)),
    ({"contentEncoding": "base64"}, ("", "QUI="), ("QUI", "?", "QUJ=")),
)


class Checking(unittest.TestCase):
    """The checker of answers can fail."""

    def test_what_fits(self):
        schemas = Schemas({"there": {"const": "x"}})
        for schema, good, bad in FITTING:
            for value in good:
                self.assertIsNone(schemas.fits(schema, value, "here"), schema)
            for value in bad:
                self.assertIsNotNone(schemas.fits(schema, value, "here"), (schema, value))

    def test_every_keyword_is_tried(self):
        tried = set(re.findall(r'"(\$?\w+)":', json.dumps([schema for schema, _, _ in FITTING])))
        self.assertEqual(set(Schemas({}).keywords) - tried, {"description"})

    def test_unknown_keywords_are_errors(self):
        with self.assertRaises(KeyError):
            Schemas({}).check({"pattern": "a"}, "a", "here")

    def test_answers_that_nobody_foresaw(self):
        table = "/api/v1/tables/x"
        good = b'{"ok":false,"error":{"code":"not_found","message":"no"}}'
        API.check_answer("GET", table, 404, "application/json", good)
        API.check_answer("GET", "/api/v1/nowhere", 404, "application/json", good)
        for answer in (
            ("GET", table, 418, "application/json", good),
            ("GET", table, 200, "application/json", good),
            ("GET", table, 404, "text/html", good),
            ("GET", table, 404, "application/json", good.replace(b"not_found", b"lost")),
            ("GET", table, 404, "application/json", good.replace(b"}}", b'},"more":1}')),
            ("GET", table, 304, "application/json", good),
            ("GET", "/api/v1/nowhere", 404, "application/json", b"{}"),
        ):
            with self.assertRaises(Wrong, msg=answer):
                API.check_answer(*answer)
        for event in (("update", {}), ("surprise", {}), ("presence", {"at": 1})):
            with self.assertRaises(Wrong, msg=event):
                API.check_event(table + "/events", *event)


def all_schemas(value):
    """Every schema of the document that is an object of ours, wherever it stands."""
    if isinstance(value, dict):
        if value.get("type") == "object":
            yield value
        for one in value.values():
            yield from all_schemas(one)
    elif isinstance(value, list):
        for one in value:
            yield from all_schemas(one)


class Document(unittest.TestCase):
    """What docs/openapi.json says is whole."""

    def test_every_answer_has_a_schema(self):
        for method, pattern, operation in API.routes:
            for status in operation["responses"]:
                if status in ("304", "default"):
                    continue
                said = API.response(method, pattern.pattern.replace("[^/]+", "x"), int(status))
                for content in said["content"].values():
                    self.assertTrue(content["schema"], (method, pattern.pattern, status))

    def test_objects_say_whether_they_are_open(self):
        for schema in all_schemas(Api().document):
            self.assertIn("additionalProperties", schema, schema)


class Documents(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        with open(os.path.join(DOCS, "openapi.json")) as file:
            self.paths = json.load(file)["paths"]

    def test_examples(self):
        """Every line that can be typed is, in order, and answered with success."""
        with open(os.path.join(DOCS, "http.md")) as file:
            lines = re.findall(r"^    ((?:curl|[A-Z]=).*)$", file.read(), re.M)
        self.assertGreater(len(lines), 20)
        script = "set -eu\n" + "\n".join(lines)
        script = script.replace("127.0.0.1:8080", f"127.0.0.1:{self.server.port}")
        script = script.replace("curl -s", "curl --fail-with-body -s")
        # listening ends by its own time limit
        script = re.sub(r"(curl .*--max-time.*)", r"\1 || [ $? -eq 28 ]", script)
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.folder, capture_output=True, text=True, timeout=60
        )
        self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
        self.assertNotIn('"ok":false', done.stdout)
        self.assertIn("event: snapshot", done.stdout)

    def operations(self):
        for path, methods in self.paths.items():
            for method, operation in methods.items():
                content = operation.get("requestBody", {}).get("content", {})
                schema = next(iter(content.values()))["schema"] if content else None
                yield method.upper(), path, operation, schema

    def test_openapi_lists_what_the_server_has(self):
        there = {
            (r["method"], r["path"]): sorted(r["members"])
            for r in Client(self.server).get("").json["routes"]
        }
        told = {
            (method, re.sub(r"\{\w+\}", "*", path)): sorted(schema["properties"]) if schema else []
            for method, path, _, schema in self.operations()
        }
        self.assertEqual(there, told)

    def wrong_bodies(self, schema):
        """Bodies that the schema does not allow: of wrong types, too long, incomplete, too much."""
        properties = schema["properties"]
        good = {
            key: self.example(value)
            for key, value in properties.items()
            if key in schema.get("required", [])
        }
        for key in schema.get("required", []):
            yield {k: v for k, v in good.items() if k != key}
        yield dict(good, surprise=1)
        for key, value in properties.items():
            for wrong in (True, 1, 1.5, "x", [], {}):
                if not self.fits(wrong, value):
                    yield dict(good, **{key: wrong})
            if "maxLength" in value:
                yield dict(good, **{key: "x" * (value["maxLength"] + 1)})
            if "maximum" in value:
                yield dict(good, **{key: value["maximum"] + 1})

    @staticmethod
    def example(value):
        kinds = {
            "string": "x" * max(1, value.get("minLength", 1)),
            "boolean": True,
            "integer": 1,
            "array": ["me", "open"],
            "object": {},
        }
        return kinds[value["type"]] if "type" in value else value["enum"][0]

    @staticmethod
    def fits(wrong, value):
        kinds = {"string": str, "boolean": bool, "integer": int, "array": list, "object": dict}
        if "enum" in value:
            return wrong in value["enum"]
        return type(wrong) is kinds[value["type"]]

    def test_what_openapi_does_not_allow_is_refused(self):
        people, table = self.start_game(self.server)
        for method, path, operation, schema in self.operations():
            if not schema or path in ("/host", "/contact"):
                continue
            path = "/" + path.format(table=table, person=people[0].id)
            for body in self.wrong_bodies(schema):
                answer = people[0].ask(method, path, body)
                self.assertTrue(400 <= answer.status < 500, (path, body, answer.bytes))
                self.assertTrue(answer.code)
            refused = Client(self.server).ask(method, path, {})
            if "401" in operation["responses"]:
                self.assertEqual(refused.status, 401, path)

    def test_foreign_tables_and_sessions(self):
        people, table = self.start_game(self.server)
        stranger = Client(self.server, "Stranger")
        for method, path, operation, schema in self.operations():
            if (
                "{table}" not in path
                or not schema
                or path.endswith(("/note", "/sit", "/t/{table}"))
            ):
                continue
            body = {
                key: self.example(value)
                for key, value in schema["properties"].items()
                if key in schema.get("required", [])
            }
            answer = stranger.ask(method, "/" + path.format(table=table), body)
            self.assertIn(answer.status, (403, 409), (path, answer.bytes))
            answer = stranger.ask(method, "/" + path.format(table="nosuchtable"), body)
            self.assertEqual(answer.status, 404, path)
        self.assertEqual(people[0].snapshot(table)["count"], 0)

    def test_the_example_bot(self):
        ann = Client(self.server, "Ann")
        token = ann.post("/me/bots", {"name": "Robot"}).json["token"]
        table = ann.create(game="caprice", seats=["open", {"bot": "random"}])
        done = subprocess.run(
            [
                os.path.join(HERE, "..", "..", "examples", "bot.py"),
                f"http://127.0.0.1:{self.server.port}",
                token,
                table,
            ],
            capture_output=True,
            text=True,
            timeout=60,
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("scores", done.stdout)


if __name__ == "__main__":
    main()
