//! What is said of serving over time.

use super::Table;
use crate::serving::Scene;

pub(super) const WASTE: &str = "Where the memory goes while requests come and go";
pub(super) const TIMELINE: &str = "Step by step";
pub(super) const MEMORY: &str = "Who has which slot";

pub(super) fn waste_label(_: Scene<'_>) -> String {
    String::new()
}
pub(super) fn timeline_label(_: Scene<'_>) -> String {
    String::new()
}
pub(super) fn memory_label(_: Scene<'_>) -> String {
    String::new()
}
pub(super) fn waste_table(_: Scene<'_>) -> Table {
    Table { headings: Vec::new(), rows: Vec::new() }
}
pub(super) fn timeline_table(_: Scene<'_>) -> Table {
    Table { headings: Vec::new(), rows: Vec::new() }
}
pub(super) fn memory_table(_: Scene<'_>) -> Table {
    Table { headings: Vec::new(), rows: Vec::new() }
}
