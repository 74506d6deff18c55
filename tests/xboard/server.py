#!/usr/bin/env python3
"""A chess server for one match on two boards, as small as XBoard's zippy mode lets it be.

    server.py PORT [--time SECONDS] [--no-check-drops] [--plies N] [--blame NAMES] [--log FILE] [--bpgn FILE]

The first four who log in play: 1 and 2 are partners, and 3 and 4 are. On board A 1 has White against 3, on board B 4
has White against 2. Captured men go to the partner of who captures. The rules are python-chess's crazyhouse; with
--no-check-drops no drop may give check, as in doorgeefschaak. The server knows no definitive mate and no sum of both
games: the first result ends the match. It prints RESULT and what partners say, and exits with 1 if somebody was told
that a move is illegal, or lost on time; --blame names those whose faults count.
"""

import argparse
import asyncio
import re
import sys
import time

import chess
import chess.variant

PROMPT = "fics% "
RATING = 1500


class Board(chess.variant.CrazyhouseBoard):
    """One board: captured men go to the other one."""

    other = None
    arrived = None
    checking_drops = True

    def _push_capture(self, move, capture_square, piece_type, was_promoted):
        piece_type = chess.PAWN if was_promoted else piece_type
        # The partner has the other colour on the other board, which is that of the man.
        self.other.pockets[not self.turn].add(piece_type)
        self.arrived = (not self.turn, piece_type)

    def is_legal(self, move):
        if not super().is_legal(move):
            return False
        return self.checking_drops or not move.drop or not self.gives_check(move)

    def is_mated_for_good(self):
        """In check, without a legal move, and no man that could arrive would help."""
        if not self.is_check() or any(self.is_legal(move) for move in self.legal_moves):
            return False
        return not any(True for _ in self.legal_drop_squares())


class Player:
    def __init__(self, name, writer, log):
        self.name = name
        self.writer = writer
        self.log = log

    def send(self, text):
        self.log.write(f"-> {self.name}: {text!r}\n")
        try:
            self.writer.write(text.replace("\n", "\r\n").encode())
        except (ConnectionError, RuntimeError):
            pass

    def prompt(self, text=""):
        self.send(f"\n{text}\n{PROMPT}" if text else PROMPT)


