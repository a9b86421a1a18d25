//! What becomes of the pool of one system, step by step.

use super::pen::Pen;
use super::{Drawn, Surface};
use crate::serving::Scene;

pub(super) fn draw<DB: Surface>(_pen: &Pen<'_, DB>, _scene: Scene<'_>) -> Drawn<DB> {
    Ok(())
}

/// Stub.
pub fn step_at(x: f64, width: f64, steps: u32) -> u32 {
    (x / width * f64::from(steps)).clamp(0.0, steps.into()) as u32
}
