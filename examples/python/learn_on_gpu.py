#!/usr/bin/env python3
"""Learns a game by playing against itself, with games and network on one GPU (PPO, in PyTorch).

usage: learn_on_gpu.py [--game caprice] [--players 2] [--minutes 4] [--games 32768] [--against club]

One network plays every seat. It sees an observation of the seat to act, and gives a number to each
legal action and a value to the position: the share of the win that this seat may expect. Now and
then, and at the end, it plays against our bots without any search. It prints how often it wins,
how many steps a second there were, and after how long it was better than each bot.

A network that plays only itself soon knows few positions, and is lost in all others. So some actions
are random, in some games all those of the other seats are, and Caprice is learned under many names:
it stays the same game if its places, or its kinds of blocks, are called otherwise.

--device cpu takes the processor for both. --speed measures only: random actions, and actions chosen
by the network, in every game."""

import argparse
import concurrent.futures
import os
import random
import time

import numpy
import torch
from torch import nn

import capucine

HEADS = 2048  # actions beyond that share their numbers with others: only Capone has so many
NAMINGS = 256


class Network(nn.Module):
    """From an observation to a number for each action, and a value."""

    def __init__(self, columns, actions, width=256, layers=2):
        super().__init__()
        self.heads = min(actions, HEADS)
        widths = [columns] + [width] * layers
        self.body = nn.Sequential(
            *(part for a, b in zip(widths, widths[1:]) for part in (nn.Linear(a, b), nn.ReLU()))
        )
        self.policy = nn.Linear(width, self.heads)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)
        nn.init.zeros_(self.value.weight)

    def forward(self, seen):
        with torch.autocast("cuda", torch.bfloat16, enabled=seen.is_cuda):
            inside = self.body(squash(seen.to(self.value.weight.dtype)))
            return self.policy(inside), self.value(inside).squeeze(1).float()


class Towers(nn.Module):
    """The same for Caprice, whose places are alike: one small network sees each of them, what is known
    besides, and the mean of what it makes of all of them."""

    KINDS = ("dr", "lr", "dt", "lt")
    PLACES = 6

    def __init__(self, about, width, layers):
        super().__init__()
        at = {name: column for column, name in enumerate(about.columns)}
        places = [
            [at[f"tower.{place}.{level}.{kind}"] for level in range(4) for kind in self.KINDS]
            + [at[f"marker.{place}"], at[f"placed.{place}"]]
            for place in range(self.PLACES)
        ]
        rest = sorted(set(at.values()) - {column for row in places for column in row})
        order = self.find_order([about.action_at(index) for index in range(about.action_space)])
        for name, values in (("places", places), ("rest", rest), ("order", order)):
            self.register_buffer(name, torch.tensor(values))
        self.see, self.know = nn.Linear(len(places[0]), width), nn.Linear(len(rest), width)
        self.own = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.all = nn.ModuleList(nn.Linear(width, width) for _ in range(layers))
        self.put, self.other = nn.Linear(width, len(self.KINDS)), nn.Linear(width, len(order))
        self.off, self.on = nn.Linear(width, 32), nn.Linear(width, 32)
        self.value = nn.Linear(width, 1)
        for part in (self.put, self.other, self.off, self.value):
            nn.init.zeros_(part.weight)

    def find_order(self, texts):
        """Where each action's number is: blocks for each place, moves, and then all others."""
        order = []
        for index, (verb, *words) in enumerate(map(str.split, texts)):
            blocks = self.PLACES * len(self.KINDS)
            if verb == "place":
                order.append(len(self.KINDS) * int(words[1]) + self.KINDS.index(words[0]))
            elif verb == "move":
                order.append(blocks + self.PLACES * int(words[0]) + int(words[1]))
            else:
                order.append(blocks + self.PLACES**2 + index)
        return order

    def forward(self, seen):
        with torch.autocast("cuda", torch.bfloat16, enabled=seen.is_cuda):
            seen = squash(seen.to(self.value.weight.dtype))
            inside = torch.relu(
                self.see(seen[:, self.places]) + self.know(seen[:, self.rest])[:, None]
            )
            for own, of_all in zip(self.own, self.all):
                inside = inside + torch.relu(own(inside) + of_all(inside.mean(1))[:, None])
            moves = self.off(inside) @ self.on(inside).transpose(1, 2)
            whole = inside.mean(1)
            numbers = (self.put(inside).flatten(1), moves.flatten(1), self.other(whole))
            # index_select, since the way back through an index in brackets sorts, and takes long
            numbers = torch.cat(numbers, 1).index_select(1, self.order)
            return numbers, self.value(whole).squeeze(1).float()


