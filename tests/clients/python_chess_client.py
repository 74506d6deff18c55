#!/usr/bin/env python3
"""Plays with the engine through python-chess, a UCI client that is not ours.

    python_chess_client.py ENGINE

Chess, Chess960 and crazyhouse are judged by python-chess's own rules: every best move, ponder move and line of
thinking must be legal there. Superschaak with its prelude and HA-lijnen in five frames, which it does not know, are
played to the end on a board that only keeps the moves, and replayed by `ENGINE verify`.
"""

import logging
import os
import random
import subprocess
import sys
import tempfile

import chess
import chess.engine
import chess.variant

SUPERSCHAAK = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[AESVaesv] w KQkq - 0 1 prelude=1"
HALIJNEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1 frame=1/5 won=0-0"
LONGEST_GAME = 1600
# Half-moves after which the player on move has used up the time for the frame.
LONGEST_FRAME = 300


class Complaints(logging.Handler):
    """What python-chess finds wrong with the engine's lines."""

    def __init__(self):
        super().__init__(logging.WARNING)
        self.seen = []

    def emit(self, record):
        self.seen.append(record.getMessage())


class TextMove:
    """A move of a game that python-chess does not know."""

    def __init__(self, text):
        # The client reads everything in lower case; a drop is written with a capital.
        self.text = text[0].upper() + text[1:] if text[1:2] == "@" else text

    def uci(self):
        return self.text

    def __eq__(self, other):
        return isinstance(other, TextMove) and self.text == other.text

    def __hash__(self):
        return hash(self.text)


class TextBoard:
    """A board that keeps the moves and leaves the rules to the engine."""

    uci_variant = "chess"
    start = chess.STARTING_FEN
    chess960 = False
    turn = chess.WHITE

    def __init__(self, moves=()):
        self.move_stack = list(moves)

    def root(self):
        return type(self)()

    def fen(self, **_):
        return self.start

    def copy(self, *, stack=True):
        return type(self)(self.move_stack if stack else ())

    def parse_uci(self, text):
        return TextMove(text)

    def push(self, move):
        self.move_stack.append(move)

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def pop(self):
        return self.move_stack.pop()


class SuperschaakBoard(TextBoard):
    uci_variant = "superschaak"
    start = SUPERSCHAAK


class HaLijnenBoard(TextBoard):
    uci_variant = "halijnen"
    start = HALIJNEN


def play_known(engine, board, plies):
    """Plays on a board whose rules python-chess knows, pondering and with clocks, then analyses."""
    for ply in range(plies):
        if board.is_game_over(claim_draw=True):
            break
        limits = [
            chess.engine.Limit(nodes=500),
            chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.02, black_inc=0.02),
            chess.engine.Limit(time=0.01),
            chess.engine.Limit(depth=3),
        ]
        limit = limits[ply % len(limits)]
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=ply % 3 == 0)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert result.info.get("pv", [result.move])[0] == result.move, (board.fen(), result)
        board.push(result.move)
        if result.ponder:
            assert result.ponder in board.legal_moves, (board.fen(), result.ponder)
    wanted = min(3, board.legal_moves.count())
    if wanted == 0:
        return
    lines = engine.analyse(board, chess.engine.Limit(depth=4), multipv=3)
    assert [line["multipv"] for line in lines] == list(range(1, wanted + 1)), lines
    assert len({line["pv"][0] for line in lines}) == wanted, lines
    for line in lines:
        probe = board.copy()
        for move in line["pv"]:
            assert move in probe.legal_moves, (probe.fen(), move)
            probe.push(move)


def stop_an_analysis(engine):
    """Infinite analysis goes on until it is stopped."""
    board = chess.Board()
    with engine.analysis(board) as analysis:
        for info in analysis:
            if info.get("depth", 0) >= 5 and "pv" in info:
                break
    best = analysis.wait()
    assert best.move in board.legal_moves, best


