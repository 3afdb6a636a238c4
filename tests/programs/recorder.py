#!/usr/bin/env python3
"""A bot that keeps all that it is told, in the folder CAPU_TOLD. It takes its first legal action."""

import json
import os
import sys

with open(os.path.join(os.environ["CAPU_TOLD"], str(os.getpid())), "w") as kept:
    for line in sys.stdin:
        kept.write(line)
        told = json.loads(line)
        if told["type"] == "hello":
            print(json.dumps({"name": "recorder"}), flush=True)
        if told["type"] == "decide":
            print(json.dumps({"action": told["legal"][0]}), flush=True)
