"""Checks answers against docs/openapi.json: that their status is listed for the route, and that what
they say fits its schema. A keyword that this checker does not know is an error, so nothing passes
because it was not looked at."""

import base64
import json
import os
import re

PATH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "openapi.json")
TYPES = {
    "null": lambda value: value is None,
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "string": lambda value: isinstance(value, str),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


class Wrong(AssertionError):
    """Where a value does not fit, and why."""


def demand(condition, at, why, *about):
    if not condition:
        raise Wrong(f"{at}: {why.format(*about)}")


def is_base64(text):
    try:
        return base64.b64encode(base64.b64decode(text, validate=True)).decode() == text
    except ValueError:
        return False


class Schemas:
    """The part of JSON Schema that our document uses."""

    def __init__(self, document):
        self.document = document
        self.keywords = {
            "$ref": lambda name, value, at, _: self.check(self.find(name), value, at),
            "description": lambda *_: None,
            "type": self.check_type,
            "enum": lambda those, value, at, _: demand(
                any(self.same(value, one) for one in those), at, "{!r} is none of {}", value, those
            ),
            "const": lambda one, value, at, _: demand(
                self.same(value, one), at, "{!r} is not {!r}", value, one
            ),
            "anyOf": self.check_any,
            "oneOf": self.check_one,
            "properties": self.check_properties,
            "additionalProperties": self.check_others,
            "required": self.check_required,
            "items": self.check_items,
            "prefixItems": self.check_first,
            "minItems": self.bound(list, len, lambda n, bound: n >= bound),
            "maxItems": self.bound(list, len, lambda n, bound: n <= bound),
            "minLength": self.bound(str, len, lambda n, bound: n >= bound),
            "maxLength": self.bound(str, len, lambda n, bound: n <= bound),
            "minimum": self.bound(int, int, lambda n, bound: n >= bound),
            "maximum": self.bound(int, int, lambda n, bound: n <= bound),
            "contentEncoding": lambda how, value, at, _: demand(
                how == "base64" and is_base64(value), at, "this is not {}", how
            ),
        }

    def find(self, name):
        found = self.document
        for step in name.removeprefix("#/").split("/"):
            found = found[step]
        return found

    @staticmethod
    def same(a, b):
        return type(a) is type(b) and a == b

    @staticmethod
    def bound(kind, measure, holds):
        def check(bound, value, at, _):
            if isinstance(value, kind) and not isinstance(value, bool):
                demand(holds(measure(value), bound), at, "{} is beyond {}", measure(value), bound)

        return check

    def check(self, schema, value, at):
        """Raises Wrong unless the value fits."""
        if schema is True:
            return
        demand(schema is not False, at, "there must be nothing here")
        for keyword, content in schema.items():
            if keyword not in self.keywords:
                raise KeyError(f"{at}: this checker does not know the keyword {keyword}")
            self.keywords[keyword](content, value, at, schema)

    def fits(self, schema, value, at):
        try:
            self.check(schema, value, at)
        except Wrong as wrong:
            return str(wrong)
        return None

    @staticmethod
    def check_type(types, value, at, _):
        types = types if isinstance(types, list) else [types]
        fits = any(TYPES[name](value) for name in types)
        demand(fits, at, "{!r} is no {}", value, types)

    def check_any(self, schemas, value, at, _):
        whys = [self.fits(schema, value, at) for schema in schemas]
        demand(None in whys, at, "fits none of: {}", whys)

    def check_one(self, schemas, value, at, _):
        whys = [self.fits(schema, value, at) for schema in schemas]
        demand(whys.count(None) == 1, at, "fits {} of: {}", whys.count(None), whys)

    def check_properties(self, properties, value, at, _):
        # in the order of the document: what tells alternatives apart comes first there
        for name in properties if isinstance(value, dict) else ():
            if name in value:
                self.check(properties[name], value[name], f"{at}.{name}")

    def check_others(self, others, value, at, schema):
        known = schema.get("properties", {})
        for name in value.keys() - known.keys() if isinstance(value, dict) else ():
            demand(others is not False, at, "nobody knows the member {}", name)
            self.check(others, value[name], f"{at}.{name}")

    @staticmethod
    def check_required(names, value, at, _):
        if isinstance(value, dict):
            missing = [name for name in names if name not in value]
            demand(not missing, at, "without {}", missing)

    def check_first(self, schemas, value, at, _):
        for i, (schema, one) in enumerate(zip(schemas, value if isinstance(value, list) else ())):
            self.check(schema, one, f"{at}[{i}]")

    def check_items(self, items, value, at, schema):
        first = len(schema.get("prefixItems", ()))
        for i, one in enumerate(value[first:] if isinstance(value, list) else ()):
            self.check(items, one, f"{at}[{first + i}]")


class Api(Schemas):
    """The whole document."""

    def __init__(self, path=PATH):
        with open(path, encoding="utf-8") as file:
            super().__init__(json.load(file))
        self.routes = [
            (method.upper(), re.compile(re.sub(r"\{\w+\}", "[^/]+", path)), operation)
            for path, methods in self.document["paths"].items()
            for method, operation in methods.items()
        ]

    def operation(self, method, path):
        """What is said about a request; None: nothing, as there is no such route."""
        path = path.split("?")[0]
        for its, pattern, operation in self.routes:
            if its == method and pattern.fullmatch(path):
                return operation
        return None

    def response(self, method, path, status):
        """What is said about an answer to it. A request to no route is refused like any other."""
        operation = self.operation(method, path)
        default = self.find("#/components/responses/Any")
        if operation is None:
            return default if status >= 400 else None
        said = operation["responses"].get(str(status))
        if said is None:
            demand(
                status in default["x-statuses"],
                f"{method} {path}",
                "docs/openapi.json does not know that it may be answered with {}",
                status,
            )
            return default
        return self.find(said["$ref"]) if "$ref" in said else said

    def check_answer(self, method, path, status, kind, body):
        """An answer, with the type and the bytes of what it says."""
        said = self.response(method, path, status)
        if said is None or method == "HEAD":
            return
        at = f"{method} {path} {status}"
        if "content" not in said:
            demand(not body, at, "it should have no body")
            return
        kind = (kind or "").split(";")[0]
        demand(kind in said["content"], at, "{} is none of {}", kind, list(said["content"]))
        if kind == "application/json":
            self.check(said["content"][kind]["schema"], json.loads(body), at)

    def check_event(self, path, name, data):
        """An event of a stream."""
        content = self.response("GET", path, 200)["content"]["text/event-stream"]
        demand(name in content["x-events"], path, "nobody knows the event {}", name)
        self.check(content["x-events"][name], data, f"{path} {name}")


API = Api()
