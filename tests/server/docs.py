"""The documents are true: the examples of docs/http.md work, docs/openapi.json lists what there is,
and whoever goes against it is refused politely; the example bot plays."""

import json
import os
import re
import subprocess

from support import Client, ServerTest, main

HERE = os.path.dirname(os.path.abspath(__file__))
DOCS = os.path.join(HERE, "..", "..", "docs")


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
