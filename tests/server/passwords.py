"""Passwords: whoever guesses is stopped, and stops nobody else. Hashing takes long on a busy machine:
so there are few tests, each of a whole story, and all but one hash quickly (hash.c)."""

import itertools
import os
import re
import select
import socket
import time

from support import Client, ServerTest, main


def figure(server, name):
    text = Client(server).get("//metrics").bytes.decode()
    return int(re.search(rf"capucine_{name} (\d+)", text)[1])


class Guessing(ServerTest):
    flags = ("--rate", "50", "--per-address", "0", "--trust-proxy", "1")
    WORD = "a long one"

    def start(self):
        quick = os.environ.get("CAPU_HASH")
        return self.serve(env={"LD_PRELOAD": quick} if quick else None)

    def setUp(self):
        super().setUp()
        self.server = self.start()
        self.ann = Client(self.server, "Ann")
        self.addresses = itertools.count(1)

    def at(self, address, device=None):
        headers = {"X-Forwarded-For": address}
        return dict(headers, Cookie=device) if device else headers

    def set_password(self, person, address="192.0.2.1", **more):
        return person.post("/me/password", {"password": self.WORD, **more}, self.at(address))

    def login(self, address, word=WORD, device=None, name="ann"):
        return Client(self.server).post(
            "/login", {"name": name, "password": word}, self.at(address, device)
        )

    def guess(self, address, **more):
        """Guesses until that is too much; how often."""
        for count in range(100):
            answer = self.login(address, "a wrong one", **more)
            if answer.code != "bad_login":
                self.assertEqual((answer.status, answer.code), (429, "too_many"))
                return count
        self.fail("nobody minds guessing")

    def locked(self, address, device=None):
        """Whether even the right word is refused, when the guesses from all addresses are used up.
        Some come back while a slow machine stands still, so it is tried again: fewer times than a
        known device may."""
        for _ in range(5):
            if self.login(address, device=device).status == 429:
                return True
            while self.guess(f"198.51.100.{next(self.addresses)}"):
                pass
        return False

    def devices(self, answer):
        """What a browser keeps of an answer, and sends with the next login."""
        kept = [line for line in answer.headers.get_all("Set-Cookie") if "_device=" in line]
        for line in kept:
            for word in ("HttpOnly", "SameSite=Lax", "Path=/api/v1/login", "Max-Age="):
                self.assertIn(word, line)
        return [line.split(";")[0] for line in kept]

    def test_wrong_guesses_lock_nobody_out(self):
        (bobs,) = self.devices(self.set_password(Client(self.server, "Bob")))
        (anns,) = self.devices(self.set_password(self.ann))
        self.guess("192.0.2.66")
        self.assertEqual(self.login("192.0.2.2").status, 200)
        bent = anns[:-1] + ("A" if anns[-1] != "A" else "Q")
        while self.guess(f"198.51.100.{next(self.addresses)}"):  # until nobody else may either
            pass
        for device in (None, bobs, bent, "capucine_device=", "capucine_device=x.y"):
            self.assertTrue(self.locked("192.0.2.3", device), device)
        self.assertEqual(self.login("198.51.100.0", device=anns).status, 200)
        self.guess("192.0.2.3", device=anns)  # it is limited too

    def test_a_device_is_known_after_a_restart(self):
        (device,) = self.devices(self.set_password(self.ann))
        self.server.stop()
        self.server = self.start()
        self.assertEqual(self.devices(self.login("192.0.2.1", device=device)), [])
        self.assertEqual(len(self.devices(self.login("192.0.2.1"))), 1)

    def test_a_session_does_not_guess_the_old_password(self):
        self.set_password(self.ann)
        answer = self.set_password(self.ann, old="a wrong one")
        while answer.code == "bad_login":
            answer = self.set_password(self.ann, old="a wrong one")
        self.assertEqual(answer.code, "too_many")
        other = Client(self.server)  # another one of the same person is not kept from it
        other.post("/login", {"name": "ann", "password": self.WORD}, self.at("192.0.2.9"))
        self.assertEqual(self.set_password(other, old=self.WORD).status, 200)

    def test_guests_do_not_hash_without_end(self):
        guests = [Client(self.server, f"Guest {i}") for i in range(50)]
        self.assertEqual(self.set_password(guests[0]).status, 200)
        before = figure(self.server, "password_hashes_total")
        self.assertEqual(self.set_password(Client(self.server, "GUEST 0")).code, "name_taken")
        self.assertEqual(figure(self.server, "password_hashes_total"), before)
        self.assertGreater(before, 0)
        statuses = []
        while 429 not in statuses:
            statuses.append(self.set_password(guests.pop(), "192.0.2.66").status)
        self.assertEqual(set(statuses), {200, 429})
        done = figure(self.server, "password_hashes_total") - before
        self.assertEqual(done, statuses.count(200))
        self.assertEqual(self.set_password(guests.pop(), "192.0.2.67").status, 200)


class Turns(ServerTest):
    flags = ("--trust-proxy", "1")  # and without limits, so that there is something to wait for

    def send(self, server, address):
        body = b'{"name":"nobody","password":"a wrong one"}'
        connection = socket.create_connection(("127.0.0.1", server.port), 60)
        connection.sendall(
            b"POST /api/v1/login HTTP/1.1\r\nHost: x\r\n"
            b"Content-Type: application/json\r\nX-Forwarded-For: %s\r\n"
            b"Content-Length: %d\r\n\r\n%s" % (address, len(body), body)
        )
        self.addCleanup(connection.close)
        return connection

    def test_one_address_does_not_keep_anothers_logins_waiting(self):
        server = self.serve()
        flood = [self.send(server, b"192.0.2.66") for _ in range(14)]
        while figure(server, "password_queue") < 10:
            time.sleep(0.01)
        before = len(select.select(flood, [], [], 0)[0])
        self.assertIn(b" 403 ", self.send(server, b"192.0.2.1").recv(4096))
        self.assertLess(len(select.select(flood, [], [], 0)[0]) - before, 7)


if __name__ == "__main__":
    main()
