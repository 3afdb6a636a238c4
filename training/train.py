#!/usr/bin/env python3
"""Trains a net for a game from files of `selfplay games`, and writes it as a file of weights.

usage: train.py --out NET [OPTIONS] FILE...

  --hidden N      units of the first layer (64)
  --second N      units of the second layer (32)
  --seconds S     time to train, at most
  --epochs N      how often every position is seen (20)
  --batch N       positions a step (1024)
  --rate R        of learning at first (0.002)
  --trust T       how much of a win the search's own expectation decides; the rest is how the game
                  ended (0.3)
  --horizon       only positions at which a search stops playing on
  --no-strays     only positions of games, none beside them
  --at-once P     how much the net's judgement counts before playing on, in percent (0)
  --seed N        of the first weights and of the order (1)
  --plain         numpy, even where there is PyTorch

It works with PyTorch, on a GPU if there is one, or else with numpy: the same code for both. One
game in ten is kept apart. The loss there is printed, as is that of even chances and of the weights,
and the weights of the epoch with the least surprise there are written.
"""
import argparse
import gzip
import json
import struct
import sys
import time

import numpy as np

HEAD, STRAIGHT, RESULTS = 64, 8, 3
SUM, UNIT, WEIGHT = 2048, 128, 256  # scales of whole numbers, as in src/bots/net.c
UNIT_OF_SCORE = 16
STRAY = 2  # a kind of position: what a search thinks is all that is known
ONE = 127 / 128  # the most that a unit passes on


class Games:
    """The positions of some files, all of one game."""

    def __init__(self, paths):
        kept = [self.read(path) for path in paths]
        seats = max(inputs.shape[1] for _, inputs, _, _ in kept)
        self.table = np.concatenate([table for table, _, _, _ in kept])
        self.seats = np.concatenate([widen(inputs, seats) for _, inputs, _, _ in kept])
        self.targets = np.concatenate([widen(targets, seats) for _, _, targets, _ in kept])
        self.players = np.concatenate([np.full(len(t), i.shape[1]) for t, i, _, _ in kept])
        self.rest = np.concatenate([rest for _, _, _, rest in kept])

    def read(self, path):
        with (gzip.open if path.endswith(".gz") else open)(path, "rb") as file:
            raw = np.frombuffer(file.read(), dtype=np.uint8)
        head = raw[:HEAD].tobytes()
        if head[:8] != b"CAPUGAME":
            sys.exit(f"{path} has no games")
        kind = struct.unpack("<7H", head[8:22])
        _, self.version, table, seat, seats, _, self.margin = kind
        self.game = head[32:].rstrip(b"\0").decode()
        inputs = (table + seats * seat + 3) // 4 * 4
        size = inputs + 4 * (5 * seats + 2)
        count = (len(raw) - HEAD) // size
        rows = raw[HEAD : HEAD + count * size].reshape(count, size)
        signed = rows[:, :inputs].view(np.int8)
        numbers = np.ascontiguousarray(rows[:, inputs:]).view(np.float32)
        return (
            signed[:, :table],
            signed[:, table : table + seats * seat].reshape(count, seats, seat),
            numbers[:, : 5 * seats].reshape(count, seats, 5),
            numbers[:, 5 * seats :],
        )

    def pick(self, chosen):
        for name in ("table", "seats", "targets", "players", "rest"):
            setattr(self, name, getattr(self, name)[chosen])


def widen(array, seats):
    """With room for as many seats, which are 0."""
    missing = seats - array.shape[1]
    return np.pad(array, ((0, 0), (0, missing), (0, 0))) if missing else array


# ------------------------------------------------------------------ either library


class Numpy:
    """What the two libraries do differently."""

    @staticmethod
    def put(array):
        return array

    @staticmethod
    def real(array):
        return array.astype(np.float32)

    @staticmethod
    def get(array):
        return array

    maximum, exp, log, where, sqrt = np.maximum, np.exp, np.log, np.where, np.sqrt

    @staticmethod
    def joined(parts):
        return np.concatenate(parts, axis=-1)

    @staticmethod
    def most(array):
        return array.max(axis=1, keepdims=True)


