"""The browser client as the server gives it: types, caching, compression, pages by any path."""

import gzip
import os
import re
import unittest

from support import Client, ServerTest, main

GZIP = {"Accept-Encoding": "gzip, deflate"}
BUILT = os.environ.get("WEB_CLIENT") == "true"


class Pages(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()
        self.client = Client(self.server)

    def get(self, path, headers=None):
        return self.client.get("/" + path, headers)

    @unittest.skipUnless(BUILT, "built without the browser client")
    def test_paths_without_a_file_are_pages(self):
        home = self.get("/")
        for path in ("/t/abc?invite=x", "/learn/caprice", "/nothing/at/all", "/apiary"):
            answer = self.get(path)
            self.assertEqual((answer.status, answer.bytes), (200, home.bytes), path)
        self.assertIn("text/html", home.headers["Content-Type"])
        self.assertEqual(home.headers["Cache-Control"], "no-cache")
        self.assertNotIn("'unsafe-inline'", home.headers["Content-Security-Policy"])
        self.assertNotIn("'unsafe-eval'", home.headers["Content-Security-Policy"])

    @unittest.skipUnless(BUILT, "built without the browser client")
    def test_files_are_compressed_for_who_takes_it(self):
        script = re.search(rb'src="(/main-[^"]+\.js)"', self.get("/").bytes)[1].decode()
        plain, packed = self.get(script), self.get(script, GZIP)
        self.assertNotIn("Content-Encoding", plain.headers)
        self.assertEqual(packed.headers["Content-Encoding"], "gzip")
        self.assertEqual(gzip.decompress(packed.bytes), plain.bytes)
        self.assertEqual(self.get(script, {"Accept-Encoding": "gzip;q=0"}).bytes, plain.bytes)
        for answer in (plain, packed):
            self.assertIn("immutable", answer.headers["Cache-Control"])
            self.assertIn("text/javascript", answer.headers["Content-Type"])
            self.assertEqual(answer.headers["Vary"], "Accept-Encoding")
        again = self.get(script, {"If-None-Match": plain.headers["ETag"]})
        self.assertEqual((again.status, again.bytes), (304, b""))

    @unittest.skipUnless(BUILT, "built without the browser client")
    def test_what_changes_is_asked_for_again(self):
        for path, kind in (
            ("/sw.js", "javascript"),
            ("/manifest.webmanifest", "manifest+json"),
            ("/build.json", "json"),
            ("/icon.svg", "svg"),
        ):
            answer = self.get(path)
            self.assertEqual(answer.status, 200, path)
            self.assertIn(kind, answer.headers["Content-Type"])
            self.assertEqual(answer.headers["Cache-Control"], "no-cache")

    @unittest.skipUnless(BUILT, "built without the browser client")
    def test_a_file_of_another_build_is_missing(self):
        self.assertEqual(self.get("/main-0000.js").status, 404)

    @unittest.skipIf(BUILT, "built with the browser client")
    def test_without_client_a_page_says_so(self):
        for path in ("/", "/t/abc"):
            self.assertIn(b"without the browser client", self.get(path).bytes)

    def test_the_interface_has_no_pages(self):
        self.assertEqual(self.client.get("/nothing").code, "not_found")
        self.assertEqual(self.get("/api").code, "not_found")
        self.assertEqual(self.client.ask("POST", "//learn", {}).status, 404)
        self.assertEqual(self.client.ask("HEAD", "//").bytes, b"")


if __name__ == "__main__":
    main()
