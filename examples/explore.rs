use paged_attention_explainer::params::Params;
use paged_attention_explainer::serving::*;
fn main() {
    for steps in [2000u32, 4000, 8000] {
        for seed in [42u32, 1, 2, 7] {
            let mut p = Params::default();
            p.read(paged_attention_explainer::params::Parameter::Steps, &steps.to_string());
            p.read(paged_attention_explainer::params::Parameter::Seed, &seed.to_string());
            let mut replay = Replay::default();
            replay.ask(&p, &[]).unwrap();
            let t = std::time::Instant::now();
            replay.record(u64::MAX);
            let took = t.elapsed();
            let s = replay.scene(System::Paged).unwrap();
            println!("{steps} {seed} {took:?}");
            for system in System::ALL {
                let r = s.recording.report(system);
                let m: Vec<_> = s.recording.moments(system).collect();
                let ff = m.iter().position(|m| m.counts.fragmentation_events > 0);
                let fp = m.iter().position(|m| m.counts.preemptions > 0);
                println!(
                    "  {:22} run {:.2} tok {:.1} res {:.1} int {:.1} ext {:.1} frag {} pre {} | first frag {ff:?} first pre {fp:?} steps with events {}",
                    system.name(),
                    r.running,
                    r.tokens * 100.,
                    r.reserved * 100.,
                    r.internal * 100.,
                    r.external * 100.,
                    r.counts.fragmentation_events,
                    r.counts.preemptions,
                    m.iter().filter(|m| m.counts.fragmentation_events > 0 || m.counts.preemptions > 0).count()
                );
            }
        }
    }
}
