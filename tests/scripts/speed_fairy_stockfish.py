#!/usr/bin/env python3
"""Nodes a second of Kwartslag and of Debian's fairy-stockfish, side by side.

Each position of `kwartslag bench --list` is searched by both in turn, from an empty table and on one thread, to the
first depth that takes a given time; the speed of a game is all nodes of these searches by all their time. Rounds are
repeated, and the medians and their ratio are printed. Fairy-Stockfish 11.1 evaluates classically: it knows no network for
these games. Run it on an idle machine.
"""

import argparse
import collections
import pathlib
import re
import statistics
import subprocess
import time

DATA = pathlib.Path(__file__).resolve().parent.parent / "data"


class Engine:
    def __init__(self, command, options):
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.send("uci", *(f"setoption name {name} value {value}" for name, value in options))
        self.sync()

    def send(self, *lines):
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, start):
        nodes = 0
        for line in self.process.stdout:
            if found := re.search(r" nodes (\d+)", line):
                nodes = int(found.group(1))
            if line.startswith(start):
                return nodes
        raise SystemExit(f"{self.process.args[0]} ended")

    def sync(self):
        self.send("isready")
        self.until("readyok")

    def search(self, fen, depth):
        self.send("ucinewgame", f"position fen {fen}")
        self.sync()
        begun = time.perf_counter()
        self.send(f"go depth {depth}")
        nodes = self.until("bestmove")
        return nodes, time.perf_counter() - begun

    def close(self):
        self.send("quit")
        self.process.wait()


def speed(command, options, fens, least):
    engine = Engine(command, options)
    nodes = seconds = 0
    for fen in fens:
        for depth in range(6, 60):
            found, took = engine.search(fen, depth)
            if took >= least:
                break
        nodes, seconds = nodes + found, seconds + took
    engine.close()
    return nodes / seconds / 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/kwartslag")
    parser.add_argument("--other", default="/usr/games/fairy-stockfish")
    parser.add_argument("--games", nargs="*", default=["chess", "crazyhouse", "doorgeef", "superschaak"])
    parser.add_argument("--seconds", type=float, default=0.5, help="least time of a search")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    sets = collections.defaultdict(list)
    for line in subprocess.check_output([args.engine, "bench", "--list"], text=True).splitlines():
        game, fen = line.split("\t")
        if "prelude" not in fen:
            sets[game].append(fen)
    print("game          Kwartslag  Fairy-Stockfish  ratio  (thousand nodes a second)")
    for game in args.games:
        ours, theirs = [], []
        variants = DATA / "fairy-stockfish" / "variants.ini"
        fens = [re.sub(r"\[.*?\]", "", fen) for fen in sets[game]] if game == "superschaak" else sets[game]
        for _ in range(args.rounds):
            ours.append(speed(args.engine, [("UCI_Variant", game)], sets[game], args.seconds))
            options = [("VariantPath", variants), ("UCI_Variant", game)]
            theirs.append(speed(args.other, options, fens, args.seconds))
        mine, other = statistics.median(ours), statistics.median(theirs)
        print(f"{game:<12} {mine:>10.0f} {other:>16.0f} {mine / other:>6.2f}", flush=True)


if __name__ == "__main__":
    main()