def squash(seen):
    """Counts and points become small numbers: x / sqrt(|x| + 1) is about the root, with its sign."""
    return seen * torch.rsqrt(seen.abs() + 1)


def of_legal(numbers, legal, counts):
    """The numbers of the legal actions, a row for each game; what is none of them has -inf."""
    numbers = numbers.gather(1, legal.long() % numbers.shape[1]).float()
    places = torch.arange(legal.shape[1], device=legal.device)
    return numbers.masked_fill(places >= counts[:, None], float("-inf"))


def renamed(words, places, kinds):
    """The words of a column or an action of Caprice, with other names for places and kinds."""
    words = [kinds.get(word, word) for word in words]
    if words[0] in ("place", "move", "tower", "marker", "placed"):
        at = slice(1, 2 if words[0] in ("tower", "marker", "placed") else None)
        words[at] = [places.get(word, word) for word in words[at]]
    return words


def namings(about, device):
    """For each naming of places and kinds, which column takes the place of which, and what each action
    is called. The first changes nothing; other games than Caprice have no other."""
    columns = {name: at for at, name in enumerate(about.columns)}
    actions = {about.action_at(index): index for index in range(about.action_space)}
    old = [[str(place) for place in range(6)], ["dr", "lr", "dt", "lt"]]
    names = random.Random(1)
    taken, called = [], []
    for number in range(NAMINGS if about.name == "caprice" else 1):
        new = [names.sample(words, len(words)) if number else words for words in old]
        maps = [dict(zip(*pair)) for pair in zip(old, new)]
        goes = [columns[".".join(renamed(name.split("."), *maps))] for name in columns]
        taken.append(sorted(range(len(goes)), key=goes.__getitem__))
        called.append([actions.get(" ".join(renamed(text.split(), *maps)), 0) for text in actions])
    return torch.tensor(taken, device=device), torch.tensor(called, device=device)


class Table:
    """A batch, and its arrays as tensors: the same memory on a GPU and on the processor."""

    def __init__(self, game, players, games, device, seed):
        wanted = {"observations": True, "legal": True, "scores": True}
        if device == "cpu":
            threads = min(os.cpu_count() or 1, 64)
            self.batch = capucine.Batch(game, players, games, seed=seed, threads=threads, **wanted)
        else:
            self.batch = capucine.GpuBatch(game, players, games, seed=seed, **wanted)
        for name in ("seats", "done", "rewards", "scores", "observations", "legal", "counts"):
            setattr(self, name, torch.as_tensor(getattr(self.batch, name), device=device))
        taken, called = namings(capucine.game(game), device)
        naming = torch.arange(games, device=device) % len(taken)
        self.taken, self.called = (
            (taken[naming], called[naming]) if len(taken) > 1 else (None, None)
        )

    def look(self):
        """Observations and legal actions, each game under names of its own."""
        if self.taken is None:
            return self.observations.clone(), self.legal.clone()
        return self.observations.gather(1, self.taken), self.called.gather(1, self.legal.long())

    def step(self, actions):
        self.batch.step(actions.numpy() if actions.device.type == "cpu" else actions)

    def worth(self, points=8):
        """What the end is worth to each seat, from 0 to 1: half for the share of the win, and half
        for the margin. A lucky win teaches less than a clear one."""
        scores = self.scores.float()
        best = scores.topk(2, 1).values
        others = torch.where(scores == best[:, :1], best[:, 1:], best[:, :1])
        return (self.rewards + torch.sigmoid((scores - others) / points)) / 2


def choose(network, seen, legal, counts):
    """A random action for each game, by the network's numbers: the place in the list of the legal
    ones, the logarithm of its probability, and the value."""
    numbers, value = network(seen)
    likely = torch.log_softmax(of_legal(numbers, legal, counts), 1)
    noise = -torch.log(-torch.log(torch.rand_like(likely).clamp_(1e-9, 1 - 1e-7)))
    place = (likely + noise).argmax(1)
    return place, likely.gather(1, place[:, None]).squeeze(1), value


def play_on(network, table, steps, luck, practice):
    """Plays some steps, and keeps what learning needs. Some actions, by `luck`, are any; in a share of
    the games, by `practice`, all actions are but those of one seat."""
    kept = {}
    game = torch.arange(len(table.seats), device=table.seats.device)
    players = table.rewards.shape[1]
    training = game < practice * len(game)
    with torch.no_grad():
        for _ in range(steps):
            seen, legal = table.look()
            counts, seat = table.counts.clone(), table.seats.long()
            place, likely, value = choose(network, seen, legal, counts)
            lucky = (torch.rand_like(value) < luck) | (training & (seat != game % players))
            place = torch.where(lucky, (torch.rand_like(value) * counts).long(), place)
            table.step(table.legal.gather(1, place[:, None]).squeeze(1))
            step = dict(seen=seen, legal=legal, counts=counts, seat=seat, place=place)
            step.update(likely=likely, value=value, lucky=lucky)
            step.update(done=table.done.bool().clone(), rewards=table.worth())
            for name, values in step.items():
                kept.setdefault(name, []).append(values)
    return {name: torch.stack(values) for name, values in kept.items()}


