"""Who asks, and by which name: limits count visitors, behind proxies too; other sites' cookies do
no harm; and names that others own do not lead here."""

import http.client
import socket

from support import PATIENCE, Client, ServerTest, Stream, main


class Proxies(ServerTest):
    """A visitor is whoever the outermost of the host's own proxies saw."""

    def behind(self, hops, most=3):
        """A server behind so many proxies, with a table that visitors may listen to."""
        self.server = self.serve(
            "--rate", "0", "--per-address", str(most), "--trust-proxy", str(hops)
        )
        table = Client(self.server, "Ann").create(game="caprice", seats=["me", "open"])
        self.path = f"/api/v1/tables/{table}/events"
        self.streams = []
        self.addCleanup(lambda: [stream.close() for stream in self.streams])

    def listen(self, *lines):
        """The status of a stream, which is kept, with these X-Forwarded-For lines."""
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        connection.putrequest("GET", self.path)
        for line in lines:
            connection.putheader("X-Forwarded-For", line)
        connection.endheaders()
        answer = connection.getresponse()
        self.streams.append(answer)
        return answer.status

    def use_up(self, *lines):
        self.assertEqual([self.listen(*lines) for _ in range(4)], [200] * 3 + [429])

    def assert_same(self, *lines):
        self.assertEqual(self.listen(*lines), 429, lines)

    def assert_other(self, *lines):
        self.assertEqual(self.listen(*lines), 200, lines)

    def test_the_last_address_of_all_lines_counts(self):
        self.behind(1)
        self.use_up("192.0.2.1")
        self.assert_same("198.51.100.7, 192.0.2.1")
        self.assert_same("198.51.100.8", "192.0.2.1")
        self.assert_same("198.51.100.9", "198.51.100.10 ,\t192.0.2.1 ")
        self.assert_same("192.0.2.1:4711")
        self.assert_same("::ffff:192.0.2.1")
        self.assert_same("[::ffff:c000:201]:443")
        self.assert_other("192.0.2.1", "192.0.2.2")
        self.assert_other("192.0.2.1, 192.0.2.3")

    def test_a_network_of_ipv6_is_one_visitor(self):
        self.behind(1)
        self.use_up("2001:db8:1:2:3:4:5:6")
        self.assert_same("2001:db8:1:2::1")
        self.assert_same("[2001:DB8:1:2:ffff::9]:8080")
        self.assert_other("2001:db8:1:3:3:4:5:6")

    def test_what_is_no_address_does_not_count(self):
        """Then it is the proxy itself: nobody gets limits of their own by writing nonsense."""
        self.behind(1)
        self.use_up()
        for line in (
            "unknown",
            "192.0.2",
            "192.0.2.1.5",
            "",
            ",",
            "x" * 3000,
            "192.0.2.9, _hidden",
            "1::2::3",
            "[zz]:80",
            "127.0.0.1",
        ):
            self.assert_same(line)

    def test_the_address_before_several_proxies_counts(self):
        self.behind(2)
        self.use_up("192.0.2.1, 10.0.0.1")
        self.assert_same("198.51.100.1, 192.0.2.1", "10.0.0.2")
        self.assert_other("192.0.2.1, 192.0.2.2, 10.0.0.1")
        self.use_up()
        self.assert_same("192.0.2.5")  # this did not come by both proxies

    def test_without_a_proxy_nobody_is_believed(self):
        self.behind(0, 8)
        self.assertEqual([self.listen("192.0.2.1") for _ in range(8)], [200] * 8)
        self.assert_same("192.0.2.2")

    def test_one_visitor_does_not_take_every_stream(self):
        self.behind(1, 8)
        mine = [self.listen(f"2001:db8::{i}") for i in range(10)]
        self.assertEqual(mine, [200] * 8 + [429] * 2)
        # others come by the same proxy, and are more than one address may have connections
        self.assertEqual([self.listen(f"192.0.2.{i}") for i in range(20)], [200] * 20)

    def test_streams_that_are_asked_for_at_once_are_counted(self):
        self.behind(1, 3)
        request = (
            f"GET {self.path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n" ""
        ).encode()
        many = [
            socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) for _ in range(60)
        ]
        for one in many:
            one.sendall(request)
        statuses = [int(one.recv(65536).split()[1]) for one in many]
        for one in many:
            one.close()
        self.assertEqual(statuses.count(200), 3, statuses)