def only_root_moves(engine):
    """Only the root moves asked for are considered; the client sends them as `searchmoves`."""
    board = chess.Board()
    wanted = chess.Move.from_uci("h2h4")
    result = engine.play(board, chess.engine.Limit(depth=3), root_moves=[wanted])
    assert result.move == wanted, result


def finished_games(engine):
    """Without a legal move there is no move, and the client can go on."""
    for fen in ["R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"]:
        result = engine.play(chess.Board(fen), chess.engine.Limit(depth=3))
        assert result.move is None, result


def shown(path, board):
    """The engine's own view of a game: its status words and its FEN."""
    moves = " ".join(move.uci() for move in board.move_stack)
    lines = f"setoption name UCI_Variant value {board.uci_variant}\nposition fen {board.start} moves {moves}\nd\n"
    output = subprocess.run([path], input=lines, capture_output=True, text=True, check=True).stdout
    assert "error" not in output, output
    values = dict(line.split(": ", 1) for line in output.splitlines() if ": " in line)
    return values["Status"], values["Fen"]


def play_unknown(engine, path, board, nodes):
    """Plays a whole game on a board that only keeps the moves; returns its last status. HA-lijnen can take long:
    the time for a frame runs out at last, which is the move `flag`."""
    frame, begun = None, 0
    status, fen = shown(path, board)
    while status == "ongoing" and len(board.move_stack) < LONGEST_GAME:
        played = len(board.move_stack)
        now = next((field for field in fen.split() if field.startswith("frame=")), None)
        if now != frame:
            frame, begun = now, played
        if frame and played - begun >= LONGEST_FRAME:
            board.push(TextMove("flag"))
        else:
            result = engine.play(board, chess.engine.Limit(nodes=nodes), ponder=played % 10 == 0)
            assert result.move is not None, [move.uci() for move in board.move_stack]
            board.push(result.move)
        status, fen = shown(path, board)
    assert status != "ongoing", f"no end after {LONGEST_GAME} moves"
    return status


def replay(path, board, end):
    """Lets `verify` replay a game."""
    moves = " ".join(move.uci() for move in board.move_stack)
    with tempfile.TemporaryDirectory() as directory:
        name = os.path.join(directory, f"game-{board.uci_variant}.txt")
        with open(name, "w", encoding="utf-8") as file:
            file.write(f"{board.start} ; {moves} ; {end}\n")
        subprocess.run([path, "verify", "--variant", board.uci_variant, name], check=True)


def play_and_replay(engine, path, board, nodes):
    """Plays a game, lets it be replayed, and returns how it ended."""
    end = play_unknown(engine, path, board, nodes)
    print(f"{board.uci_variant}: {len(board.move_stack)} moves, {end}")
    replay(path, board, end)
    return end


def main():
    path = os.path.abspath(sys.argv[1])
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    with chess.engine.SimpleEngine.popen_uci(path, timeout=60) as engine:
        assert engine.id["name"].startswith("Kwartslag"), engine.id
        engine.configure({"Hash": 4, "Threads": 2, "Move Overhead": 20})
        engine.configure({"Threads": 1, "Clear Hash": None})
        engine.ping()
        play_known(engine, chess.Board(), 60)
        for position in random.Random(1).sample(range(960), 3):
            play_known(engine, chess.Board.from_chess960_pos(position), 40)
        play_known(engine, chess.variant.CrazyhouseBoard(), 60)
        stop_an_analysis(engine)
        only_root_moves(engine)
        finished_games(engine)
        print("chess, chess960 and crazyhouse: played")
        play_and_replay(engine, path, SuperschaakBoard(), 400)
        # A game may end early by the capture of a king: some more chances to see all five frames.
        for nodes in [400, 300, 500]:
            if "frames" in play_and_replay(engine, path, HaLijnenBoard(), nodes):
                break
        else:
            raise AssertionError("no game of HA-lijnen came to its last frame")
    assert not complaints.seen, "\n".join(complaints.seen)


if __name__ == "__main__":
    main()
