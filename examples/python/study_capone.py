#!/usr/bin/env python3
"""A study: does the payout `original` lengthen Capone?

usage: study_capone.py [--players 3] [--games 400] [--bot greedy] [--seed 1] [--plot FILE.svg]

Plays the same deals with each payout and compares how many years the games last, and how many
decisions. An interval is the 95 % confidence interval of a mean: 1.96 standard errors either side.
The plot shows what share of the games lasts how long. matplotlib draws it if it is there; otherwise
a few lines below do."""

import argparse

import capucine

PAYOUTS = capucine.game("capone").options["payout"].values
COLOURS = ["#1b6ca8", "#c4462f", "#4b8b3b", "#8a5fb0"]
WIDTH, HEIGHT, EDGE = 640, 360, 50


def mean_and_half(values):
    """The mean, and half the width of its 95 % confidence interval."""
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, 1.96 * (variance / len(values)) ** 0.5


def lengths(payout, given):
    """Years and decisions of each game."""
    games = []
    for number in range(given.games):
        end = capucine.play(
            "capone",
            [given.bot] * given.players,
            seed=given.seed + number,
            options={"payout": payout},
        )
        games.append((end.json()["year"], end.moves))
    return games


def survival(years):
    """The share of games that last longer than 0, 1, 2 … years."""
    return [sum(year > past for year in years) / len(years) for past in range(max(years) + 1)]


def svg(curves):
    """The curves as a picture of our own."""
    most = max(len(curve) for curve in curves.values()) - 1 or 1

    def point(year, share):
        x = EDGE + (WIDTH - 2 * EDGE) * year / most
        return f"{x:.1f},{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share:.1f}"

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="13">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<polyline points="{point(0, 1)} {point(0, 0)} {point(most, 0)}" fill="none" '
        'stroke="black"/>',
        f'<text x="{WIDTH / 2}" y="{HEIGHT - 12}" text-anchor="middle">years</text>',
        f'<text x="{EDGE - 8}" y="{EDGE + 4}" text-anchor="end">100 %</text>',
        f'<text x="{EDGE - 8}" y="{HEIGHT - EDGE + 4}" text-anchor="end">0</text>',
        f'<text x="{WIDTH - EDGE}" y="{HEIGHT - EDGE + 18}" text-anchor="middle">{most}</text>',
        f'<text x="{EDGE}" y="24">Share of games of Capone that last longer</text>',
    ]
    for number, (payout, curve) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(point(year, share) for year, share in enumerate(curve))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        y = EDGE + 20 * number
        parts.append(f'<text x="{WIDTH - 150}" y="{y}" fill="{colour}">{payout}</text>')
    return "\n".join(parts + ["</svg>", ""])


def draw(curves, path):
    """Writes the plot."""
    try:
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot
    except ImportError:
        with open(path, "w", encoding="utf-8") as file:
            file.write(svg(curves))
        return
    for payout, curve in curves.items():
        pyplot.step(range(len(curve)), curve, where="post", label=payout)
    pyplot.xlabel("years")
    pyplot.ylabel("share of games that last longer")
    pyplot.legend()
    pyplot.savefig(path)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plot", default="capone.svg")
    given = parser.parse_args()

    found = {payout: lengths(payout, given) for payout in PAYOUTS}
    print(
        f"{given.games} games for {given.players} between bots called {given.bot}; 95 % intervals"
    )
    for payout, games in found.items():
        years, moves = (mean_and_half([game[i] for game in games]) for i in (0, 1))
        print(
            f"payout {payout:9} {years[0]:6.2f} ± {years[1]:.2f} years, "
            f"{moves[0]:6.0f} ± {moves[1]:.0f} decisions"
        )
    # the same deals were played with both: so the differences of each deal can be compared
    longer = [b[0] - a[0] for a, b in zip(found["pieces"], found["original"])]
    mean, half = mean_and_half(longer)
    clear = "longer" if mean > half else "shorter" if mean < -half else "no clear difference"
    print(f"original against pieces: {mean:+.2f} ± {half:.2f} years a game: {clear}")
    draw({p: survival([game[0] for game in games]) for p, games in found.items()}, given.plot)
    print(f"plot: {given.plot}")


if __name__ == "__main__":
    main()
