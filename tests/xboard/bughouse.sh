#!/usr/bin/env bash
# A match on two boards between four engines, each on a real XBoard that plays on the chess server beside this script:
#
#     bughouse.sh OUTDIR ENGINE1 ENGINE2 ENGINE3 ENGINE4 [SERVER ARGUMENTS...]
#
# Engines 1 and 2 (p1 and p2) are partners, 3 and 4 are. OUTDIR gets match.bpgn, server.txt (results and what partners
# say), lines.txt (all that was said between XBoard and server), a log for each XBoard and two pictures. Ends with 1 if an
# engine was told that a move is illegal or lost on time; of those that `--blame p1,p2` names, if it is given. Needs
# xboard, xvfb, ImageMagick, xdotool, and a Python (PYTHON) that has chess. OPTIONS sets options of all four engines, as
# `Bughouse Rules=doorgeef`.
set -euo pipefail
[ $# -ge 5 ] || { sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
out=$1 engines=("$2" "$3" "$4" "$5")
shift 5
PATH=$PATH:/usr/games
mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -f "$out"/*.bpgn "$out"/*.txt "$out"/*.png

pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true' EXIT
"${PYTHON:-python3}" "$here/server.py" 0 --log "$out/lines.txt" --bpgn "$out/match.bpgn" "$@" >"$out/server.txt" 2>&1 &
server=$!
pids+=("$server")
rm -f "$out/display"
exec 3<>"$out/display"
Xvfb -displayfd 3 -screen 0 1500x960x24 -nolisten tcp >"$out/xvfb.log" 2>&1 3>&3 &
pids+=($!)
for _ in $(seq 100); do
    [ -s "$out/display" ] && grep -q '^PORT' "$out/server.txt" && break
    kill -0 "$server" || { cat "$out/server.txt"; exit 1; }
    sleep 0.1
done
read -r number <"$out/display"
export DISPLAY=:$number
port=$(sed -n 's/^PORT //p' "$out/server.txt")

# XBoard leaves at the end of its input.
rm -f "$out/input"
mkfifo "$out/input"
exec 4<>"$out/input"
boards=()
for i in 1 2 3 4; do
    mkdir -p "$out/home$i"
    printf 'p%d\n\n' "$i" >"$out/logon$i"
    (
        cd "$out/home$i"
        HOME=$PWD exec xboard -ics -icshost 127.0.0.1 -icsport "$port" -icslogon "$out/logon$i" \
            -zp -zippyVariants bughouse -zippyBughouse 2 -fcp "${engines[i - 1]}" -fd "$PWD" \
            ${OPTIONS:+-firstOptions "$OPTIONS"} -autoflag true
    ) >"$out/xboard$i.log" 2>&1 <"$out/input" 4>&- &
    boards+=($!)
    pids+=($!)
    # The order of logins decides who sits where.
    for _ in $(seq 100); do
        grep -q "^LOGIN p$i" "$out/server.txt" && break
        sleep 0.1
    done
done
sleep 4
for i in 0 1 2 3; do
    for window in $(xdotool search --onlyvisible --pid "${boards[i]}" 2>/dev/null); do
        xdotool windowmove "$window" $((i % 2 * 740)) $((i / 2 * 470)) || true
    done
done
sleep 6
import -window root "$out/middle.png"
# XBoard clears the board after the game, so that the last picture before is the one of its end.
while kill -0 "$server" 2>/dev/null && ! grep -q '^RESULT' "$out/server.txt"; do
    sleep 1
    import -window root "$out/next.png" 2>/dev/null && mv "$out/next.png" "$out/end.png"
done
rc=0
wait "$server" || rc=$?
cat "$out/server.txt"
exit "$rc"
