//! What a match of two engines says about their strength: Elo, normalised Elo, likelihood of superiority, and the
//! sequential probability ratio test.
//!
//! Games are played in pairs, the same opening with colours swapped; the points of a pair (0, 1/2, ... 2) are one
//! observation, so that the opening's bias does not count as chance (the *pentanomial* model). The formulas are those of
//! M. Van den Bergh, "Comments on normalized Elo" (normalized_elo_practical.pdf) and "Generalized SPRT", as fishtest and
//! fastchess use them.

use serde::Deserialize;

/// 97.5 % quantile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo per unit of score/sigma.
fn elo_per_sigma() -> f64 {
    800.0 / std::f64::consts::LN_10
}

/// Wins, losses and draws of the first engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wld {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Wld {
    /// Number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points: a win 1, a draw 1/2.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The same games from the opponent's side.
    pub fn reversed(&self) -> Wld {
        Wld { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// The counts by points of one game: lost, drawn, won.
    pub fn counts(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

/// How many pairs of games brought the first engine 0, 1/2, 1, 1 1/2 and 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Number of complete pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts a pair by its half points, 0 to 4; more are not possible and not counted.
    pub fn add(&mut self, half_points: usize) {
        if let Some(count) = self.0.get_mut(half_points) {
            *count += 1;
        }
    }
}

/// A strength difference with its uncertainty.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EloEstimate {
    /// Logistic Elo of the first engine over the second; infinite if all or no points were won.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub elo_error: f64,
    /// Normalised Elo.
    pub nelo: f64,
    /// Half the width of its 95 % interval.
    pub nelo_error: f64,
    /// Probability that the first engine is the stronger one, 0 to 1.
    pub los: f64,
}

impl EloEstimate {
    /// From single games (only where there are no pairs).
    pub fn of_games(wld: &Wld) -> Option<EloEstimate> {
        EloEstimate::of_counts(&wld.counts(), 1.0)
    }

    /// From pairs of games.
    pub fn of_pairs(pentanomial: &Pentanomial) -> Option<EloEstimate> {
        EloEstimate::of_counts(&pentanomial.0, 2.0)
    }

    /// `None` without observations. `games` is the number of games in one observation.
    fn of_counts(counts: &[u64], games: f64) -> Option<EloEstimate> {
        let total: u64 = counts.iter().sum();
        if total == 0 {
            return None;
        }
        let probabilities: Vec<f64> = counts.iter().map(|&count| count as f64 / total as f64).collect();
        let (score, variance) = mean_and_variance(&scores(counts.len()), &probabilities);
        let deviation = (variance / total as f64).sqrt();
        let (low, high) = (score - Z95 * deviation, score + Z95 * deviation);
        let to_nelo = |score: f64| {
            if variance == 0.0 {
                nelo_without_variance(score)
            } else {
                (score - 0.5) / (games * variance).sqrt() * elo_per_sigma()
            }
        };
        Some(EloEstimate {
            elo: logistic_elo(score),
            elo_error: match logistic_elo(score) {
                elo if elo.is_infinite() => f64::INFINITY,
                _ => (logistic_elo(high.min(1.0)) - logistic_elo(low.max(0.0))) / 2.0,
            },
            nelo: to_nelo(score),
            nelo_error: if variance == 0.0 { 0.0 } else { (to_nelo(high) - to_nelo(low)) / 2.0 },
            los: if deviation == 0.0 {
                (0.5 + (score - 0.5).signum() / 2.0 * f64::from(score != 0.5)).clamp(0.0, 1.0)
            } else {
                (1.0 + libm::erf((score - 0.5) / (2.0 * variance / total as f64).sqrt())) / 2.0
            },
        })
    }
}

/// Elo at which this score (0 to 1) is expected.
pub fn logistic_elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Not -0 for an even score.
        0.0 - 400.0 * (1.0 / score - 1.0).log10()
    }
}

fn nelo_without_variance(score: f64) -> f64 {
    if score == 0.5 { 0.0 } else { f64::INFINITY.copysign(score - 0.5) }
}

/// The points of the observations as parts of the most that can be had: 0 to 1 in equal steps.
fn scores(len: usize) -> Vec<f64> {
    (0..len).map(|i| i as f64 / (len - 1) as f64).collect()
}

fn mean_and_variance(scores: &[f64], probabilities: &[f64]) -> (f64, f64) {
    let mean: f64 = scores.iter().zip(probabilities).map(|(score, p)| score * p).sum();
    let variance = scores.iter().zip(probabilities).map(|(score, p)| p * (score - mean).powi(2)).sum();
    (mean, variance)
}

/// What the Elo bounds of a test mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Ordinary Elo.
    Logistic,
    /// Elo in units of the deviation of a game's result.
    #[serde(alias = "normalised")]
    Normalized,
}

