//! The pool at one step: whose every slot is, and what is free.

use super::pen::Pen;
use super::{Drawn, Surface};
use crate::serving::Scene;

pub(super) fn draw<DB: Surface>(_pen: &Pen<'_, DB>, _scene: Scene<'_>) -> Drawn<DB> {
    Ok(())
}
