//! The numbers by which the search prunes, reduces, extends, orders and learns that are worth tuning, in one table.
//! Built with the feature `tune` each is an option of the UCI, so that a tuner can change it from match to match (those
//! of the reductions before the first search of a process); otherwise all are constants.

/// Makes a function of each line: its name, value, and the range in which a tuner may look for a better one.
macro_rules! table {
    ($($(#[doc = $doc:literal])* $name:ident = $value:literal, $low:literal..=$high:literal;)+) => {
        $(
            const _: () = assert!($low <= $value && $value <= $high);

            $(#[doc = $doc])*
            #[inline(always)]
            pub(crate) fn $name() -> i32 {
                #[cfg(feature = "tune")]
                return tuned::VALUES[tuned::Index::$name as usize].load(std::sync::atomic::Ordering::Relaxed);
                #[cfg(not(feature = "tune"))]
                $value
            }
        )+

        #[cfg(feature = "tune")]
        pub(crate) mod tuned {
            //! The table as it is changed at run time.
            use std::sync::atomic::{AtomicI32, Ordering};

            #[allow(non_camel_case_types, reason = "named like the parameters")]
            pub(super) enum Index {
                $($name,)+
            }

            pub(super) static VALUES: [AtomicI32; TABLE.len()] = [$(AtomicI32::new($value),)+];

            /// Name, usual value, least and greatest.
            pub(crate) const TABLE: &[(&str, i32, i32, i32)] = &[$((stringify!($name), $value, $low, $high),)+];

            /// Sets the parameter at this place to the nearest value of its range; without effect beyond the table.
            pub(crate) fn set(index: usize, value: i64) {
                if let (Some(&(_, _, low, high)), Some(place)) = (TABLE.get(index), VALUES.get(index)) {
                    place.store(value.clamp(low.into(), high.into()) as i32, Ordering::Relaxed);
                }
            }
        }
    };
}

table! {
    /// Half the first aspiration window, in centipawns.
    aspiration_window = 18, 5..=60;
    /// The window grows by one centipawn for so many of the score expected.
    aspiration_share = 40, 10..=200;

    /// Razoring: deepest depth, in plies.
    razoring_depth = 3, 1..=6;
    /// Razoring: margin below alpha, and more of it by the square of the depth, in centipawns.
    razoring_base = 140, 0..=500;
    razoring_slope = 180, 50..=400;
    /// Reverse futility: deepest depth, in plies, and margin a ply, in centipawns.
    reverse_depth = 8, 4..=12;
    reverse_slope = 85, 30..=150;
    /// Null move: least depth; plies less deep, always and by depth; centipawns above beta for one ply more.
    null_depth = 3, 2..=5;
    null_base = 3, 2..=6;
    null_divisor = 4, 2..=8;
    null_margin = 200, 80..=400;
    /// ProbCut: least depth, centipawns above beta, less of them when improving, plies less deep.
    probcut_depth = 5, 3..=8;
    probcut_margin = 190, 80..=400;
    probcut_improving = 50, 0..=120;
    probcut_reduction = 4, 2..=6;

    /// Singular extensions: least depth, centipawns below the score of the table a ply of depth, further centipawns below
    /// for a second ply.
    singular_depth = 6, 4..=9;
    singular_slope = 2, 1..=5;
    singular_twice = 20, 5..=60;

    /// Late moves: deepest depth at which moves are left out unseen, in plies.
    late_depth = 7, 4..=12;
    /// How many moves are looked at, with the square of the depth more; half of them when not improving.
    late_moves = 4, 2..=10;
    /// Futility: deepest depth, margins in centipawns, always and a ply.
    futility_depth = 5, 3..=9;
    futility_base = 110, 30..=300;
    futility_slope = 95, 40..=200;
    /// A quiet move is left out with a history below so much a ply.
    history_slope = 4000, 1000..=8000;
    /// What a move may lose by exchanges, in centipawns a ply: a capture, a quiet move.
    see_capture = 90, 30..=200;
    see_quiet = 40, 10..=100;
    /// What a check may lose and still pass as safe, in centipawns.
    see_check = 60, 0..=200;

    /// Reductions: hundredths of a ply always, and divisor of the product of the logarithms of depth and number.
    reduction_base = 60, 0..=150;
    reduction_divisor = 220, 120..=400;
    /// So much history is worth a ply of reduction.
    reduction_history = 10000, 3000..=25000;

    /// Quiescence: a capture must come so near to alpha with what it takes, in centipawns.
    delta = 180, 60..=400;

    /// Order of quiet moves, in units of history: a check that loses nothing; leaving a square that enemy pawns cover, or
    /// going there.
    check_bonus = 8000, 2000..=20000;
    pawn_threat = 8000, 2000..=20000;

    /// What is learnt of a move that cuts: units of history a ply, less so many, at most so many.
    bonus_slope = 170, 60..=400;
    bonus_offset = 60, 0..=200;
    bonus_most = 1700, 600..=4000;
}
