//! The games: each rule in the file of its game.

pub mod bughouse;
pub mod chess;
pub mod crazyhouse;
pub mod doorgeef;
pub mod drops;
pub mod euwe;
pub mod ha_lijnen;
pub mod prelude;
pub mod superschaak;

/// Evaluates an expression with a name bound to the type of the positions of a game seen on one board. This is the one
/// match from a [`Variant`](crate::rules::Variant) to a type; everything behind it is generic over the position.
///
/// ```
/// use movegen::position::Position;
/// use movegen::rules::Variant;
///
/// fn moves_at_the_start(variant: Variant) -> usize {
///     movegen::with_position_type!(variant, P => {
///         let start: P = movegen::fen::parse(variant.start_fen(), variant, false).unwrap();
///         start.legal_moves().len()
///     })
/// }
/// assert_eq!(moves_at_the_start(Variant::Crazyhouse), 20);
/// ```
#[macro_export]
macro_rules! with_position_type {
    ($variant:expr, $position:ident => $body:expr) => {{
        use $crate::rules::Variant;
        match $variant {
            Variant::Chess => {
                type $position = $crate::variants::chess::Chess;
                $body
            }
            Variant::Superschaak => {
                type $position = $crate::variants::superschaak::Superschaak;
                $body
            }
            Variant::Halijnen => {
                type $position = $crate::variants::ha_lijnen::HaLijnen;
                $body
            }
            Variant::Crazyhouse | Variant::Doorgeefsolo | Variant::Bughouse | Variant::Doorgeef | Variant::Euwe => {
                type $position = $crate::variants::drops::Drops;
                $body
            }
        }
    }};
}
