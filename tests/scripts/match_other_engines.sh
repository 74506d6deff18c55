#!/usr/bin/env bash
# Short matches of our engine against Debian's fairy-stockfish and stockfish, and the records verified. Opt-in: needs both
# packages. Usage: match_other_engines.sh [KWARTSLAG [ROUNDS]]
set -euo pipefail
cd "$(dirname "$0")/../.."
kwartslag=${1:-target/release/kwartslag}
rounds=${2:-2}
games=${GAMES_DIR:-/usr/games}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# match VARIANT OPENINGS OPPONENT...
match() {
    local variant=$1 openings=$2
    shift 2
    echo "== $variant"
    "$kwartslag" match -engine cmd="$kwartslag" name=Kwartslag -engine "$@" -each nodes=2000 -variant "$variant" \
        -openings $openings -rounds "$rounds" -maxmoves 200 -pgnout "$dir/$variant.pgn" >"$dir/$variant.out"
    sed -n '/^---/,$p' "$dir/$variant.out"
    "$kwartslag" verify "$dir/$variant.pgn"
    ! grep -E '^Faults of Kwartslag: .*(illegal moves|time losses|crashes|stalls) [1-9]' "$dir/$variant.out"
}

fairy=(cmd="$games/fairy-stockfish" name=Fairy-Stockfish option.VariantPath=tests/data/fairy-stockfish/variants.ini)
match crazyhouse "random plies=6" "${fairy[@]}"
match doorgeefsolo "random plies=6" "${fairy[@]}"
match superschaak arrays "${fairy[@]}"
match chess "random plies=6" cmd="$games/stockfish" name=Stockfish
