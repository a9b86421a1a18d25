//! What becomes of the pool of one system, step by step.

use super::pen::Pen;
use super::{Drawn, Surface};
use crate::serving::Scene;

pub(super) fn draw<DB: Surface>(_pen: &Pen<'_, DB>, _scene: Scene<'_>) -> Drawn<DB> {
    Ok(())
}
