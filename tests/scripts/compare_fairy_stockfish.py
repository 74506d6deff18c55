#!/usr/bin/env python3
"""Compares legal moves with Debian's Fairy-Stockfish on positions of random games.

Needs the Debian package `fairy-stockfish` and a built `kwartslag`:

    cargo build --release
    python3 tests/scripts/compare_fairy_stockfish.py --positions 1000

Both programs get the same FEN and `go perft DEPTH`; the moves, and with a depth above 1 the counts below them, must be
the same. Fairy-Stockfish gets the rules of doorgeef, doorgeefsolo and superschaak from
tests/data/fairy-stockfish/variants.ini. It sees one board of bughouse and doorgeef, as ours does when given one FEN.

In superschaak it plays from arrays, not the prelude, and knows no stock: its promotion limits count men on the board.
That equals our stock until a man that came from promotion is captured; random games end there. HA-lijnen and euwe are
beyond it.

Prints each position that differs, and last `N positions, N differ`; the exit code is 1 if one does.
"""

import argparse
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR{} w KQkq - 0 1"
GAMES = ["chess", "chess960", "crazyhouse", "bughouse", "doorgeef", "doorgeefsolo", "superschaak"]
LONGEST_GAME = 200
SUPERPIECES = "AESV"


class Engine:
    """A UCI engine behind pipes."""

    def __init__(self, command, game, name):
        self.name = name
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.send("uci")
        self.lines_until(lambda line: line == "uciok")
        self.game = game

    def prepare(self, *options):
        """Sets options, and waits until they hold."""
        for option, value in options:
            self.send(f"setoption name {option} value {value}")
        self.send("isready")
        self.lines_until(lambda line: line == "readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def lines_until(self, last):
        lines = []
        while True:
            line = self.process.stdout.readline()
            if not line:
                sys.exit(f"{self.name} has ended: {lines[-3:]}")
            line = line.strip()
            if "error" in line.lower() and line.startswith("info string"):
                sys.exit(f"{self.name} ({self.game}): {line}")
            lines.append(line)
            if last(line):
                return lines

    def perft(self, fen, depth):
        """The count below each move of the position."""
        self.send(f"position fen {fen}")
        self.send(f"go perft {depth}")
        lines = self.lines_until(lambda line: line.startswith("Nodes searched"))
        counts = (re.fullmatch(r"(\S+): (\d+)", line) for line in lines)
        return {found[1]: int(found[2]) for found in counts if found}

    def fen_after(self, fen, move):
        """The FEN of the position after a move."""
        self.send(f"position fen {fen} moves {move}")
        self.send("d")
        self.send("isready")
        lines = self.lines_until(lambda line: line == "readyok")
        return next(line[len("Fen: "):] for line in lines if line.startswith("Fen: "))

    def close(self):
        self.send("quit")
        self.process.wait(timeout=10)


def chess960_rank(rng):
    """A back rank of Chess960: bishops on both colours, the king between the rooks."""
    while True:
        rank = rng.sample("RNBQKBNR", 8)
        bishops = [file for file, man in enumerate(rank) if man == "B"]
        rooks = [file for file, man in enumerate(rank) if man == "R"]
        if sum(bishops) % 2 == 1 and rooks[0] < rank.index("K") < rooks[1]:
            return "".join(rank)


def superschaak_fen(rng):
    """The FEN of an array that the prelude can end in, without an exchange."""
    rank, pieces = list("RNBQKBNR"), rng.sample(SUPERPIECES, 4)
    files = rng.sample([0, 1, 2, 3], 2) + rng.sample([5, 6, 7], 2)
    replaced = ""
    for file, piece in zip(files, pieces):
        replaced += rank[file]
        rank[file] = piece
    rank = "".join(rank)
    rights = ("K" if rank[7] == "R" else "") + ("Q" if rank[0] == "R" else "")
    castling = rights + rights.lower() or "-"
    stock = replaced + replaced.lower()
    return f"{rank.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rank}[{stock}] w {castling} - 0 1"


def suite_fens(game):
    """The one-board positions of the perft suite of a game."""
    lines = (DATA / "perft" / f"{game}.tsv").read_text(encoding="utf-8").splitlines()[1:]
    return sorted({fen for _, fen, *_ in (line.split("\t") for line in lines) if "|" not in fen and "prelude" not in fen})


def start_fen(game, fens, rng):
    """Where a random game begins: an array, with men in hand in half of the drop games, or a position of the suite."""
    if game == "superschaak":
        return superschaak_fen(rng)
    if rng.random() < 0.5 and fens:
        return rng.choice(fens)
    if game == "chess":
        return START.format("")
    if game == "chess960":
        rank = chess960_rank(rng)
        return START.format("").replace("rnbqkbnr", rank.lower()).replace("RNBQKBNR", rank)
    men = "QRRBBNNPPPqrrbbnnppp"
    return START.format("[" + "".join(rng.sample(men, rng.randrange(7))) + "]")


def for_fairy_stockfish(game, fen):
    """The FEN as Fairy-Stockfish reads it: in superschaak without stock and marks."""
    return re.sub(r"\[.*?\]|~", "", fen) if game == "superschaak" else fen


def marked_squares(fen):
    """The squares of the men that came from promotion."""
    placement, squares, rank, file = re.sub(r"\[.*", "", fen.split()[0]), set(), 8, 0
    for letter in placement:
        if letter == "/":
            rank, file = rank - 1, 0
        elif letter == "~":
            squares.add("abcdefgh"[file - 1] + str(rank))
        else:
            file += int(letter) if letter.isdigit() else 1
    return squares


def compare(game, engine, fairy, positions, depth, rng):
    """Plays random games until enough positions are compared; the number of those that differ."""
    ours = Engine([engine], game, "kwartslag")
    theirs = Engine([fairy], game, "fairy-stockfish")
    variant, chess960 = ("chess", "true") if game == "chess960" else (game, "false")
    ours.prepare(("UCI_Variant", variant), ("UCI_Chess960", chess960))
    theirs.prepare(("VariantPath", DATA / "fairy-stockfish" / "variants.ini"))
    theirs.prepare(("UCI_Variant", variant), ("UCI_Chess960", chess960))
    fens = suite_fens(game)
    compared = different = plies = 0
    fen = start_fen(game, fens, rng)
    while compared < positions:
        here, there = ours.perft(fen, depth), theirs.perft(for_fairy_stockfish(game, fen), depth)
        compared += 1
        if here != there:
            different += 1
            moves = sorted(move for move in here.keys() | there.keys() if here.get(move) != there.get(move))
            told = ", ".join(f"{move} {here.get(move, 'illegal')}/{there.get(move, 'illegal')}" for move in moves)
            print(f"{game} {fen}: {told}", flush=True)
        common = sorted(here.keys() & there.keys())
        move = rng.choice(common) if common and plies < LONGEST_GAME else None
        if move is None or (game == "superschaak" and move[2:4] in marked_squares(fen)):
            fen, plies = start_fen(game, fens, rng), 0
        else:
            fen, plies = ours.fen_after(fen, move), plies + 1
    ours.close()
    theirs.close()
    return compared, different


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--engine", default=str(ROOT / "target" / "release" / "kwartslag"), help="our program")
    parser.add_argument("--fairy", help="Fairy-Stockfish (default: on the path, or /usr/games/fairy-stockfish)")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES, metavar="GAME", help="default: all it knows")
    parser.add_argument("--positions", type=int, default=1000, help="positions of each game (default 1000)")
    parser.add_argument("--depth", type=int, default=1, help="perft depth at each position (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="of the random games (default 1)")
    arguments = parser.parse_args()
    fairy = arguments.fairy or shutil.which("fairy-stockfish") or "/usr/games/fairy-stockfish"
    total = differing = 0
    for game in arguments.games:
        rng = random.Random(f"{arguments.seed} {game}")
        compared, different = compare(game, arguments.engine, fairy, arguments.positions, arguments.depth, rng)
        print(f"{game}: {compared} positions, {different} differ", flush=True)
        total, differing = total + compared, differing + different
    print(f"{total} positions, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
