//! The program `kwartslag`.

fn main() {}