class Headers(ServerTest):
    def setUp(self):
        super().setUp()
        self.server = self.serve()

    def test_cookies_of_other_programs_on_the_domain(self):
        people, table = self.start_game(self.server)
        ann = people[0]
        own = ann.cookie
        for size in (1100, 4000, 8000):
            others = "; ".join(f"other{i}={'x' * 100}" for i in range(size // 110))
            for ann.cookie in (f"{own}; {others}", f"{others}; {own}"):
                self.assertEqual(ann.get("/me").json["me"]["id"], ann.id)
                self.assertEqual(ann.get("//").status, 200)
                stream = Stream(ann, table)
                self.assertEqual(stream.events[0][2]["you"], 0)
                stream.close()
        self.assertEqual(ann.act(table, "place dr 0").status, 200)

    def answer(self, head):
        with socket.create_connection(("127.0.0.1", self.server.port), PATIENCE) as raw:
            answer = b""
            try:
                raw.sendall(head)
                while more := raw.recv(65536):
                    answer += more
            except ConnectionError:  # closed with what was not read
                pass
        return answer

    def test_no_request_is_too_large_for_an_answer(self):
        lines = (
            lambda size: b"Cookie: a=%s\r\n" % (b"x" * size),
            lambda size: b"".join(b"A%d: %s\r\n" % (i, b"x" * 80) for i in range(size // 90)),
            lambda size: b"a:b\r\n" * (size // 5),
        )
        for line in lines:
            for size in range(1000, 48000, 750):
                head = b"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
                answer = self.answer(head + line(size) + b"\r\n")
                status, _, text = answer.partition(b"\r\n\r\n")
                self.assertIn(status[9:12], (b"401", b"431"), (size, answer))
                self.assertGreater(len(text), 20, answer)
                if size <= 9000 and line is lines[0]:
                    self.assertEqual(status[9:12], b"401", size)
        self.assertEqual(Client(self.server).get("//healthz").status, 200)

    def test_zeros_in_paths_end_nothing(self):
        people, table = self.start_game(self.server)
        self.assertEqual(people[0].get(f"/tables/{table}").status, 200)
        for path in (
            f"/tables/{table}%00",
            f"/tables/{table}%00/nothing",
            "/me%00",
            f"/tables/{table}/view%00x",
            f"/people/{people[0].id}%00",
        ):
            answer = people[0].get(path)
            self.assertEqual((answer.status, answer.code), (404, "not_found"), path)
        answer = people[0].post(f"/tables/{table}/act%00/leave", {"action": "place dr 0"})
        self.assertEqual((answer.status, answer.code), (404, "not_found"))
        self.assertEqual(people[0].get("/tables?status=open%00x").status, 400)
        self.assertEqual(people[0].get("/tables?status=o%70en").status, 200)


class Names(ServerTest):
    """A page of another site may have its name lead to this machine; browsers then take it for a
    page of ours. Addresses, and names that exist in a local network only, are nobody else's."""

    def ask(self, server, host, **more):
        client = Client(server)
        answer = client.get("", dict({"Host": host}, **more))
        made = client.post("/session", {}, dict({"Host": host, "Origin": f"http://{host}"}, **more))
        client.close()
        self.assertEqual(answer.status == 200, made.status == 201, host)
        return answer

    def test_names_of_others_are_refused(self):
        server = self.serve()
        for host in (
            "evil.example",
            "evil.example:8080",
            "127.0.0.1.evil.example",
            "local.example",
            "localhost.evil.example:1",
            "a.notlocal",
            "1.2.3",
            "evil.example.",
        ):
            answer = self.ask(server, host)
            self.assertEqual((answer.status, answer.code), (421, "bad_host"), host)
            self.assertIn("public-url", answer.json["error"]["message"])
            self.assertIn(host.split(":")[0], answer.json["error"]["message"])

    def test_addresses_and_local_names_are_served(self):
        server = self.serve()
        for host in (
            "127.0.0.1",
            f"127.0.0.1:{server.port}",
            "[::1]:8080",
            "192.0.2.1:80",
            "localhost",
            "LOCALHOST:8080",
            "games.localhost",
            "box",
            "box:8080",
            "box.local:8080",
            "Box.Local.",
            "pi.home.arpa",
            "pi.lan",
            "games.internal",
        ):
            self.assertEqual(self.ask(server, host).status, 200, host)

    def test_the_public_name_is_served(self):
        server = self.serve("--public-url", "https://games.example:8443")
        client = Client(server)
        for host in ("games.example:8443", "Games.Example", "127.0.0.1"):
            self.assertEqual(client.get("", {"Host": host}).status, 200, host)
        self.assertEqual(client.get("", {"Host": "evil.example"}).status, 421)


if __name__ == "__main__":
    main()
