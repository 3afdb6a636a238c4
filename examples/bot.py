#!/usr/bin/env python3
"""A complete bot: takes an open seat at a table and plays random legal actions to the end.

usage: bot.py URL TOKEN TABLE     (a token: POST /api/v1/me/bots, see docs/http.md)"""

import json
import random
import sys
import urllib.error
import urllib.request

url, token, table = sys.argv[1:4]


def ask(path, body=None):
    request = urllib.request.Request(f"{url}/api/v1/tables/{table}{path}")
    request.add_header("Authorization", "Bearer " + token)
    if body is not None:
        request.data = json.dumps(body).encode()
        request.add_header("Content-Type", "application/json")
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as error:
        return error  # an answer too, with {"ok":false,"error":{…}}


def events():
    """What happens at the table, as it happens."""
    for line in ask("/events"):
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


ask("/sit", {})
for event in events():
    seat = event["you"]
    if event.get("table", {}).get("status") == "over":
        print(event["table"]["result"])
        break
    if seat in event["actors"]:
        actions = json.load(ask("/legal"))["actions"]
        if actions:
            ask("/act", {"action": random.choice(actions)})
