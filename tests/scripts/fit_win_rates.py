#!/usr/bin/env python3
"""Fits the constants of engine/src/win_rates.rs to games of the engine against itself.

    kwartslag match -engine cmd=kwartslag name=a -engine cmd=kwartslag name=b -each nodes=5000 \\
        -variant crazyhouse -openings random plies=8 -rounds 200 -pgnout games.pgn
    python3 tests/scripts/fit_win_rates.py games.pgn

Every comment of a move counts that holds a score of the mover and no mate. The likelihood of the results is greatest at the
constants printed; without a drawn game `even` is 0. The table below shows the shares played beside those of the model.
"""
import math
import re
import sys

TAG = re.compile(r'^\[(\w+) "(.*)"\]\s*$')
MOVE = re.compile(r"\d+(\.+) \S+ \{([^}]*)\}")
SCORE = re.compile(r"([+-]\d+\.\d+)/\d+")
ENDS = {"1-0": 1, "0-1": -1, "1/2-1/2": 0}


def games(path):
    """Tags and moves of each game."""
    tags, moves = {}, []
    with open(path, encoding="utf-8") as file:
        for line in file:
            tag = TAG.match(line)
            if tag and moves:
                yield tags, " ".join(moves)
                tags, moves = {}, []
            if tag:
                tags[tag[1]] = tag[2]
            elif line.strip():
                moves.append(line.strip())
    if moves:
        yield tags, " ".join(moves)


def samples(path):
    """Score in centipawns and result, both of the mover."""
    frames = []
    for tags, text in games(path):
        frames.append(text)
        # HA-lijnen: a game is several records, of which the last has the result of the whole.
        if "Frame" in tags and "MatchResult" not in tags:
            continue
        white, _, black = tags.get("MatchResult", "").partition("-")
        end = (int(white) > int(black)) - (int(white) < int(black)) if black else ENDS.get(tags["Result"])
        for text in frames if end is not None else []:
            for dots, comment in MOVE.findall(text):
                if score := SCORE.search(comment):
                    yield round(100 * float(score[1])), -end if dots == "..." else end
        frames = []


def rates(even, spread, score):
    win = 1 / (1 + math.exp(max(-50, min(50, (even - score) / spread))))
    loss = 1 / (1 + math.exp(max(-50, min(50, (even + score) / spread))))
    return win, max(1e-9, 1 - win - loss) if even else 0, loss


def unlikelihood(counts, even, spread):
    total = 0
    for score, (wins, draws, losses) in counts.items():
        win, draw, loss = rates(even, spread, score)
        total -= wins * math.log(win) + losses * math.log(loss) + (draws * math.log(draw) if draws else 0)
    return total


def least(function, low, high):
    """Golden section search."""
    ratio = (math.sqrt(5) - 1) / 2
    while high - low > 0.2:
        left, right = high - ratio * (high - low), low + ratio * (high - low)
        low, high = (low, right) if function(left) < function(right) else (left, high)
    return (low + high) / 2


def main():
    counts = {}
    for path in sys.argv[1:]:
        for score, result in samples(path):
            # In steps of 5: enough, and quick.
            cell = counts.setdefault(round(max(-3000, min(3000, score)) / 5) * 5, [0, 0, 0])
            cell[1 - result] += 1
    drawn = any(cell[1] for cell in counts.values())
    even, spread = 100.0 if drawn else 0.0, 100.0
    for _ in range(30):
        spread = least(lambda value: unlikelihood(counts, even, value), 5, 2000)
        if drawn:
            even = least(lambda value: unlikelihood(counts, value, spread), 0.5, 1500)
    print(f"even: {even:.0f}, spread: {spread:.0f}, scores: {sum(map(sum, counts.values()))}")
    print(" score   played: win draw loss   model: win draw loss")
    edges = [-800, -400, -200, -100, -50, -20, 20, 50, 100, 200, 400, 800]
    for low, high in zip(edges, edges[1:]):
        cells = [(score, cell) for score, cell in counts.items() if low <= score < high]
        total = sum(sum(cell) for _, cell in cells)
        if total:
            played = [sum(cell[i] for _, cell in cells) / total for i in range(3)]
            model = [sum(sum(cell) * rates(even, spread, score)[i] for score, cell in cells) / total for i in range(3)]
            print(f"{low:5} to {high:4}:  " + "  ".join(f"{x:.3f}" for x in played + model) + f"  {total}")


if __name__ == "__main__":
    main()
