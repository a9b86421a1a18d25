//! What has just happened, in a line.

use super::{is_buddy, is_paged};
use crate::format;
use crate::serving::{Event, Refusal, Scene, System};

/// What happened to the system in the step that is looked at, and who waits for what.
pub fn happened(scene: Scene<'_>) -> String {
    if scene.step() == 0 {
        let slots = format::count(scene.recording.config().slots() as u64);
        return format!("Nothing has happened yet: all {slots} slots are free.");
    }
    let events = scene.server().events();
    let sentences = [finished(events), preempted(events), admitted(events), waiting(scene)];
    let said: Vec<String> = sentences.into_iter().flatten().map(|sentence| capitalized(&sentence)).collect();
    match scene.server().moment().running {
        _ if !said.is_empty() => said.join(" "),
        0 => "Nobody is there: nothing runs, and nothing waits.".to_owned(),
        _ => "Every running request was given a token.".to_owned(),
    }
}

/// As the first word of a sentence.
fn capitalized(sentence: &str) -> String {
    sentence.chars().take(1).flat_map(char::to_uppercase).chain(sentence.chars().skip(1)).collect()
}

/// A request as a reader counts: from one.
fn number(request: usize) -> String {
    format::count(request as u64 + 1)
}

fn finished(events: &[Event]) -> Option<String> {
    let finished = events.iter().filter_map(|event| match event {
        Event::Finished { request } => Some(*request),
        _ => None,
    });
    let (who, is_one) = requests(finished)?;
    Some(if is_one { format!("{who} is done and leaves.") } else { format!("{who} are done and leave.") })
}

fn preempted(events: &[Event]) -> Option<String> {
    let preempted = events.iter().filter_map(|event| match event {
        Event::Preempted { request, needed_by, tokens } => Some((*request, *needed_by, *tokens)),
        _ => None,
    });
    let preempted: Vec<_> = preempted.collect();
    let &[(request, needed_by, tokens), ..] = preempted.as_slice() else { return None };
    let tokens = format::counted(tokens as u64, "token");
    if preempted.len() > 1 {
        let (who, _) = requests(preempted.iter().map(|(request, ..)| *request))?;
        return Some(format!(
            "No block was left for those that grow: {who}, the newest, gave up all of theirs, to be computed again."
        ));
    }
    Some(if request == needed_by {
        format!(
            "Request {}, the newest, needed another block and none was left: it gave up its own, and its {tokens} will be \
             computed again.",
            number(request)
        )
    } else {
        format!(
            "Request {} needed another block and none was left: request {}, the newest, gave up its own, and its {tokens} \
             will be computed again.",
            number(needed_by),
            number(request)
        )
    })
}

fn admitted(events: &[Event]) -> Option<String> {
    let admitted: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Admitted { request, slots } => Some((*request, *slots)),
            _ => None,
        })
        .collect();
    let (who, is_one) = requests(admitted.iter().map(|(request, _)| *request))?;
    let slots: usize = admitted.iter().map(|(_, slots)| slots).sum();
    let together = if is_one { "" } else { " together" };
    Some(format!(
        "{who} {} admitted and given {}{together}.",
        if is_one { "is" } else { "are" },
        format::counted(slots as u64, "slot")
    ))
}

/// Who waits, and for what.
pub(super) fn waiting(scene: Scene<'_>) -> Option<String> {
    let refusal = scene.server().refusal()?;
    let who = number(refusal.request);
    if is_paged(scene.system) {
        return Some(waiting_for_blocks(scene, refusal));
    }
    let Refusal { free, largest_hole, .. } = refusal;
    let [free, largest] = [free, largest_hole].map(|slots| format::count(slots as u64));
    let needs = needs(scene.system, refusal.needed);
    Some(if refusal.is_fragmentation() {
        let hole = if is_buddy(scene.system) { "free chunk" } else { "hole" };
        format!("Request {who} needs {needs}; {free} are free, but the largest {hole} has {largest}: it waits.")
    } else {
        format!("Request {who} needs {needs}, and {free} are free in all: it waits.")
    })
}

/// What a request needs that has so many slots reserved: of a buddy allocator a chunk, a power of two.
fn needs(system: System, slots: usize) -> String {
    let (count, chunk) = (format::count(slots as u64), slots.next_power_of_two());
    if !is_buddy(system) {
        format!("{count} adjacent slots")
    } else if chunk == slots {
        format!("a chunk of {count} slots")
    } else {
        format!("a chunk of {} for its {count} slots", format::count(chunk as u64))
    }
}

fn waiting_for_blocks(scene: Scene<'_>, refusal: Refusal) -> String {
    let config = scene.recording.config();
    let blocks = |slots: usize| slots / config.block_size() as usize;
    let kept = config.watermark_blocks();
    let needed = blocks(refusal.needed) - kept;
    let watermark =
        if kept > 0 { format!(" and {} left as the watermark", format::count(kept as u64)) } else { String::new() };
    format!(
        "Request {} needs {}{watermark}, and {} free: it waits.",
        number(refusal.request),
        format::counted(needed as u64, "block"),
        match blocks(refusal.free) {
            1 => "1 is".to_owned(),
            free => format!("{} are", format::count(free as u64)),
        },
    )
}

/// So many requests are named, if there are no more.
const MOST_NAMED: usize = 4;

/// Requests by their numbers, or how many there are; and whether it is only one.
fn requests(requests: impl Iterator<Item = usize>) -> Option<(String, bool)> {
    let numbers: Vec<String> = requests.map(number).collect();
    match numbers.as_slice() {
        [] => None,
        [one] => Some((format!("request {one}"), true)),
        [all @ .., last] if numbers.len() <= MOST_NAMED => {
            Some((format!("requests {} and {last}", all.join(", ")), false))
        }
        _ => Some((format!("{} requests", format::count(numbers.len() as u64)), false)),
    }
}
