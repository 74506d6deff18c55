#!/usr/bin/env python3
"""Time to proved mates of Kwartslag and of Debian's fairy-stockfish, side by side.

Each position of tests/data/mates, with a mate in so many moves, is given to both in turn by `go mate N`, with an empty
table, on one thread and with a limit of time. It is solved when the last score before `bestmove` is a mate in N moves or
fewer. Printed are how many each solves and, of those that both solve, the sums of the times, how many each solves
first, and the geometric mean of the ratios. Run it on an idle machine.
"""

import argparse
import math
import pathlib
import re
import time

from speed_fairy_stockfish import DATA, Engine


class Solver(Engine):
    def mate(self, fen, moves, limit):
        """Seconds until the engine has proved the mate, or None."""
        self.send("ucinewgame", f"position fen {fen}")
        self.sync()
        begun = time.perf_counter()
        self.send(f"go mate {moves} movetime {limit}")
        proved = False
        for line in self.process.stdout:
            if found := re.search(r" score (cp|mate) (-?\d+)", line):
                proved = found.group(1) == "mate" and 0 < int(found.group(2)) <= moves
            if line.startswith("bestmove"):
                return time.perf_counter() - begun if proved else None
        raise SystemExit(f"{self.process.args[0]} ended")


def positions(path, split, least):
    rows = [line.split("\t") for line in path.read_text().splitlines()[1:]]
    return [(fen, int(moves)) for _, fen, moves, part in rows if split in (part, "all") and int(moves) >= least]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/kwartslag")
    parser.add_argument("--other", default="/usr/games/fairy-stockfish")
    parser.add_argument("--games", nargs="*", default=["chess", "crazyhouse", "doorgeefsolo", "superschaak"])
    parser.add_argument("--movetime", type=int, default=5000, help="limit of a search in milliseconds")
    parser.add_argument("--least", type=int, default=3, help="shortest mates to look at, in moves")
    parser.add_argument("--split", choices=["held", "dev", "all"], default="held")
    args = parser.parse_args()
    variants = pathlib.Path(DATA) / "fairy-stockfish" / "variants.ini"
    print("game          positions  solved  by Fairy-Stockfish  both: seconds  Fairy-Stockfish  first  later  ratio of times")
    for game in args.games:
        ours = Solver(args.engine, [("UCI_Variant", game)])
        theirs = Solver(args.other, [("VariantPath", variants), ("UCI_Variant", game)])
        rows = []
        for fen, moves in positions(DATA / "mates" / f"{game}.tsv", args.split, args.least):
            plain = re.sub(r"\[.*?\]|~", "", fen) if game == "superschaak" else fen
            rows.append((ours.mate(fen, moves, args.movetime), theirs.mate(plain, moves, args.movetime)))
        ours.close()
        theirs.close()
        both = [(mine, other) for mine, other in rows if mine and other]
        mean = math.exp(sum(math.log(other / mine) for mine, other in both) / max(len(both), 1))
        first = sum(mine < other for mine, other in both)
        print(
            f"{game:<12} {len(rows):>10} {sum(bool(mine) for mine, _ in rows):>7}"
            f" {sum(bool(other) for _, other in rows):>19} {sum(mine for mine, _ in both):>14.2f}"
            f" {sum(other for _, other in both):>16.2f} {first:>6} {len(both) - first:>6} {mean:>15.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