def torch_library():
    import torch

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.set_float32_matmul_precision("highest")

    class Torch:
        @staticmethod
        def put(array):
            return torch.as_tensor(np.ascontiguousarray(array)).to(device)

        @staticmethod
        def real(array):
            return array.float()

        @staticmethod
        def get(array):
            return array.cpu().numpy()

        exp, log, where, sqrt = torch.exp, torch.log, torch.where, torch.sqrt

        @staticmethod
        def maximum(array, least):
            return array.clamp(min=least)

        @staticmethod
        def joined(parts):
            return torch.cat(parts, -1)

        @staticmethod
        def most(array):
            return array.max(axis=1, keepdims=True).values

    return Torch


# --------------------------------------------------------------------------- the net


def sizes_of(games):
    """How large each input usually is, for training alone: the weights are divided by it."""
    some = slice(None, None, max(1, len(games.table) // 20000))
    x = inputs_of(Numpy, games.table[some], games.seats[some])
    sizes = np.sqrt((x**2).mean(axis=0)).astype(np.float32)[None]
    return np.maximum(sizes, 0.25), (sizes[0] > 0).astype(np.float32)


def fresh(seen, hidden, second, seed):
    """Weights to begin with: rows for the table, a seat's own and the others' inputs. Inputs that were
    never seen get no weight, so that they do not disturb where they come."""
    rng = np.random.default_rng(seed)
    rows = len(seen)

    def some(*shape, by):
        return (rng.standard_normal(shape) * by).astype(np.float32)

    return {
        "rows": np.concatenate(
            [some(rows, hidden, by=0.05) * seen[:, None], np.zeros((rows, STRAIGHT), np.float32)],
            axis=1,
        ),
        "bias": np.concatenate([np.full(hidden, 0.3, np.float32), np.zeros(STRAIGHT, np.float32)]),
        "middle": some(hidden, second, by=(2 / hidden) ** 0.5),
        "middle_bias": np.full(second, 0.2, np.float32),
        "last": some(second, RESULTS, by=0.1),
        "last_bias": np.zeros(RESULTS, np.float32),
    }


def inputs_of(lib, table, seats):
    """For each seat the table's inputs, its own, and the sum of the others'."""
    own = lib.real(seats)
    others = own.sum(axis=1)[:, None] - own
    count, width = own.shape[:2]
    shared = lib.real(table)[:, None].repeat(width, 1) if lib is Numpy else None
    if shared is None:
        shared = lib.real(table)[:, None].expand(count, width, table.shape[1])
    return lib.joined([shared, own, others]).reshape(count * width, -1)


def forward(net, x):
    first = x @ net["rows"] + net["bias"]
    hidden = first[:, :-STRAIGHT].clip(0, ONE)
    middle = hidden @ net["middle"] + net["middle_bias"]
    second = middle.clip(0, ONE)
    straight = first[:, -STRAIGHT : -STRAIGHT + RESULTS]
    return first, hidden, middle, second, second @ net["last"] + net["last_bias"] + straight


def losses(lib, out, aims, there, ended):
    """What is wrong, and how it changes with the results. `there`: 1 for seats that play; `ended`: 1
    for positions of which it is known how the game ended."""
    count, seats = there.shape
    out = out.reshape(count, seats, RESULTS)
    wins = out[:, :, 0] - 1e4 * (1 - there)
    wins = wins - lib.most(wins)
    share = lib.exp(wins)
    share = share / share.sum(axis=1, keepdims=True)
    win, margin, to_come = aims[:, :, 0], aims[:, :, 1], aims[:, :, 2]
    surprise = -(win * lib.log(share + 1e-9)).sum() / count
    by_margin = (out[:, :, 1] - margin) * there * ended
    by_score = (out[:, :, 2] - to_come) * there * ended
    parts = [surprise, (by_margin**2).sum() / there.sum(), (by_score**2).sum() / there.sum()]
    slope = lib.joined(
        [
            ((share - win) * there)[:, :, None],
            (0.5 * by_margin)[:, :, None],
            (0.1 * by_score)[:, :, None],
        ]
    )
    return parts, slope.reshape(count * seats, RESULTS) / count


def backward(lib, net, x, states, slope):
    """How the loss changes with each weight."""
    first, hidden, middle, second, _ = states
    back = slope @ net["last"].T
    back = back * lib.real((middle > 0) & (middle < ONE))
    below = back @ net["middle"].T
    below = below * lib.real((first[:, :-STRAIGHT] > 0) & (first[:, :-STRAIGHT] < ONE))
    straight = 0 * first[:, -STRAIGHT:]
    straight[:, :RESULTS] = slope
    below = lib.joined([below, straight])
    return {
        "rows": x.T @ below,
        "bias": below.sum(axis=0),
        "middle": hidden.T @ back,
        "middle_bias": back.sum(axis=0),
        "last": second.T @ slope,
        "last_bias": slope.sum(axis=0),
    }


class Adam:
    """Steps by the mean of the slopes and of their squares, with a little decay."""

    def __init__(self, net, decay=1e-5):
        self.means = {name: 0 * value for name, value in net.items()}
        self.squares = {name: 0 * value for name, value in net.items()}
        self.steps, self.decay = 0, decay

    def step(self, lib, net, slopes, rate):
        self.steps += 1
        fair = (1 - 0.999**self.steps) ** 0.5 / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            mean = self.means[name] = 0.9 * self.means[name] + 0.1 * slope
            square = self.squares[name] = 0.999 * self.squares[name] + 0.001 * slope**2
            net[name] = net[name] - rate * (
                fair * mean / (lib.sqrt(square) + 1e-8) + self.decay * net[name]
            )


# ------------------------------------------------------------------------- training


def aims_of(games, trust):
    """For each seat: its share of the win, its margin, what of its score was still to come."""
    share, now, end, expected, _ = (games.targets[:, :, i] for i in range(5))
    asked = (expected >= 0).all(axis=1, keepdims=True) & (expected.sum(axis=1, keepdims=True) > 0.9)
    win = np.where(asked, (1 - trust) * share + trust * expected, share)
    there = np.arange(share.shape[1])[None] < games.players[:, None]
    others = np.maximum(games.players - 1, 1)[:, None]
    margin = end - ((end * there).sum(axis=1, keepdims=True) - end) / others
    margin = np.clip(margin / games.margin, -1, 1)
    stray = (games.rest[:, 0] == STRAY)[:, None]
    win = np.where(stray, expected / np.maximum(expected.sum(axis=1, keepdims=True), 0.1), win)
    aims = np.stack([win, margin, (end - now) / UNIT_OF_SCORE], axis=2)
    return aims.astype(np.float32), there.astype(np.float32), (~stray).astype(np.float32)


def judge(lib, net, sizes, data, batch):
    """The losses over all these positions."""
    sums, count = np.zeros(3), len(data["table"])
    for begin in range(0, count, batch):
        part = {name: value[begin : begin + batch] for name, value in data.items()}
        x = inputs_of(lib, part["table"], part["seats"]) / sizes
        found, _ = losses(lib, forward(net, x)[-1], part["aims"], part["there"], part["ended"])
        sums += np.array([float(one) for one in found]) * len(part["table"])
    return sums / max(count, 1)


def train(lib, games, args):
    aims, there, ended = aims_of(games, args.trust)
    tenth = games.rest[:, 1].astype(np.int64) % 10 == 0
    apart = tenth & (ended[:, 0] > 0)
    whole = {"table": games.table, "seats": games.seats, "aims": aims, "there": there}
    whole["ended"] = ended
    outcome = dict(whole, aims=aims_of(games, 0)[0])
    data = {name: lib.put(value[~tenth]) for name, value in whole.items()}
    test = {name: lib.put(value[apart]) for name, value in outcome.items()}
    sizes, seen = sizes_of(games)
    net = fresh(seen, args.hidden, args.second, args.seed)
    net = {name: lib.put(value) for name, value in net.items()}
    sizes = lib.put(sizes)
    adam, rng, begin = Adam(net), np.random.default_rng(args.seed), time.time()
    count = len(data["table"])
    steps = max(1, count // args.batch)
    even = float(np.mean(np.log(games.players[apart]))) if apart.any() else 0
    kept = games.targets[apart]
    weights = (
        0
        if not kept[:, :, 4].any()
        else -(kept[:, :, 0] * np.log(np.maximum(kept[:, :, 4], 1e-3))).sum() / max(len(kept), 1)
    )
    print(
        f"{games.game}: {count} positions, {len(kept)} apart; "
        f"surprise by even chances {even:.4f}, by the weights {weights:.4f}",
        flush=True,
    )
    best, least = net, np.inf
    for epoch in range(args.epochs):
        order = lib.put(rng.permutation(count))
        for step in range(steps):
            done = max((epoch + step / steps) / args.epochs, (time.time() - begin) / args.seconds)
            if done >= 1:
                break
            rate = args.rate * (1 - done) if done > 0.3 else args.rate
            chosen = order[step * args.batch : (step + 1) * args.batch]
            part = {name: value[chosen] for name, value in data.items()}
            x = inputs_of(lib, part["table"], part["seats"]) / sizes
            states = forward(net, x)
            _, slope = losses(lib, states[-1], part["aims"], part["there"], part["ended"])
            adam.step(lib, net, backward(lib, net, x, states, slope), rate)
        found = judge(lib, net, sizes, test, 4096)
        report(epoch, time.time() - begin, found)
        if found[0] < least:
            best, least = dict(net), found[0]
        if done >= 1:
            break
    best["rows"] = best["rows"] / sizes.T
    return {name: lib.get(value) for name, value in best.items()}, test, lib


def report(epoch, seconds, found):
    print(
        f"epoch {epoch + 1}, {seconds:.0f} s: surprise {found[0]:.4f}, "
        f"margin {found[1]:.4f}, score {found[2]:.4f}",
        flush=True,
    )


# ------------------------------------------------------------------------ exporting


def whole_numbers(net):
    """The weights as they are written."""

    def near(value, scale, kind):
        limits = np.iinfo(kind)
        return np.clip(np.rint(value * scale), limits.min, limits.max).astype(kind)

    rows = np.concatenate([net["bias"][None], net["rows"]])
    last_bias = np.zeros(8, np.float32)
    last_bias[:RESULTS] = net["last_bias"]
    return {
        "middle_bias": near(net["middle_bias"], UNIT * WEIGHT, np.int32),
        "last_bias": near(last_bias, UNIT * WEIGHT, np.int32),
        "rows": near(rows, SUM, np.int16),
        "middle": near(net["middle"].T, WEIGHT, np.int16),
        "last": near(net["last"].T, WEIGHT, np.int16),
    }


def results_of(whole, x):
    """What the net says in whole numbers, and the largest sum of the first layer."""
    x = x.astype(np.int64)
    first = x @ whole["rows"][1:].astype(np.int64) + whole["rows"][0]
    hidden = np.clip(first[:, :-STRAIGHT] >> 4, 0, 127)
    middle = hidden @ whole["middle"].T.astype(np.int64) + whole["middle_bias"]
    second = np.clip(middle >> 8, 0, 127)
    out = second @ whole["last"].T.astype(np.int64) + whole["last_bias"][:RESULTS]
    out = out + first[:, -STRAIGHT : -STRAIGHT + RESULTS] * 16
    return out, int(np.abs(first).max())


def fnv(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


# The head of a file, as in docs/training.md: names of its numbers, and how they are packed.
HEAD_PARTS = (
    *("magic", "format", "version", "table", "seat", "hidden", "second", "blend", "unit"),
    *("hash", "game", "traits_version", "traits", "sharp", "warmth", "policy_players", "spare"),
    "players",
)
HEAD_KINDS = "<8s8HQ16s5H4sH"
FORMAT = 2


def read_head(data):
    return dict(zip(HEAD_PARTS, struct.unpack(HEAD_KINDS, data[:HEAD])))


def whole_file(head, body):
    """A head and what follows it, with their hash."""
    head = {"magic": b"CAPUNET", "format": FORMAT, "spare": b"", **head}
    packed = struct.pack(HEAD_KINDS, *(head.get(name, 0) for name in HEAD_PARTS))
    hashed = struct.pack("<Q", fnv(packed[:24] + packed[32:] + body))
    return packed[:24] + hashed + packed[32:] + body


def bits_of(players):
    """Numbers of players as a file has them; none: all."""
    return sum(1 << n for n in players)


def file_of(games, args, whole):
    head = {
        "version": games.version,
        "table": games.table.shape[1],
        "seat": games.seats.shape[2],
        "hidden": args.hidden,
        "second": args.second,
        "blend": args.at_once,
        "unit": UNIT_OF_SCORE,
        "game": games.game.encode(),
    }
    return whole_file(head, b"".join(whole[part].tobytes() for part in whole))


def with_settings(data, blend, players=(), policy=(0, 0)):
    """The file of a net with another blend, and for these numbers of players (none: for all). Its
    policy, if it has one, gets this sharpness and warmth."""
    bits = bits_of(players)
    head = dict(read_head(data), blend=blend, players=bits, policy_players=bits)
    head["sharp"], head["warmth"] = policy
    return whole_file(head, data[HEAD:])


def compare(net, whole, lib, test):
    """How far whole numbers are from real ones, over some positions that were kept apart."""
    count = min(2000, len(test["table"]))
    if count == 0:
        return {"mean_error": 0.0, "most_error": 0.0, "sum": 0}
    x = inputs_of(Numpy, lib.get(test["table"][:count]), lib.get(test["seats"][:count]))
    real = forward(net, x)[-1]
    out, largest = results_of(whole, x)
    error = np.abs(out / (UNIT * WEIGHT) - real)
    return {"mean_error": float(error.mean()), "most_error": float(error.max()), "sum": largest}


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--out", required=True)
    for name, kind, usual in (
        ("hidden", int, 64),
        ("second", int, 32),
        ("seconds", float, 1e9),
        ("epochs", int, 20),
        ("batch", int, 1024),
        ("rate", float, 0.002),
        ("trust", float, 0.3),
        ("seed", int, 1),
        ("at-once", int, 0),
    ):
        parser.add_argument(f"--{name}", type=kind, default=usual)
    for name in ("horizon", "no-strays", "plain"):
        parser.add_argument(f"--{name}", action="store_true")
    args = parser.parse_args()
    games = Games(args.files)
    if args.horizon:
        games.pick(games.rest[:, 0] == 1)
    if args.no_strays:
        games.pick(games.rest[:, 0] != STRAY)
    try:
        lib = Numpy if args.plain else torch_library()
    except ImportError:
        lib = Numpy
    net, test, lib = train(lib, games, args)
    whole = whole_numbers(net)
    found = compare(net, whole, lib, test)
    print(json.dumps(found))
    if found["sum"] > 24000 or found["mean_error"] > 0.02:
        sys.exit("the net does not bear whole numbers")
    with open(args.out, "wb") as file:
        file.write(file_of(games, args, whole))
    return 0


if __name__ == "__main__":
    sys.exit(main())
