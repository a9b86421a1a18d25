//! Does what it is told on its standard input, a line at a time, so that others can do the same in between. Answers every
//! line with one of JSON.

use std::collections::HashMap;
use std::io::{BufRead, stdin};
use std::time::Instant;

use paged_attention_explainer::serving::{Quantity, Report, System};
use serde_json::{Value, json};

use crate::work::{Pool, served};

/// Until there are no more lines.
pub fn take() {
    let mut pools = HashMap::new();
    for line in stdin().lock().lines().map_while(Result::ok) {
        println!("{}", answer(&line, &mut pools).unwrap_or_else(|| json!({ "error": format!("what is {line}?") })));
    }
}

/// `serve SYSTEM REQUESTS`; `fill SYSTEM POOLS`, and, once that is done, `advance SYSTEM POOLS STEPS`.
fn answer(line: &str, pools: &mut HashMap<(String, usize), Pool>) -> Option<Value> {
    let mut words = line.split_whitespace();
    let (verb, name) = (words.next()?, words.next()?);
    let system = System::named(name)?;
    let number = words.next()?.parse::<usize>().ok()?;
    let key = (name.to_owned(), number);
    match verb {
        "serve" => {
            let start = Instant::now();
            let served = served(system, number as u64);
            Some(json!({
                "took": milliseconds(start), "steps": served.steps, "ran": served.ran, "report": numbers(&served.report),
            }))
        }
        "fill" => {
            let pool = pools.entry(key).insert_entry(Pool::filled(system, number)).into_mut();
            let (slots, steps, running) = (pool.slots(), pool.steps(), pool.running());
            Some(json!({ "slots": slots, "steps": steps, "running": running, "report": numbers(&pool.report()) }))
        }
        "advance" => {
            let pool = pools.get_mut(&key)?;
            let steps = words.next()?.parse().ok()?;
            let start = Instant::now();
            let token_steps = pool.advance(steps);
            let took = milliseconds(start);
            Some(json!({ "took": took, "tokenSteps": token_steps, "report": numbers(&pool.report()) }))
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
