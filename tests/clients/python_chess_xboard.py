#!/usr/bin/env python3
"""Plays whole games with the engine through python-chess' client for XBoard's protocol, which is not ours.

    python_chess_xboard.py ENGINE

Chess, Chess960 and crazyhouse are judged by python-chess's own rules. The other one-board games, which it does not know,
are played on a board that only keeps the moves; the engine itself must call none of its own moves illegal, and end each
game by a result.
"""

import asyncio
import logging
import sys

import chess
import chess.engine
import chess.variant

from python_chess_client import Complaints

PLIES = 160
# Enough for the weakest play to find an end.
LONGEST_GAME = 500


def is_over(board):
    """Whether the game has ended by our rules, in which draws need not be claimed."""
    return board.is_game_over() or board.is_repetition(3) or board.is_fifty_moves()


async def play_known(engine, board, plies):
    """Plays on a board whose rules python-chess knows, with clocks, pondering and limits of depth by turns."""
    for ply in range(plies):
        if is_over(board):
            break
        limits = [
            chess.engine.Limit(white_clock=1.0, black_clock=1.0, white_inc=0.02, black_inc=0.02),
            chess.engine.Limit(depth=3, time=1.0),
            chess.engine.Limit(time=0.01),
        ]
        result = await engine.play(board, limits[ply % 3], info=chess.engine.INFO_ALL, ponder=ply % 4 == 0, game=1)
        assert result.move in board.legal_moves, (board.fen(), result.move)
        assert not result.resigned, board.fen()
        board.push(result.move)
    print(type(board).__name__, board.chess960, board.fullmove_number, board.result(), flush=True)
    # A position with other moves behind it is analysed.
    if not is_over(board):
        info = await engine.analyse(board, chess.engine.Limit(depth=4, time=2.0), game=1)
        assert info["pv"][0] in board.legal_moves, (board.fen(), info)


async def play_text(command, variant, setup):
    """Two engines play a game that python-chess does not know; each must accept all that the other one plays."""
    engines = [await TextEngine.start(command, variant, setup) for _ in range(2)]
    result = None
    move = None
    for ply in range(LONGEST_GAME):
        move, result = await engines[ply % 2].reply(move)
        if result:
            break
    print(variant, ply + 1, "plies", result, flush=True)
    for engine in engines:
        await engine.quit()


class TextEngine:
    """An engine that is spoken to in lines."""

    @classmethod
    async def start(cls, command, variant, setup):
        self = cls()
        self.process = await asyncio.create_subprocess_exec(
            command, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
        )
        self.send("xboard", "protover 2")
        while await self.line() != "feature done=1":
            pass
        self.send("new", f"variant {variant}", "force", *setup, "sd 3", "st 1")
        self.plays = False
        return self

    def send(self, *lines):
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def line(self):
        text = await asyncio.wait_for(self.process.stdout.readline(), 60)
        assert text, "the engine has ended"
        return text.decode().rstrip("\n")

    async def reply(self, move):
        """Plays the opponent's move and returns the answer, and the result if there is one."""
        if move:
            self.send(f"usermove {move}")
        if not self.plays:
            self.plays = True
            self.send("go")
        answer = ""
        while True:
            line = await self.line()
            assert not line.startswith(("Illegal", "Error", "tellusererror")), line
            if line.startswith(("1-0", "0-1", "1/2-1/2")):
                return None, line
            if line.startswith("move "):
                answer += line.removeprefix("move ")
                if not answer.endswith(","):
                    break
        self.send("ping 1")
        while (line := await self.line()) != "pong 1":
            if line.startswith(("1-0", "0-1", "1/2-1/2")):
                return answer, line
        return answer, None

    async def quit(self):
        self.send("quit")
        assert await asyncio.wait_for(self.process.wait(), 10) == 0


async def main(command):
    complaints = Complaints()
    logging.getLogger("chess.engine").addHandler(complaints)
    _, engine = await chess.engine.popen_xboard(command)
    await engine.configure({"memory": 8, "cores": 1})
    for board in [
        chess.Board(),
        chess.Board.from_chess960_pos(321),
        chess.variant.CrazyhouseBoard(),
        chess.Board("7k/8/6K1/8/8/8/8/R7 w - - 0 1"),
    ]:
        await play_known(engine, board, PLIES)
    await engine.quit()
    # The client never tells that it will not send SIGTERM, and says so; and it may ask how far an analysis is just before
    # it has seen enough.
    seen = [text for text in complaints.seen if "sigterm" not in text and "stat01" not in text]
    assert not seen, seen
    array = "setboard rnveksar/pppppppp/8/8/8/8/PPPPPPPP/RNVEKSAR[NBBQnbbq] w Qq - 0 1"
    for variant, setup in [("super", [array]), ("superschaak", []), ("doorgeefsolo", []), ("halijnen", [])]:
        await play_text(command, variant, setup)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    asyncio.run(main(sys.argv[1]))
