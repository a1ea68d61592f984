//! Areas under curves of scores and labels.
//!
//! Invariant: equal scores are one threshold, so the areas do not depend on the order of the rows.

/// A score, and whether its row is positive.
pub(super) type Scored = (f64, bool);

/// The area under the curve of true by false positives: the share of pairs of a positive and a
/// negative row whose scores are in that order, where equal ones count half. NaN if all rows are of
/// one class.
pub(super) fn roc_auc(rows: &mut [Scored]) -> f64 {
    let (positive, negative) = counts(rows);
    let mut pairs = 0.0;
    let mut below = 0u64;
    for group in ascending(rows) {
        let (up, down) = counts(group);
        pairs += up as f64 * (below as f64 + down as f64 / 2.0);
        below += down;
    }
    pairs / (positive as f64 * negative as f64)
}

/// The average precision: the sum over thresholds of the precision times the gain in recall. 0 if no
/// row is positive.
pub(super) fn average_precision(rows: &mut [Scored]) -> f64 {
    let (positive, _) = counts(rows);
    if positive == 0 {
        return 0.0;
    }
    let (mut area, mut right, mut all) = (0.0, 0u64, 0u64);
    for group in ascending(rows).into_iter().rev() {
        let (up, down) = counts(group);
        right += up;
        all += up + down;
        area += up as f64 / positive as f64 * (right as f64 / all as f64);
    }
    area
}

/// The rows of each score, the least score first.
fn ascending(rows: &mut [Scored]) -> Vec<&[Scored]> {
    rows.sort_by(|a, b| a.0.total_cmp(&b.0));
    rows.chunk_by(|a, b| a.0 == b.0).collect()
}

/// The numbers of positive and of negative rows.
fn counts(rows: &[Scored]) -> (u64, u64) {
    let positive = rows.iter().filter(|(_, is_positive)| *is_positive).count();
    (positive as u64, (rows.len() - positive) as u64)
}
