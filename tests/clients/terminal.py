#!/usr/bin/env python3
"""Starts the engine as a person does, on a terminal, and checks what it says there.

    terminal.py ENGINE
"""

import os
import pty
import sys


def talk(engine, text):
    """What the terminal shows after this has been typed."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(engine, [engine])
    os.write(terminal, text.encode())
    shown = b""
    try:
        while chunk := os.read(terminal, 4096):
            shown += chunk
    except OSError:  # Linux: the other side has closed it
        pass
    os.close(terminal)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    return [line.rstrip("\r") for line in shown.decode().split("\n")]


def main():
    lines = talk(sys.argv[1], "isready\nquit\n")
    said = [line for line in lines if line not in ("", "isready", "quit")]
    assert said[-1] == "readyok" and len(said) == 4, lines
    greeting = " ".join(said[:3])
    for word in ("Kwartslag", "UCI", "kwartslag --help", "go movetime", "quit"):
        assert word in greeting, (word, greeting)
    print("The greeting on a terminal has three lines.")


if __name__ == "__main__":
    main()
