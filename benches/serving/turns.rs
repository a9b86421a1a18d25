//! Does what it is told on its standard input, a line at a time, so that others can do the same in between. Answers every
//! line with one of JSON.

use std::collections::HashMap;
use std::io::{BufRead, stdin};
use std::time::Instant;

use paged_attention_explainer::serving::{Quantity, Report, System};
use serde_json::{Value, json};

use crate::work::{Pools, served};

/// Until there are no more lines.
pub fn take() {
    let mut filled = Filled::new();
    for line in stdin().lock().lines().map_while(Result::ok) {
        println!("{}", answer(&line, &mut filled).unwrap_or_else(|| json!({ "error": format!("what is {line}?") })));
    }
}

/// By system, size and count.
type Filled = HashMap<[String; 3], Pools>;

/// `serve SYSTEM REQUESTS`; `fill SYSTEM SIZE COUNT`, and, once that is done, `advance SYSTEM SIZE COUNT STEPS`.
fn answer(line: &str, filled: &mut Filled) -> Option<Value> {
    let words: Vec<_> = line.split_whitespace().collect();
    match *words {
        ["serve", system, requests] => {
            let (system, requests) = (System::named(system)?, requests.parse().ok()?);
            let start = Instant::now();
            let served = served(system, requests);
            let took = milliseconds(start);
            Some(json!({ "took": took, "steps": served.steps, "ran": served.ran, "report": numbers(&served.report) }))
        }
        ["fill", system, size, count] => {
            let pools = Pools::filled(System::named(system)?, size.parse().ok()?, count.parse().ok()?);
            let (any, running) = (pools.any(), pools.running());
            let (slots, report) = (any.config().slots(), any.servers()[0].report());
            let answer =
                json!({ "slots": slots, "steps": any.steps(), "running": running, "report": numbers(&report) });
            filled.insert([system, size, count].map(str::to_owned), pools);
            Some(answer)
        }
        ["advance", system, size, count, steps] => {
            let pools = filled.get_mut(&[system, size, count].map(str::to_owned))?;
            let steps = steps.parse().ok()?;
            let start = Instant::now();
            let token_steps = pools.advance(steps);
            let took = milliseconds(start);
            let report = pools.any().servers()[0].report();
            Some(json!({ "took": took, "tokenSteps": token_steps, "report": numbers(&report) }))
        }
        _ => None,
    }
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

/// As JavaScript is given them.
fn numbers(report: &Report) -> Vec<f64> {
    Quantity::ALL.iter().map(|quantity| quantity.of(report)).collect()
}
