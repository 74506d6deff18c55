# `make` builds the engine for this machine; `make EXE=NAME` is the contract of OpenBench.
EXE ?= kwartslag

.PHONY: all test perft bench clean

all:
	RUSTFLAGS="-C target-cpu=native" cargo build --release --target-dir target/native
	cp target/native/release/kwartslag $(EXE)

test:
	cargo test --workspace

# The full perft suites: every line, without a node limit.
perft:
	cargo build --release
	for suite in tests/data/perft/*.tsv; do target/release/kwartslag perft --suite $$suite || exit 1; done

bench:
	cargo bench -p kwartslag-benches

clean:
	cargo clean
	rm -f $(EXE)