/// A sequential probability ratio test of "the first engine is elo1 stronger" against "it is elo0 stronger".
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// Hypothesis 0.
    pub elo0: f64,
    /// Hypothesis 1.
    pub elo1: f64,
    /// Probability of accepting hypothesis 1 if 0 is true.
    pub alpha: f64,
    /// Probability of accepting hypothesis 0 if 1 is true.
    pub beta: f64,
    /// Unit of the hypotheses.
    pub model: Model,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestState {
    /// Go on.
    Undecided,
    /// Hypothesis 0 is accepted.
    H0,
    /// Hypothesis 1 is accepted.
    H1,
}

impl Sprt {
    /// What is wrong with the parameters, if anything.
    pub fn fault(&self) -> Option<String> {
        let inside = |p: f64| p > 0.0 && p < 1.0;
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            Some(format!("elo0={} must be less than elo1={}", self.elo0, self.elo1))
        } else if !inside(self.alpha) || !inside(self.beta) {
            Some(format!("alpha={} and beta={} must lie between 0 and 1", self.alpha, self.beta))
        } else if self.alpha + self.beta >= 1.0 {
            Some(format!("alpha={} and beta={} must add up to less than 1", self.alpha, self.beta))
        } else {
            None
        }
    }

    /// The log-likelihood ratios at which hypothesis 0 and 1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the pairs; 0 without any.
    pub fn llr(&self, pentanomial: &Pentanomial) -> f64 {
        self.llr_of_counts(&pentanomial.0, 2.0)
    }

    /// How the test stands after these pairs.
    pub fn state(&self, pentanomial: &Pentanomial) -> TestState {
        let (low, high) = self.bounds();
        match self.llr(pentanomial) {
            llr if llr >= high => TestState::H1,
            llr if llr <= low => TestState::H0,
            _ => TestState::Undecided,
        }
    }

    fn llr_of_counts(&self, counts: &[u64], games: f64) -> f64 {
        if counts.iter().all(|&count| count == 0) {
            return 0.0;
        }
        // What never happened is not impossible.
        let counts: Vec<f64> = counts.iter().map(|&count| if count == 0 { 1e-3 } else { count as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let observed: Vec<f64> = counts.iter().map(|count| count / total).collect();
        let scores = scores(counts.len());
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => likeliest_with_mean(&scores, &observed, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalized => likeliest_with_t(&scores, &observed, games.sqrt() * elo / elo_per_sigma()),
        };
        let (p0, p1) = (likeliest(self.elo0), likeliest(self.elo1));
        total * observed.iter().zip(p0.iter().zip(&p1)).map(|(p, (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }
}

/// The likeliest distribution with this mean, given the observed one (proposition 1.1 of the paper).
fn likeliest_with_mean(scores: &[f64], observed: &[f64], mean: f64) -> Vec<f64> {
    let phi: Vec<f64> = scores.iter().map(|score| score - mean).collect();
    tilted(&phi, observed)
}

/// The likeliest distribution whose mean lies `t` deviations above 1/2 (section 4.1 of the paper), by iteration.
fn likeliest_with_t(scores: &[f64], observed: &[f64], t: f64) -> Vec<f64> {
    const PRECISION: f64 = 1e-9;
    const ROUNDS: usize = 100;
    let mut p = vec![1.0 / scores.len() as f64; scores.len()];
    for _ in 0..ROUNDS {
        let (mean, variance) = mean_and_variance(scores, &p);
        let sigma = variance.sqrt();
        let phi: Vec<f64> = scores
            .iter()
            .map(|score| score - 0.5 - t * sigma * (1.0 + ((score - mean) / sigma).powi(2)) / 2.0)
            .collect();
        let next = tilted(&phi, observed);
        let change = next.iter().zip(&p).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        p = next;
        if change < PRECISION {
            break;
        }
    }
    p
}

/// The observed distribution tilted so that `phi` has expectation 0: `p / (1 + theta * phi)`, where theta solves the
/// secular equation `sum(p * phi / (1 + theta * phi)) = 0`, whose left side falls between its poles.
fn tilted(phi: &[f64], observed: &[f64]) -> Vec<f64> {
    let lowest = phi.iter().copied().fold(f64::INFINITY, f64::min);
    let highest = phi.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        return observed.to_vec();
    }
    let (mut low, mut high) = (-1.0 / highest, -1.0 / lowest);
    for _ in 0..200 {
        let theta = (low + high) / 2.0;
        let value: f64 = phi.iter().zip(observed).map(|(phi, p)| p * phi / (1.0 + theta * phi)).sum();
        if value > 0.0 {
            low = theta;
        } else {
            high = theta;
        }
    }
    let theta = (low + high) / 2.0;
    phi.iter().zip(observed).map(|(phi, p)| p / (1.0 + theta * phi)).collect()
}

#[cfg(test)]
mod tests;