def advantages(kept, players, keep=0.95):
    """How much better than expected each decision turned out (GAE), and whether that is known.

    A seat's decision is followed by its own next one, or by the end of the game, which pays its
    share of the win. What a seat decided last, in a game that goes on, is not known yet."""
    steps, games = kept["value"].shape
    device = kept["value"].device
    row = torch.arange(games, device=device)
    ahead = torch.zeros(games, players, device=device)  # what follows is worth
    gain = torch.zeros(games, players, device=device)
    known = torch.zeros(games, players, dtype=torch.bool, device=device)
    better = torch.zeros_like(kept["value"])
    sure = torch.zeros_like(kept["value"], dtype=torch.bool)
    for step in reversed(range(steps)):
        over = kept["done"][step][:, None]
        ahead = torch.where(over, kept["rewards"][step], ahead)
        gain = torch.where(over, torch.zeros_like(gain), gain)
        known = known | over
        seat, value = kept["seat"][step], kept["value"][step]
        sure[step] = known[row, seat]
        better[step] = sure[step] * (ahead[row, seat] - value + keep * gain[row, seat])
        ahead[row, seat], gain[row, seat], known[row, seat] = value, better[step], True
    return better, sure


def learn(network, optimizer, kept, players, curiosity, part=65536, rounds=4, clip=0.2):
    """Learns from what was kept, in parts of one size. Returns how much of the outcomes the values explain (1: all), and the
    spread of the choices (0: always the same one)."""
    better, sure = advantages(kept, players)
    sure &= ~kept["lucky"]
    target = (better + kept["value"])[sure]
    better = better[sure]
    explained = 1 - (better.var() / target.var().clamp(min=1e-9)).item()
    better = (better - better.mean()) / (better.std() + 1e-6)
    flat = {name: kept[name][sure] for name in ("seen", "legal", "counts", "place", "likely")}
    part = min(part, len(better))
    for _ in range(rounds):
        order = torch.randperm(len(better), device=better.device)
        for some in order[: len(order) // part * part].split(part):
            numbers, value = network(flat["seen"][some])
            likely = torch.log_softmax(
                of_legal(numbers, flat["legal"][some], flat["counts"][some]), 1
            )
            chosen = likely.gather(1, flat["place"][some][:, None]).squeeze(1)
            ratio = torch.exp(chosen - flat["likely"][some])
            gained = torch.min(
                ratio * better[some], ratio.clamp(1 - clip, 1 + clip) * better[some]
            ).mean()
            certain = likely.masked_fill(torch.isinf(likely), 0)
            spread = -(certain.exp() * certain).sum(1).mean()
            loss = ((value - target[some]) ** 2).mean() - gained - curiosity * spread
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()
    return explained, spread.item()


def plays(network, batch, views):
    """What the network thinks best, for each game: the mean over some namings."""
    likely = 0
    with torch.no_grad():
        seen, legal, counts = (
            torch.as_tensor(values, device=views[0].device)
            for values in (batch.observations, batch.legal, batch.counts)
        )
        for taken, called in zip(*views):
            numbers, _ = network(seen[:, taken])
            likely = likely + torch.log_softmax(of_legal(numbers, called[legal.long()], counts), 1)
        return legal.gather(1, likely.argmax(1)[:, None]).squeeze(1).cpu().numpy()


def match(network, game, players, bot, games, device):
    """How often the network wins, one against the others, and the half width of 95 %."""
    batch = capucine.Batch(
        game, players, games, seed=99, observations=True, legal=True, manual=True, threads=1
    )
    mine = numpy.arange(games) % players
    opponent = capucine.bot(bot)
    about = capucine.game(game)
    views = [part[:8] for part in namings(about, device)]
    won = numpy.zeros(games)

    def answer(index):
        view = batch.state(index).view(int(batch.seats[index]))
        return about.action_index(opponent.choose(view, seed=index))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while (batch.seats >= 0).any():
            actions = numpy.where(batch.seats == mine, plays(network, batch, views), -1)
            others = numpy.flatnonzero((batch.seats >= 0) & (batch.seats != mine))
            actions[others] = list(pool.map(answer, others.tolist()))
            actions[batch.seats < 0] = -1
            running = batch.seats >= 0
            batch.step(actions)
            ended = running & batch.done
            won[ended] = batch.rewards[ended, mine[ended]]
    return won.mean(), 1.96 * won.std() / games**0.5


def speed_of(game, players, games, device, seconds=3):
    """Steps a second: at random, and chosen by a network that has not learned anything."""
    about = capucine.game(game)
    table = Table(game, players, games, device, 1)
    network = Network(about.observation_size, about.action_space).to(device)
    if device != "cpu":
        network = network.bfloat16()

    def chosen():
        place, _, _ = choose(network, table.observations, table.legal, table.counts)
        table.step(table.legal.gather(1, place[:, None]).squeeze(1))

    for name, act in (("random", lambda: table.batch.random(1)), ("network", chosen)):
        with torch.no_grad():
            act()
            finish(device)
            begun, steps = time.time(), 0
            while time.time() - begun < seconds:
                for _ in range(10):
                    act()
                finish(device)
                steps += 10
        rate = steps * games / (time.time() - begun)
        print(
            f"{game}, {players} players, {games} games, {name}: {rate / 1e6:.1f} M steps/s",
            flush=True,
        )


def finish(device):
    if device != "cpu":
        torch.cuda.synchronize()


def report(network, wishes, since, beaten):
    for bot in wishes.against:
        share, wide = match(
            network, wishes.game, wishes.players, bot, wishes.matches, wishes.device
        )
        print(
            f"  against {bot}: {share:.1%} ± {wide:.1%} (even: {1 / wishes.players:.0%})",
            flush=True,
        )
        if share - wide > 1 / wishes.players and bot not in beaten:
            beaten[bot] = since


def self_play(wishes):
    about = capucine.game(wishes.game)
    table = Table(wishes.game, wishes.players, wishes.games, wishes.device, 1)
    if wishes.game == "caprice":
        network = Towers(about, wishes.width, wishes.layers)
    else:
        network = Network(about.observation_size, about.action_space, wishes.width, wishes.layers)
    network = network.to(wishes.device)
    # translated for the sizes of a round: matches have others, and do without
    quick = network if wishes.eager else torch.compile(network)
    optimizer = torch.optim.Adam(network.parameters(), lr=wishes.rate, fused=wishes.device != "cpu")
    learned, played, rounds, beaten, told = 0.0, 0, 0, {}, 0
    while learned < wishes.minutes * 60:
        begun = time.time()
        left = max(0.05, 1 - learned / (wishes.minutes * 60))
        for group in optimizer.param_groups:  # smaller steps towards the end, and less curiosity
            group["lr"] = wishes.rate * left
        kept = play_on(quick, table, wishes.steps, wishes.luck, wishes.practice)
        explained, spread = learn(quick, optimizer, kept, wishes.players, wishes.curiosity * left)
        finish(wishes.device)
        learned += time.time() - begun
        played += wishes.steps * wishes.games
        rounds += 1
        if learned - told >= wishes.every or learned >= wishes.minutes * 60:
            told = learned
            print(
                f"{learned:.0f} s of learning: {rounds} rounds, {played / 1e6:.0f} M steps,"
                f" {played / learned / 1e6:.2f} M a second; values explain {explained:.0%},"
                f" choices spread by {spread:.2f}",
                flush=True,
            )
            report(network, wishes, learned, beaten)
    for bot, seconds in beaten.items():
        print(f"better than {bot} after {seconds:.0f} s of learning")
    if wishes.save:
        torch.save(network.state_dict(), wishes.save)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--game", default="caprice")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=4)
    parser.add_argument("--games", type=int, default=32768)
    parser.add_argument("--steps", type=int, default=32, help="of each game in a round")
    parser.add_argument("--rate", type=float, default=5e-4, help="of learning")
    parser.add_argument("--width", type=int, default=256, help="of the network's layers")
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--practice", type=float, default=0.1, help="games against random play")
    parser.add_argument("--luck", type=float, default=0.03, help="share of random actions")
    parser.add_argument("--curiosity", type=float, default=0.01, help="how much variety is worth")
    parser.add_argument("--against", nargs="*", default=["random", "greedy", "casual", "club"])
    parser.add_argument("--matches", type=int, default=400, help="games against each bot")
    parser.add_argument("--every", type=float, default=30, help="seconds between such matches")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--eager", action="store_true", help="do without torch.compile")
    parser.add_argument("--save", help="a file for the network's weights")
    parser.add_argument("--speed", action="store_true", help="measure, and learn nothing")
    wishes = parser.parse_args()
    torch.manual_seed(1)
    torch.set_float32_matmul_precision("high")
    if not wishes.speed:
        self_play(wishes)
        return
    for game in capucine.games():
        speed_of(game.name, 3, wishes.games, wishes.device)


if __name__ == "__main__":
    main()
