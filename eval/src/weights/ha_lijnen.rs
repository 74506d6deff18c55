//! The numbers of the evaluation of HA-lijnen, chosen by hand.

use movegen::piece::Role;

/// The numbers of HA-lijnen, in centipawns.
#[derive(Clone, Copy, Debug)]
pub struct HaLijnenWeights {
    /// Values by role for move ordering and for men that can be captured.
    pub values: [i32; Role::COUNT],
    /// A man on the board, by role.
    pub material: [i32; Role::COUNT],
    /// By the number of men above the fewest allowed.
    pub spare_men: [i32; 9],
    /// By twice the own moves that filling the line takes, less one for the player on move.
    pub race: [i32; 49],
    /// A square that a piece can move to.
    pub mobility: i32,
    /// The king stands on the enemy's line.
    pub king_on_line: i32,
    /// It can be captured there.
    pub king_attacked: i32,
    /// What the loss of a man costs beyond its value.
    pub attacked: i32,
    /// A frame more than the opponent.
    pub frame: i32,
    /// More than half of all frames.
    pub most_frames: i32,
    /// The right to move.
    pub tempo: i32,
}

const fn race() -> [i32; 49] {
    let mut table = [0; 49];
    let mut i = 0;
    while i < 49 {
        table[i] = 900 / (i as i32 + 2) + 9 * (48 - i as i32);
        i += 1;
    }
    table
}

/// The numbers in use.
pub static HA_LIJNEN: HaLijnenWeights = HaLijnenWeights {
    values: [60, 130, 130, 180, 260, 5_000, 0, 0, 0, 0],
    material: [45, 110, 110, 160, 240, 0, 0, 0, 0, 0],
    spare_men: [-700, -380, -220, -120, -60, -30, -10, 0, 0],
    race: race(),
    mobility: 3,
    king_on_line: 60,
    king_attacked: 400,
    attacked: 40,
    // More than the best standing in the race, or the last move would be put off.
    frame: 900,
    most_frames: 2_500,
    tempo: 15,
};
