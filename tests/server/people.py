"""People: guests, accounts, the host, bots, what they keep and what they leave; sitting down."""

import os
import pty
import re
import subprocess
import threading
import time

from support import CAPUCINE, Client, ServerTest, Stream, main


class People(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_guest_and_account(self):
        ann = Client(self.server, "Ann")
        self.assertEqual(ann.get("/me").json["me"]["kind"], "guest")
        self.assertEqual(ann.post("/me/password", {"password": "short"}).status, 400)
        self.assertEqual(ann.post("/me/password", {"password": "a long one"}).status, 200)
        other = Client(self.server)
        wrong = other.post("/login", {"name": "ann", "password": "another one"})
        nobody = other.post("/login", {"name": "nobody", "password": "another one"})
        self.assertEqual((wrong.status, wrong.bytes), (403, nobody.bytes))
        self.assertEqual(
            other.post("/login", {"name": "ANN", "password": "a long one"}).status, 200
        )
        self.assertEqual(other.get("/me").json["me"]["id"], ann.id)
        self.assertEqual(ann.post("/me/password", {"password": "a new one!"}).code, "bad_login")
        self.assertEqual(
            ann.post("/me/password", {"password": "a new one!", "old": "a long one"}).status, 200
        )
        self.assertEqual(other.get("/me").status, 401)  # the old password is good for nothing now
        other.post("/login", {"name": "ann", "password": "a new one!"})
        second = Client(self.server, "ann")
        self.assertEqual(second.post("/me/password", {"password": "a long one"}).code, "name_taken")
        self.assertEqual(other.post("/logout").status, 200)
        self.assertEqual(other.get("/me").status, 401)
        self.assertEqual(ann.get("/me").status, 200)

    def test_cookie(self):
        client = Client(self.server)
        cookie = client.post("/session", {}).headers["Set-Cookie"]
        for word in ("HttpOnly", "SameSite=Lax", "Path=/"):
            self.assertIn(word, cookie)
        self.assertNotIn("Secure", cookie)
        self.assertNotIn(cookie.split("=")[1].split(";")[0], self.server.read_log())

    def test_secure_behind_tls(self):
        self.server.stop()
        server = self.serve("--public-url", "https://games.example/")
        answer = Client(server).post("/session", {})
        self.assertIn("Secure", answer.headers["Set-Cookie"])
        self.assertIn("max-age", answer.headers["Strict-Transport-Security"])
        origin = {"Origin": "https://games.example"}
        self.assertEqual(Client(server).post("/session", {}, origin).status, 201)
        own = {"Origin": f"http://127.0.0.1:{server.port}"}
        self.assertEqual(Client(server).post("/session", {}, own).status, 403)

    def test_public_addresses_are_as_browsers_write_them(self):
        self.server.stop()
        for given, origin in (
            ("https://Games.Example/", "https://games.example"),
            ("HTTPS://games.example:443", "https://games.example"),
            ("http://games.example:80/", "http://games.example"),
            ("https://games.example:8443", "https://games.example:8443"),
            ("http://[2001:DB8::80]:443/", "http://[2001:db8::80]:443"),
        ):
            server = self.serve("--public-url", given)
            ann = Client(server)
            self.assertEqual(ann.post("/session", {}, {"Origin": origin}).status, 201, given)
            answer = ann.post("/tables", {"game": "caprice", "seats": ["me", "invite"]}).json
            self.assertTrue(answer["invites"][0]["link"].startswith(origin + "/t/"), answer)
            server.stop()

    def test_public_addresses_that_no_browser_would_send_are_refused(self):
        for given in (
            "games.example",
            "games.example:443",
            "//games.example",
            "https://",
            "https:///",
            "ftp://games.example",
            "https://games.example:port",
            "https://games.example:0",
            "https://games.example:70000",
            "https://ann@games.example",
            "https://games example",
            "https://spiele.ä",
            "https://[::1",
            "https://games.example?x",
            "https://" + "x" * 300,
        ):
            done = subprocess.run(
                [
                    CAPUCINE,
                    "serve",
                    "--public-url",
                    given,
                    "--listen",
                    "127.0.0.1:0",
                    "--store",
                    self.server.store + "2",
                ],
                capture_output=True,
                text=True,
                timeout=20,
            )
            self.assertNotEqual(done.returncode, 0, given)
            self.assertIn("https://games.example", done.stderr.replace(f"'{given}'", ""))

    def test_links_can_be_opened_wherever_the_server_listens(self):
        self.server.stop()
        for listen in ("0.0.0.0:0", ":0", "[::]:0"):
            try:
                server = self.serve("--listen", listen)
            except RuntimeError:  # there is no IPv6 here
                self.assertEqual(listen, "[::]:0")
                continue
            self.assertIn(f" http://localhost:{server.port}/\n", server.greeting)
            ann, setup = Client(server, "Ann"), {"game": "caprice", "seats": ["me", "invite"]}
            for host, expected in (
                ("192.168.0.7:8080", "http://192.168.0.7:8080"),
                ("games.lan", "http://games.lan"),
                ("<x>", f"http://localhost:{server.port}"),
            ):
                answer = ann.post("/tables", setup, {"Host": host}).json
                self.assertTrue(answer["invites"][0]["link"].startswith(expected + "/t/"), answer)
            server.stop()

    def test_links_have_the_public_address_whatever_host_is_asked(self):
        self.server.stop()
        ann = Client(self.serve("--public-url", "https://games.example"), "Ann")
        answer = ann.post(
            "/tables", {"game": "caprice", "seats": ["me", "invite"]}, {"Host": "192.0.2.7:8080"}
        ).json
        self.assertTrue(answer["invites"][0]["link"].startswith("https://games.example/t/"))

    def test_profile(self):
        ann = Client(self.server, "Ann")
        self.assertEqual(ann.post("/me", {"name": "Änne", "language": "de"}).status, 200)
        me = Client(self.server).get(f"/people/{ann.id}").json["person"]
        self.assertEqual((me["name"], me["kind"]), ("Änne", "guest"))
        self.assertNotIn("contact", me)
        for name in (
            "",
            "x" * 61,
            "a\nb",
            "a\u0000b",
            "a\u007fb",
            "a\u0080b",
            "a\u009b2J",
            7,
            None,
        ):
            answer = ann.post("/me", {"name": name})
            self.assertEqual(answer.status, 200 if name is None else 400, name)
        self.assertEqual(ann.post("/me", {"name": "\u00a0\u00ff"}).status, 200)  # are none
        self.assertEqual(Client(self.server).get("/people/nobody").status, 404)

    def test_preferences(self):
        ann = Client(self.server, "Ann")
        self.assertEqual(ann.get("/me").json["me"]["preferences"], {})
        kept = {"theme": "dark", "sound": False, "list": [1, "é"], "deep": {"a": None}}
        self.assertEqual(ann.post("/me", {"preferences": kept}).json["me"]["preferences"], kept)
        ann.post("/me", {"name": "Anna"})
        me = ann.get("/me").json["me"]
        self.assertEqual((me["name"], me["preferences"]), ("Anna", kept))
        self.assertEqual(ann.get("/me/export").json["me"]["preferences"], kept)
        for wrong in ([], "x", None, {"x": "y" * 4096}):
            self.assertEqual(ann.post("/me", {"preferences": wrong}).status, 400, wrong)
        self.assertEqual(ann.post("/me", {"preferences": {}}).json["me"]["preferences"], {})
        self.assertNotIn("preferences", Client(self.server).get(f"/people/{ann.id}").json["person"])

    def test_changes_at_once_do_not_undo_each_other(self):
        ann = Client(self.server, "Ann")
        clones = []
        for i in range(6):
            clone = Client(self.server)
            clone.cookie = ann.cookie
            clones.append(clone)
        work = [lambda c: c.post("/me/password", {"password": "a long one"})]
        work += [lambda c, i=i: c.post("/me", {"language": f"l{i}"}) for i in range(4)]
        work += [lambda c: c.post("/me", {"contact": "a@example.org"})]
        threads = [threading.Thread(target=w, args=(c,)) for w, c in zip(work, clones)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        me = ann.get("/me").json["me"]
        self.assertEqual((me["kind"], me["contact"]), ("account", "a@example.org"))
        self.assertEqual(
            Client(self.server).post("/login", {"name": "ann", "password": "a long one"}).status,
            200,
        )

    def test_streams_end_with_their_session(self):
        people, table = self.start_game(self.server)
        ann, bob = people
        ann.post("/me/password", {"password": "a long one"})
        other = Client(self.server)
        other.post("/login", {"name": "p0", "password": "a long one"})
        streams = [Stream(ann, table), Stream(other, table), Stream(bob, table)]

        def ends(stream):
            return self.comes(lambda: not stream.read(1) and stream.ended)

        def goes_on(stream):
            while stream.read(1):
                pass
            return not stream.ended

        self.assertEqual(other.post("/logout").status, 200)
        self.assertTrue(ends(streams[1]))
        self.assertTrue(goes_on(streams[0]))
        changed = {"password": "another one", "old": "a long one"}
        self.assertEqual(ann.post("/me/password", changed).status, 200)
        self.assertTrue(ends(streams[0]))
        again = Stream(ann, table)
        self.assertEqual(ann.delete("/me").status, 200)
        self.assertTrue(ends(again))
        self.assertTrue(goes_on(streams[2]))

    def test_the_first_link_makes_a_host(self):
        token = self.server.host_token()
        ann, bob = Client(self.server, "Ann"), Client(self.server, "Bob")
        self.assertEqual(ann.get("//host?token=" + token).status, 200)  # changes nothing
        self.assertEqual(bob.post("/host", {"token": token[:-1] + "x"}).status, 403)
        self.assertEqual(ann.post("/host", {"token": token}).status, 200)
        self.assertTrue(ann.get("/me").json["me"]["host"])
        self.assertEqual(bob.post("/host", {"token": token}).status, 403)

    def second_line(self, output):
        """What a server says to a host who starts it, after where it listens."""
        with subprocess.Popen(
            [CAPUCINE, "serve", "--listen", "127.0.0.1:0", "--store", self.server.store],
            stdout=output[1],
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
        ) as process:
            os.close(output[1])
            said = b""
            while said.count(b"\n") < 1:
                said += os.read(output[0], 4096)
            process.terminate()
            try:
                while more := os.read(output[0], 4096):
                    said += more
            except OSError:  # how a terminal ends
                pass
            os.close(output[0])
        return said.split(b"\n")[1].decode()

    def test_the_host_link_is_for_a_terminal(self):
        self.assertEqual(self.server.stop(), 0)
        self.assertIn("/host?token=", self.second_line(pty.openpty()))
        said = self.second_line(os.pipe())
        self.assertNotIn("token", said)
        self.assertIn("capucine admin host", said)
        self.server.start()
        self.assertNotIn("token=", self.server.read_log())
        self.assertEqual(
            Client(self.server, "Ann").post("/host", {"token": self.server.host_token()}).status,
            200,
        )
        self.assertEqual(self.server.stop(), 0)
        for output in (pty.openpty(), os.pipe()):
            self.assertEqual(self.second_line(output), "")

    def test_host_form(self):
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        token = self.server.host_token()
        client = Client(self.server)
        answer = client.ask("POST", "//host", "token=" + token, form)
        self.assertEqual(answer.status, 200, answer.bytes)
        self.assertTrue(client.get("/me").json["me"]["host"])

    def press_button(self, page, referrer_policy):
        """Sends the form of the host page as browsers do: with this policy for referrers they do
        not tell where a form comes from."""
        own = f"http://127.0.0.1:{self.server.port}"
        token = re.search(rb'name="token" value="([^"]+)"', page)[1].decode()
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": "null" if referrer_policy == "no-referrer" else own,
            "Sec-Fetch-Site": "same-origin",
            "Sec-Fetch-Mode": "navigate",
        }
        client = Client(self.server)
        return client, client.ask("POST", "//host", "token=" + token, headers)

    def test_the_host_link_works_in_browsers(self):
        link = "//host?token=" + self.server.host_token()
        page = Client(self.server).get(link)
        self.assertEqual(self.press_button(page.bytes, "no-referrer")[1].code, "bad_origin")
        client, answer = self.press_button(page.bytes, page.headers["Referrer-Policy"])
        self.assertEqual(answer.status, 200, answer.bytes)
        self.assertEqual(answer.headers["Content-Type"], "text/html; charset=utf-8")
        self.assertIn(b"You are the host now", answer.bytes)
        self.assertTrue(client.get("/me").json["me"]["host"])

    def test_only_the_host_page_lets_browsers_tell_where_they_come_from(self):
        for path in ("//", "//t/x", "//host", "/games", "/nothing"):
            headers = Client(self.server).get(path).headers
            self.assertEqual(headers.get_all("Referrer-Policy"), ["no-referrer"], path)
        headers = Client(self.server).get("//host?token=x").headers
        self.assertEqual(headers.get_all("Referrer-Policy"), ["same-origin"])

    def people_in_store(self):
        done = subprocess.run(
            [CAPUCINE, "admin", "users", "--store", self.server.store],
            capture_output=True,
            text=True,
            timeout=20,
            check=True,
        )
        return done.stdout.splitlines()

    def test_a_bad_host_form_makes_nobody(self):
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        for body in ("token=", "token=x", "token=" + "x" * 43, "token=" + "y" * 9000, ""):
            answer = Client(self.server).ask("POST", "//host", body, form)
            self.assertIn(answer.status, (400, 403), body)
            self.assertNotIn("Set-Cookie", answer.headers)
        self.assertEqual(self.people_in_store(), [])

    def test_guessing_the_host_token_is_limited(self):
        self.server.stop()
        self.server = self.serve("--rate", "50")
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        ann = Client(self.server, "Ann")
        attempts = (
            lambda: Client(self.server).ask("POST", "//host", "token=x", form),
            lambda: ann.post("/host", {"token": "x"}),
        )
        for attempt in attempts:
            answer = attempt()
            while answer.code == "bad_token":
                answer = attempt()
            self.assertEqual(answer.code, "too_many")
            self.assertIn("attempts", answer.json["error"]["message"])
        self.assertEqual(len(self.people_in_store()), 1)

    def test_bots_have_tokens(self):
        ann = Client(self.server, "Ann")
        made = ann.post("/me/bots", {"name": "Robot"}).json
        bot = Client(self.server, token=made["token"])
        self.assertEqual(bot.get("/me").json["me"]["kind"], "bot")
        self.assertEqual([b["name"] for b in ann.get("/me/bots").json["bots"]], ["Robot"])
        self.assertEqual(bot.post("/me/bots", {"name": "More"}).status, 403)
        table = ann.create(game="caprice", seats=["me", "open"], order="fixed")
        self.assertEqual(bot.post(f"/tables/{table}/sit").status, 200)
        self.play_out([ann, bot], table)

    def test_bots_are_withdrawn(self):
        ann, bob = Client(self.server, "Ann"), Client(self.server, "Bob")
        made = [ann.post("/me/bots", {"name": name}).json for name in ("One", "Two")]
        one, two = (Client(self.server, token=bot["token"]) for bot in made)
        paths = ["/me/bots/" + bot["bot"]["id"] for bot in made]
        shown = ann.get("/me/bots").json["bots"]
        self.assertEqual([b["name"] for b in shown], ["One", "Two"])
        self.assertTrue(all(b["created"] and b["seen"] for b in shown))
        table = ann.create(game="caprice", seats=["me", "open"])
        one.post(f"/tables/{table}/sit")
        stream = Stream(one, table)
        for person in (bob, two):
            self.assertEqual(person.delete(paths[0]).status, 404)
            self.assertEqual(person.post(paths[0] + "/token").status, 404)
        self.assertEqual(ann.delete("/me/bots/" + bob.id).status, 404)
        self.assertEqual(ann.delete("/me/bots/" + ann.id).status, 404)
        again = ann.post(paths[0] + "/token")
        self.assertEqual(again.status, 200, again.bytes)
        self.assertEqual(one.get("/me").status, 401)  # the old token is good for nothing
        while stream.read(20):
            pass
        self.assertTrue(stream.ended)
        one.token = again.json["token"]
        self.assertEqual(one.get("/me").json["me"]["id"], made[0]["bot"]["id"])
        self.assertEqual(ann.delete(paths[1]).status, 200)
        self.assertEqual(two.get("/me").status, 401)
        self.assertEqual([b["name"] for b in ann.get("/me/bots").json["bots"]], ["One"])
        self.assertEqual(ann.delete(paths[1]).status, 404)

    def test_a_new_password_ends_bots_tokens(self):
        ann = Client(self.server, "Ann")
        made = ann.post("/me/bots", {"name": "Robot"}).json
        bot = Client(self.server, token=made["token"])
        self.assertEqual(ann.post("/me/password", {"password": "a long one"}).status, 200)
        self.assertEqual(bot.get("/me").status, 200)  # the first one: nobody is sent away
        ann.post("/me/password", {"password": "a new one!", "old": "a long one"})
        self.assertEqual(bot.get("/me").status, 401)
        bot.token = ann.post(f"/me/bots/{made['bot']['id']}/token").json["token"]
        self.assertEqual(bot.get("/me").status, 200)

    def test_names_have_nothing_invisible(self):
        ann = Client(self.server, "Ann")
        for given, kept in (
            ("A\u200bnn", "Ann"),
            ("\u202eAnn", "Ann"),
            ("Ann\u2066\u2069", "Ann"),
            ("An\u00adn", "Ann"),
            ("\ufeffAnn \u3000", "Ann"),
            ("  Ann", "Ann"),
            ("Ann\U000e0041", "Ann"),
            ("\u2764\ufe0f", "\u2764"),
            ("A\u034f\u061c\u180e\u3164\uffa0nn", "Ann"),
            ("Ann Lee", "Ann Lee"),
            ("An\u0301n", "An\u0301n"),
            ("\u05d0\u05e0", "\u05d0\u05e0"),
            ("Zo\u00eb \U0001f642", "Zo\u00eb \U0001f642"),
        ):
            answer = ann.post("/me", {"name": given})
            self.assertEqual((answer.status, answer.json["me"]["name"]), (200, kept), ascii(given))
        for name in (
            " ",
            "\u00a0\u2003",
            "\u200b",
            "\u202e\u202c",
            "\u0301",
            " \u0301\u0302",
            "\u2800",
            "\u3164",
        ):
            for path, status in (("/me", 400), ("/me/bots", 400)):
                self.assertEqual(ann.post(path, {"name": name}).status, status, ascii(name))
            self.assertEqual(Client(self.server).post("/session", {"name": name}).status, 400)
        self.assertEqual(ann.post("/me/bots", {"name": "Ro\u200dbot"}).json["bot"]["name"], "Robot")
        self.assertEqual(ann.post("/session", {}).status, 200)

    def test_nobody_passes_for_another_by_what_is_invisible(self):
        ann, eve = Client(self.server, "Ann\ufe0f"), Client(self.server, "A\u200bnn ")
        self.assertEqual(ann.post("/me/password", {"password": "a long one"}).status, 200)
        self.assertEqual(eve.post("/me/password", {"password": "a long one"}).code, "name_taken")
        for name in ("ann", "ANN\ufe0f", " ann"):  # as it is typed
            answer = Client(self.server).post("/login", {"name": name, "password": "a long one"})
            self.assertEqual(answer.status, 200, ascii(name))

    def test_practice(self):
        ann, bob = Client(self.server, "Ann"), Client(self.server, "Bob")
        self.assertEqual(ann.get("/me/practice").json["done"], {})
        done = {
            "capitol-017": {"right": 2, "wrong": 1, "due": 20412},
            "capital-lux-2-001": {"right": 1, "wrong": 0, "due": 0},
        }
        self.assertEqual(ann.put("/me/practice", {"done": done}).json["done"], done)
        self.assertEqual(ann.get("/me/practice").json["done"], done)
        self.assertEqual(bob.get("/me/practice").json["done"], {})
        self.server.stop()
        self.server.start()
        self.assertEqual(ann.get("/me/practice").json["done"], done)
        self.assertEqual(ann.put("/me/practice", {"done": {}}).json["done"], {})
        self.assertEqual(Client(self.server).get("/me/practice").status, 401)
        self.assertEqual(Client(self.server).put("/me/practice", {"done": {}}).status, 401)

    def test_practice_that_is_nonsense(self):
        ann = Client(self.server, "Ann")
        row = {"right": 0, "wrong": 1, "due": 20412}
        kept = {"caprice-001": row}
        ann.put("/me/practice", {"done": kept})
        for wrong in (
            {},
            {"done": None},
            {"done": []},
            {"done": kept, "more": 1},
            {"done": {"": row}},
            {"done": {"Caprice-001": row}},
            {"done": {"caprice 001": row}},
            {"done": {"caf\u00e9-001": row}},
            {"done": {"x" * 48: row}},
            {"done": {"caprice-001": None}},
            {"done": {"caprice-001": [0, 1, 20412]}},
            {"done": {"caprice-001": {}}},
            {"done": {"caprice-001": {"right": 0, "wrong": 1}}},
            {"done": {"caprice-001": dict(row, more=1)}},
            {"done": {"caprice-001": dict(row, right=-1)}},
            {"done": {"caprice-001": dict(row, right=1.0)}},
            {"done": {"caprice-001": dict(row, right="1")}},
            {"done": {"caprice-001": dict(row, right=True)}},
            {"done": {"caprice-001": dict(row, due=1000001)}},
            {"done": {"caprice-001": dict(row, due=10**30)}},
            {"done": {f"x-{i}": row for i in range(1001)}},
        ):
            answer = ann.put("/me/practice", wrong)
            self.assertEqual(answer.status, 400, str(wrong)[:200])
        twice = b'{"done":{"a":{"right":0,"wrong":0,"due":0},"a":{"right":1,"wrong":0,"due":0}}}'
        for body in (twice, b"", b"{", b"[]"):
            answer = ann.ask("PUT", "/me/practice", body, {"Content-Type": "application/json"})
            self.assertEqual(answer.status, 400, body)
        self.assertEqual(ann.get("/me/practice").json["done"], kept)

    def test_practice_may_be_large(self):
        ann = Client(self.server, "Ann")
        row = {"right": 1, "wrong": 1, "due": 20412}
        done = {f"capital-lux-2-{i:03}": row for i in range(1000)}
        self.assertEqual(ann.put("/me/practice", {"done": done}).json["done"], done)
        self.assertEqual(ann.put("/me/practice", b" " * 65537).status, 413)
        self.assertEqual(ann.put("/me", b" " * 16385).status, 405)
        self.assertEqual(ann.post("/me", b" " * 16385).status, 413)  # others stay as they were

    def test_export_and_deletion(self):
        people, table = self.start_game(self.server, level="random")
        ann, bob = people
        ann.post("/me", {"name": "Annabella"})
        ann.post(f"/tables/{table}/chat", {"text": "my words"})
        ann.post(f"/tables/{table}/note", {"note": "my note\nof two lines"})
        ann.post("/me/mutes", {"person": bob.id})
        done = {"capitol-017": {"right": 0, "wrong": 1, "due": 20412}}
        ann.put("/me/practice", {"done": done})
        export = ann.get("/me/export").json
        self.assertEqual(export["done"], done)
        self.assertEqual(export["me"]["name"], "Annabella")
        self.assertEqual(export["notes"], [{"table": table, "note": "my note\nof two lines"}])
        self.assertEqual(export["chat"][0]["said"]["text"], "my words")
        self.assertEqual(export["mutes"], [bob.id])
        self.assertEqual(export["tables"][0]["id"], table)
        self.assertEqual(ann.delete("/me").status, 200)
        self.assertEqual(ann.get("/me").status, 401)
        seen = bob.get(f"/tables/{table}").bytes.decode()
        for word in ("my words", "Annabella", '"P0"'):
            self.assertNotIn(word, seen)
        stream = Stream(bob, table)
        stream.wait(lambda event: event[2]["actors"] == [1])  # a bot plays on
        self.assertEqual(bob.snapshot(table)["table"]["seats"][0]["away"], True)

    def test_deletion_takes_words_from_tables_where_one_only_talked(self):
        ann, bob = Client(self.server, "Annabella"), Client(self.server, "Bob")
        table = bob.create(game="caprice", seats=["me", "open"])
        ann.post(f"/tables/{table}/chat", {"text": "my words"})
        bob.post(f"/tables/{table}/chat", {"text": "others' words"})
        self.assertEqual(ann.delete("/me").status, 200)
        seen = bob.get(f"/tables/{table}").bytes.decode()
        for word in ("my words", "Annabella"):
            self.assertNotIn(word, seen)
        self.assertIn("others' words", seen)


class Contacts(ServerTest):
    """Notices go to one address, and only if its owner wants them."""

    def setUp(self):
        super().setUp()
        self.out = os.path.join(self.folder, "mails")
        self.mail = ("--mail", f"cat >>{self.out}; echo >>{self.out}", "--notice-after", "1")

    def is_confirmed(self, person):
        return person.get("/me").json["me"]["contact_confirmed"]

    def test_one_address(self):
        ann = Client(self.serve(), "Ann")
        for contact in (
            "a@x.org,b@x.org",
            "a@x.org b@x.org",
            "a@x.org;b@x.org",
            "a@b@x.org",
            "Ann <a@x.org>",
            "<a@x.org>",
            "-a@x.org",
            ".a@x.org",
            "a.@x.org",
            "a..b@x.org",
            "a@x",
            "a@.org",
            "a@x..org",
            "a@x.org.",
            "a@-x.org",
            "a@x-.org",
            "@x.org",
            "a@",
            "a",
            "ä@x.org",
            "a@ä.org",
            "a\u200b@x.org",
            "x" * 65 + "@x.org",
            "a@" + "x" * 64 + ".org",
            "$(a)@x.org",
            "a@x.org\n",
            "a@" + "x.y" * 84 + ".org",
            '"a"@x.org',
            "a%b@x.org",
        ):
            answer = ann.post("/me", {"contact": contact})
            self.assertEqual((answer.status, answer.code), (400, "bad_request"), contact)
            self.assertIn("contact", answer.json["error"]["message"])
        for contact in ("a@x.org", "Ann.Lee+games_1-2@mail.Example.org", ""):
            answer = ann.post("/me", {"contact": contact})
            self.assertEqual(answer.json["me"]["contact"], contact or None)
            self.assertFalse(answer.json["me"]["contact_confirmed"])

    def test_an_address_is_used_when_it_is_confirmed(self):
        server = self.serve(*self.mail)
        eve, bob = Client(server, "Eve"), self.reachable(server, "Bob", self.out)
        eve.post("/me", {"contact": "victim@example.org", "language": "fr"})
        tables = [
            p.create(game="caprice", seats=["me", {"bot": "random"}], order="fixed")
            for p in (eve, bob)
        ]
        while not any(mail["kind"] == "turn" for mail in self.mails(self.out)):
            time.sleep(0.05)
        turns = [mail for mail in self.mails(self.out) if mail["kind"] == "turn"]
        self.assertEqual([(m["to"], m["table"]) for m in turns], [("bob@example.org", tables[1])])
        self.assertEqual(turns[0]["subject"], "Caprice: it is your turn")

    def test_the_link_asks_and_the_button_confirms(self):
        server = self.serve(*self.mail)
        ann = Client(server, "Buy this now")
        ann.post("/me", {"contact": "old@example.org"})
        old = self.confirmation(ann, self.out)
        ann.post("/me", {"contact": "ann@example.org", "language": "fr"})
        while self.confirmation(ann, self.out) == old:
            time.sleep(0.01)
        link = self.confirmation(ann, self.out)
        self.assertNotIn("Buy this", open(self.out).read())  # no words for whoever did not ask
        page = Client(server).get("/" + link[link.index("/contact") :])
        self.assertIn('lang="fr"', page.bytes.decode())
        self.assertIn("<button>", page.bytes.decode())
        self.assertEqual(page.headers["Referrer-Policy"], "same-origin")
        self.assertFalse(self.is_confirmed(ann))  # looking changes nothing
        whole = link.split("&")[0]
        bent = whole[:-1] + ("A" if whole[-1] != "A" else "Q")
        for bad in (old, bent, whole.replace(ann.id, "x" * 22), "x/contact?token=x"):
            self.assertEqual(self.press(server, bad).status, 403, bad)
        self.assertEqual(Client(server).get("//contact?token=<x>").status, 400)
        self.assertFalse(self.is_confirmed(ann))
        self.assertEqual(self.press(server, link).status, 200)
        self.assertTrue(self.is_confirmed(ann))
        self.assertEqual(self.press(server, link).status, 403)  # once
        ann.post("/me", {"contact": "ann@example.org", "name": "Ann"})
        self.assertTrue(self.is_confirmed(ann))  # nothing has changed
        ann.post("/me", {"contact": "other@example.org"})
        self.assertFalse(self.is_confirmed(ann))

    def test_nobody_sends_mails_without_end(self):
        server = self.serve("--rate", "50", *self.mail)
        people = [Client(server, f"P{i}") for i in range(20)]
        codes = {person.post("/me", {"contact": "victim@example.org"}).status for person in people}
        self.assertEqual(codes, {200, 429})
        self.assertLess(len(self.mails(self.out)), 10)


class Lobby(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_open_seats_and_the_list(self):
        ann, bob = Client(self.server, "Ann"), Client(self.server, "Bob")
        table = ann.create(game="caprice", seats=["me", "open", "open"], public=True)
        hidden = ann.create(game="caprice", seats=["me", "open"])
        ids = lambda status="open": [
            t["id"] for t in bob.get("/tables?status=" + status).json["tables"]
        ]
        self.assertEqual(ids(), [table])
        self.assertEqual(bob.get("/tables?status=secret").status, 400)
        self.assertEqual(bob.post(f"/tables/{table}/sit", {"seat": 0}).code, "seat_taken")
        self.assertEqual(bob.post(f"/tables/{table}/sit", {"seat": 9}).status, 400)
        self.assertEqual(bob.post(f"/tables/{table}/sit", {"seat": 2}).status, 200)
        self.assertEqual(bob.post(f"/tables/{table}/sit", {}).code, "seated")
        self.assertEqual(bob.post(f"/tables/{table}/stand").status, 200)
        self.assertEqual(bob.post(f"/tables/{table}/stand").code, "bad_seat")
        self.assertEqual(bob.post(f"/tables/{table}/sit").status, 200)
        self.assertEqual(Client(self.server, "Cleo").post(f"/tables/{table}/sit").status, 200)
        self.assertEqual((ids(), ids("running")), ([], [table]))
        self.assertEqual(Client(self.server, "Dan").post(f"/tables/{table}/sit").code, "has_begun")
        self.assertEqual(bob.post(f"/tables/{table}/stand").code, "has_begun")
        self.assertEqual(bob.delete(f"/tables/{hidden}").status, 403)
        self.assertEqual(ann.delete(f"/tables/{hidden}").status, 200)
        self.assertEqual(bob.post(f"/tables/{hidden}/sit").code, "closed")
        self.assertEqual(ann.act(hidden, "stay").code, "closed")
        self.assertEqual(bob.post("/tables/nosuchtable/sit").code, "not_found")

    def test_lists_are_filtered(self):
        ann = Client(self.server, "Ann")
        two = ann.create(game="caprice", seats=["me", "open"], public=True)
        three = ann.create(
            game="caprice",
            seats=["me", "open", "open"],
            public=True,
            pace={"kind": "days", "days": 2},
        )
        capitol = ann.create(game="capitol", seats=["me", "open"], public=True)
        ids = lambda query: {t["id"] for t in ann.get("/tables?" + query).json["tables"]}
        self.assertEqual(ids("game=caprice"), {two, three})
        self.assertEqual(ids("players=2"), {two, capitol})
        self.assertEqual(ids("pace=days"), {three})
        self.assertEqual(ids("game=caprice&pace=none&status=open"), {two})
        self.assertEqual(len(ids("limit=2")), 2)
        self.assertEqual(ids("game=caprice&status=running"), set())
        for query in ("game=chess", "players=0", "players=x", "pace=fast", "limit=101", "limit="):
            self.assertEqual(ann.get("/tables?" + query).status, 400, query)

    def test_own_tables_tell_whose_turn_it_is(self):
        people, table = self.start_game(self.server)
        waiting = people[0].create(game="caprice", seats=["me", "open"])
        mine = lambda person, query="": {
            t["id"]: (t["you"], t["turn"], t["actors"])
            for t in person.get("/me/tables" + query).json["tables"]
        }
        self.assertEqual(mine(people[0]), {table: (0, True, [0]), waiting: (0, False, [])})
        self.assertEqual(mine(people[1]), {table: (1, False, [0])})
        self.play_out(people, table, stop=2)
        actors = people[0].snapshot(table)["actors"]
        self.assertEqual(mine(people[1]), {table: (1, 1 in actors, actors)})
        self.assertEqual(set(mine(people[0], "?status=running")), {table})
        self.assertEqual(set(mine(people[0], "?status=open&limit=1")), {waiting})
        self.assertEqual(people[0].get("/me/tables?status=x").status, 400)
        self.play_out(people, table)
        self.assertEqual(mine(people[1]), {table: (1, False, [])})

    def test_hints(self):
        ann = Client(self.server, "Ann")
        shown = lambda table: ann.snapshot(table)["table"]["hints"]
        bots = [{"bot": "random"}] * 2
        for seats, hints, expected in (
            (["me"] + bots, None, True),
            (["me", "open"], None, False),
            (["me"] + bots, False, False),
            (["me", "open"], True, True),
        ):
            more = {} if hints is None else {"hints": hints}
            table = ann.create(game="caprice", seats=seats, public=True, **more)
            self.assertEqual(shown(table), expected, seats)
        listed = ann.get("/tables").json["tables"]
        self.assertEqual([t["hints"] for t in listed], [True, False])
        answer = ann.post("/tables", {"game": "caprice", "seats": ["me", "open"], "hints": "yes"})
        self.assertEqual(answer.status, 400)

    def test_invitations(self):
        ann, bob = Client(self.server, "Ann"), Client(self.server, "Bob")
        answer = ann.post("/tables", {"game": "caprice", "seats": ["me", "invite"]}).json
        table, invite = answer["id"], answer["invites"][0]["invite"]
        self.assertIn(invite, answer["invites"][0]["link"])
        self.assertNotIn(invite, bob.get(f"/tables/{table}").bytes.decode())
        self.assertEqual(bob.post(f"/tables/{table}/sit").code, "full")
        self.assertEqual(bob.snapshot(table)["you"], None)  # who has the link may look on
        self.assertEqual(bob.post(f"/tables/{table}/sit", {"invite": "x" * 22}).code, "bad_invite")
        self.assertEqual(bob.post(f"/tables/{table}/sit", {"invite": invite}).status, 200)
        self.assertEqual(bob.snapshot(table)["table"]["status"], "running")

    def test_seats_are_drawn_unless_fixed(self):
        firsts = set()
        ann = Client(self.server, "Ann")
        for _ in range(24):
            table = ann.create(game="caprice", seats=["me", {"bot": "random"}])
            firsts.add(ann.snapshot(table)["you"])
        self.assertEqual(firsts, {0, 1})

    def test_own_randomness_changes_the_deal(self):
        ann, bob = Client(self.server, "Ann"), Client(self.server, "Bob")
        table = ann.create(game="caprice", seats=["me", "open"], order="fixed", mix="ann's own")
        self.assertEqual(ann.post(f"/tables/{table}/mix", {"mix": "another"}).status, 200)
        stream = Stream(bob, table)
        bob.post(f"/tables/{table}/sit", {"mix": "bob's own"})
        self.assertEqual(ann.post(f"/tables/{table}/mix", {"mix": "late"}).code, "has_begun")
        self.play_out([ann, bob], table)
        record = ann.get(f"/tables/{table}/record").json
        self.assertEqual(record["seal"]["mixes"], ["another", "bob's own"])
        stream.wait(lambda event: event[2]["version"] == bob.view(table)["version"])
        before_the_end = [e for e in stream.events if e[2].get("table", {}).get("status") != "over"]
        self.assertNotIn("another", repr(before_the_end))

    def test_rematch_keeps_the_people(self):
        people, table = self.start_game(self.server, players=3)
        self.assertEqual(people[0].post(f"/tables/{table}/rematch").code, "not_over")
        self.play_out(people, table)
        stream = Stream(people[1], table)
        again = people[0].post(f"/tables/{table}/rematch", {"mix": "once more"}).json["id"]
        event = stream.wait(lambda event: event[2]["table"]["next"] is not None)
        self.assertEqual(event[2]["table"]["next"], again)
        mixed = {"mix": "and again"}
        self.assertEqual(people[1].post(f"/tables/{table}/rematch", mixed).json["id"], again)
        self.assertEqual(Client(self.server, "X").post(f"/tables/{again}/sit").code, "full")
        self.assertEqual(people[2].post(f"/tables/{again}/sit").status, 200)
        self.play_out(people, again)
        record = people[0].get(f"/tables/{again}/record").json
        self.assertEqual(record["seal"]["mixes"], ["once more", "and again", ""])
        self.assertNotIn("order", record["seal"])  # it was fixed

    def test_talk_notes_and_mutes(self):
        people, table = self.start_game(self.server)
        ann, bob = people
        watcher = Client(self.server, "W")
        ann.post("/me/mutes", {"person": bob.id})
        deaf, keen = Stream(ann, table), Stream(watcher, table)
        self.assertEqual(bob.post(f"/tables/{table}/chat", {"text": "salut à tous"}).status, 200)
        said = lambda event: event[1] == "update" and event[2]["kind"] == "chat"
        self.assertEqual(keen.wait(said)[2]["text"], "salut à tous")
        self.assertEqual(deaf.wait(said)[2]["text"], None)
        self.assertEqual(ann.snapshot(table)["chat"], [])
        ann.post("/me/mutes", {"person": bob.id, "muted": False})  # open streams, too
        bob.post(f"/tables/{table}/chat", {"text": "und jetzt?"})
        deaf.wait(lambda event: said(event) and event[2]["text"] == "und jetzt?")
        ann.post("/me/mutes", {"person": bob.id})
        self.assertEqual(len(bob.snapshot(table)["chat"]), 2)
        self.assertEqual(watcher.post(f"/tables/{table}/chat", {"text": "psst"}).status, 403)
        for text in ("", "x" * 501, 1, "a\u0007"):
            self.assertEqual(bob.post(f"/tables/{table}/chat", {"text": text}).status, 400, text)
        bob.post(f"/tables/{table}/chat", {"text": "\u202eolleh\u202c \u2066x\u2069 \u05d0\u200d!"})
        keen.wait(lambda event: said(event) and event[2]["text"] == "olleh x \u05d0\u200d!")
        self.assertEqual(bob.post(f"/tables/{table}/chat", {"text": "\u202e"}).status, 400)
        ann.post(f"/tables/{table}/note", {"note": "mine"})
        self.assertEqual(ann.get(f"/tables/{table}/note").json["note"], "mine")
        self.assertEqual(bob.get(f"/tables/{table}/note").json["note"], "")


if __name__ == "__main__":
    main()