class Match:
    def __init__(self, players, options):
        self.options = options
        self.boards = [Board(), Board()]
        for board, other in zip(self.boards, reversed(self.boards)):
            board.other = other
            board.checking_drops = not options.no_check_drops
        first, second, third, fourth = players
        self.seats = {(0, True): first, (0, False): third, (1, True): fourth, (1, False): second}
        self.partners = {first: second, second: first, third: fourth, fourth: third}
        self.clocks = dict.fromkeys(self.seats, options.time)
        self.turn_began = [time.monotonic()] * 2
        self.record = []
        self.faults = 0
        self.over = asyncio.Event()

    def seat_of(self, player):
        return next(seat for seat, sitting in self.seats.items() if sitting is player)

    def names(self, index):
        return self.seats[index, True].name, self.seats[index, False].name

    def start(self):
        for player in self.partners:
            partner = self.partners[player].name
            player.prompt(f'{partner} offers to be your bughouse partner; type "partner {partner}" to accept.')
        for index in (0, 1):
            white, black = self.names(index)
            other_white, other_black = self.names(1 - index)
            for player in (self.seats[index, True], self.seats[index, False]):
                player.prompt(f"{self.partners[player].name} agrees to be your partner.")
                player.prompt(
                    f"Creating: {white} ({RATING}) {black} ({RATING}) unrated bughouse {self.minutes()} 0\n"
                    f"{{Game {index + 1} ({white} vs. {black}) Creating unrated bughouse match.}}\n"
                    f"Your partner is playing game {2 - index} ({other_white} vs. {other_black}).\n\n"
                    + self.style12(index, player)
                    + self.hands(index)
                )
        self.turn_began = [time.monotonic()] * 2

    def minutes(self):
        return int(self.options.time // 60)

    def style12(self, index, player, verbose="none", pretty="none", used=0):
        """The line from which XBoard draws the board."""
        board = self.boards[index]
        rows = [
            "".join(str(board.piece_at(chess.square(file, rank)) or "-") for file in range(8))
            for rank in range(7, -1, -1)
        ]
        color = self.seat_of(player)[1]
        rights = [
            int(has(side))
            for side in (True, False)
            for has in (board.has_kingside_castling_rights, board.has_queenside_castling_rights)
        ]
        double_step = -1
        if board.move_stack and not board.move_stack[-1].drop:
            move = board.move_stack[-1]
            if board.piece_type_at(move.to_square) == chess.PAWN and abs(move.to_square - move.from_square) == 16:
                double_step = chess.square_file(move.to_square)
        white, black = self.names(index)
        fields = [
            "<12>",
            *rows,
            "W" if board.turn else "B",
            double_step,
            *rights,
            board.halfmove_clock,
            index + 1,
            white,
            black,
            1 if board.turn == color else -1,
            self.minutes(),
            0,
            39,
            39,
            int(self.clocks[index, True]),
            int(self.clocks[index, False]),
            board.fullmove_number,
            verbose,
            f"(0:{int(used):02d})",
            pretty,
            0 if color else 1,
        ]
        return " ".join(map(str, fields)) + "\n"

    def hands(self, index, arrived=""):
        def letters(color):
            pocket = self.boards[index].pockets[color]
            return "".join(chess.piece_symbol(kind).upper() * pocket.count(kind) for kind in range(1, 6))

        text = f"<b1> game {index + 1} white [{letters(True)}] black [{letters(False)}]"
        return f"{text} <- {arrived}\n" if arrived else f"{text}\n"

    def end(self, index, why, result):
        if self.over.is_set():
            return
        self.over.set()
        inverse = {"1-0": "0-1", "0-1": "1-0"}.get(result, result)
        for other in (0, 1):
            white, black = self.names(other)
            winner = white if inverse == "1-0" else black
            told = (why, result) if other == index else (f"{winner}'s partner won", inverse)
            for color in (True, False):
                self.seats[other, color].prompt(f"{{Game {other + 1} ({white} vs. {black}) {told[0]}}} {told[1]}")
        print(f"RESULT board {'AB'[index]} {result} {why}, {len(self.record)} plies", flush=True)
        if self.options.bpgn:
            self.write_record(why, result if index == 0 else inverse)

    def write_record(self, why, result):
        tags = {"Event": "Match on two boards", "TimeControl": f"{self.options.time:g}+0", "Result": result}
        for (index, color), player in self.seats.items():
            tags[f"{'White' if color else 'Black'}{'AB'[index]}"] = player.name
        with open(self.options.bpgn, "a", encoding="utf-8") as file:
            file.writelines(f'[{name} "{value}"]\n' for name, value in tags.items())
            file.write(f"\n{' '.join(self.record)}\n{{{why}}} {result}\n\n")

    def check_flags(self):
        for index, board in enumerate(self.boards):
            seat = (index, board.turn)
            if self.clocks[seat] <= time.monotonic() - self.turn_began[index]:
                self.blame(self.seats[seat])
                self.end(index, f"{self.seats[seat].name} forfeits on time", "0-1" if board.turn else "1-0")

    def blame(self, player):
        if not self.options.blame or player.name in self.options.blame.split(","):
            self.faults += 1

    def move(self, player, text):
        index, color = self.seat_of(player)
        board = self.boards[index]
        if self.over.is_set():
            return player.prompt("You are not playing a game.")
        if board.turn != color:
            return player.prompt("It is not your move.")
        try:
            move = read_move(board, text)
        except ValueError:
            print(f"ILLEGAL {player.name}: {text} at {board.fen()}", flush=True)
            self.blame(player)
            return player.prompt(f"Illegal move ({text}).")
        self.make(index, move)

    def make(self, index, move):
        board = self.boards[index]
        color = board.turn
        now = time.monotonic()
        used = now - self.turn_began[index]
        self.turn_began[index] = now
        self.clocks[index, color] -= used
        san = board.san(move)
        san = f"P{san}" if san.startswith("@") else san
        verbose = verbose_move(board, move, san)
        letter = "AB"[index] if color else "ab"[index]
        self.record.append(f"{board.fullmove_number}{letter}. {san} {{{self.clocks[index, color]:.3f}}}")
        board.arrived = None
        board.push(move)
        for side in (True, False):
            player = self.seats[index, side]
            text = self.style12(index, player, verbose, san, used)
            player.prompt(text + (self.hands(index) if move.drop else ""))
        if board.arrived:
            to, kind = board.arrived
            text = self.hands(1 - index, ("W" if to else "B") + chess.piece_symbol(kind).upper())
            for side in (True, False):
                self.seats[1 - index, side].prompt(text)
        if board.is_mated_for_good():
            self.end(index, f"{self.seats[index, board.turn].name} checkmated", "0-1" if board.turn else "1-0")
        elif len(self.record) >= self.options.plies:
            self.end(index, "Game drawn by its length", "1/2-1/2")

    def tell(self, player, text):
        partner = self.partners[player]
        print(f"PTELL {player.name} -> {partner.name}: {text}", flush=True)
        partner.prompt(f"{player.name} (your partner) tells you: {text}")
        player.prompt(f"(told {partner.name})")

    def resign(self, player):
        index, color = self.seat_of(player)
        self.end(index, f"{player.name} resigns", "0-1" if color else "1-0")


def read_move(board, text):
    try:
        move = chess.Move.from_uci(text.replace("=", ""))
    except ValueError:
        return board.parse_san(text.replace("o-o", "O-O").replace("-o", "-O"))
    if move not in board.legal_moves:
        raise ValueError(text)
    return move


def verbose_move(board, move, san):
    """The long form of a move in a style 12 line."""
    if move.drop:
        return f"{chess.piece_symbol(move.drop).upper()}/@@-{chess.square_name(move.to_square)}"
    if san.startswith("O-O"):
        return "o-o-o" if san.startswith("O-O-O") else "o-o"
    text = move.uci()
    kind = chess.piece_symbol(board.piece_type_at(move.from_square)).upper()
    promotion = f"={text[4].upper()}" if move.promotion else ""
    return f"{kind}/{text[:2]}-{text[2:4]}{promotion}"


MOVE = re.compile(r"([PNBRQ]?@[a-h][1-8]|[oO]-[oO](-[oO])?|[a-h][1-8][a-h][1-8]=?[nbrqNBRQ]?|[NBRQK][a-h1-8x]{2,5})[+#]?$")


class Server:
    def __init__(self, options):
        self.options = options
        self.log = open(options.log, "w", buffering=1, encoding="utf-8")
        self.players = []
        self.match = None

    async def serve(self, reader, writer):
        writer.write(b"\r\n   A chess server for tests\r\n\r\nlogin: ")
        name = await self.log_in(reader)
        if not name:
            return
        player = Player(name, writer, self.log)
        player.send(f"\n**** Starting FICS session as {name} ****\n\n{PROMPT}")
        self.players.append(player)
        print(f"LOGIN {name}", flush=True)
        try:
            while line := await reader.readline():
                text = line.decode("latin1").strip().lstrip("$")
                self.log.write(f"<- {name}: {text!r}\n")
                self.obey(player, text)
        except asyncio.CancelledError:
            # The match is over.
            writer.close()

    async def log_in(self, reader):
        while line := await reader.readline():
            name = line.decode("latin1").strip()
            if name and name != "logout":
                return name
        return None

    def obey(self, player, text):
        command, _, rest = text.partition(" ")
        if self.match and command == "ptell":
            self.match.tell(player, rest)
        elif self.match and command == "resign":
            self.match.resign(player)
        elif self.match and MOVE.match(text):
            self.match.move(player, text)
        else:
            player.prompt()

    async def run(self):
        server = await asyncio.start_server(self.serve, "127.0.0.1", self.options.port)
        print(f"PORT {server.sockets[0].getsockname()[1]}", flush=True)
        while len(self.players) < 4:
            await asyncio.sleep(0.1)
        # XBoard asks for its settings first.
        await asyncio.sleep(3)
        self.match = Match(self.players[:4], self.options)
        self.match.start()
        while not self.match.over.is_set():
            await asyncio.sleep(0.1)
            self.match.check_flags()
        await asyncio.sleep(4)
        return self.match.faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("port", type=int, help="0 for any that is free")
    parser.add_argument("--time", type=float, default=60, help="seconds for each player, a multiple of 60")
    parser.add_argument("--no-check-drops", action="store_true")
    parser.add_argument("--plies", type=int, default=600, help="a draw after as many on both boards")
    parser.add_argument("--blame", help="names of those whose faults count, with commas; all if it is not given")
    parser.add_argument("--log", default="/dev/null")
    parser.add_argument("--bpgn")
    faults = asyncio.run(Server(parser.parse_args()).run())
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
