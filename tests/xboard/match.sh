#!/usr/bin/env bash
# Games of two engines on a real XBoard, on a display of its own:
#
#     match.sh OUTDIR VARIANT GAMES SECONDS FIRST SECOND [XBOARD ARGUMENTS...]
#
# FIRST and SECOND are commands that speak XBoard's protocol; SECONDS is how long the games may take in all. OUTDIR gets
# games.pgn, debug.txt (all that was said) and shot.png (the board at the end). Ends with 1 if a game is missing, or if a
# move was illegal, a claim false or a flag fell. Needs xboard, xvfb and ImageMagick. TC is the time for MPS moves.
set -euo pipefail
[ $# -ge 6 ] || { sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 2; }
out=$1 variant=$2 games=$3 seconds=$4 first=$5 second=$6
shift 6
PATH=$PATH:/usr/games
mkdir -p "$out/home"
out=$(cd "$out" && pwd)
rm -f "$out/games.pgn" "$out/debug.txt" "$out/shot.png"

# The server itself finds a free display and says which.
rm -f "$out/display"
exec 3<>"$out/display"
Xvfb -displayfd 3 -screen 0 900x760x24 -nolisten tcp >"$out/xvfb.log" 2>&1 3>&3 &
xvfb=$!
trap 'kill "$xvfb" 2>/dev/null || true' EXIT
for _ in $(seq 100); do
    [ -s "$out/display" ] && break
    sleep 0.1
done
read -r number <"$out/display"
export DISPLAY=:$number HOME=$out/home

timeout "$seconds" xboard -fcp "$first" -fd "$out" -scp "$second" -sd "$out" -variant "$variant" \
    -mode TwoMachines -mg "$games" -tc "${TC:-0:30}" -mps "${MPS:-60}" -sgf "$out/games.pgn" \
    -debug -nameOfDebugFile "$out/debug.txt" "$@" >"$out/xboard.log" 2>&1 &
xboard=$!
played() {
    cat "$out/games.pgn" 2>/dev/null | grep -c '^\[Result "[^*]' || true
}
# After the last game XBoard shows the score and waits.
while kill -0 "$xboard" 2>/dev/null && [ "$(played)" -lt "$games" ]; do
    sleep 1
done
sleep 1
import -window root "$out/shot.png" || true
kill "$xboard" 2>/dev/null || true
wait "$xboard" || true

grep '^{' "$out/games.pgn" | grep -o '{.*} [01/2-]*$' || true
faults=$(cat "$out/games.pgn" "$out/debug.txt" | grep -ciE 'forfeit|illegal|false claim|tellusererror' || true)
echo "$(played) of $games games, $faults faults"
[ "$(played)" -ge "$games" ] && [ "$faults" = 0 ]
