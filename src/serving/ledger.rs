//! Where the slots of the pool are, what happened in a step, and what that comes to over a run.

/// Where all slots of the pool are, in the paper's four kinds (Kwon et al., SOSP 2023, §3.1 and Fig. 2). They sum to the
/// pool exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Slots that hold a token of a running request.
    pub tokens: usize,
    /// Slots reserved for tokens that will be generated. Paging has none.
    pub reserved: usize,
    /// Slots of a running request that no other can have: of a reservation, those beyond the length that the request will
    /// have in the end; under paging, those of last blocks that hold no token yet.
    pub internal: usize,
    /// All others. Of contiguous memory, holes, and what the allocator gave beyond the reservation (a buddy allocator
    /// rounds it up to a power of two); under paging, free blocks, and the rest of a pool that is no whole number of them.
    pub external: usize,
}

impl Ledger {
    /// Slots in all: the pool.
    pub fn total(&self) -> usize {
        self.tokens + self.reserved + self.internal + self.external
    }
}

/// A step of one system: how things stand at its end, and how often what happened in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// Where the slots are.
    pub ledger: Ledger,
    /// Requests that run.
    pub running: usize,
    /// Requests that have arrived and do not run. Of a queue that is always full it is the next one, and those that were
    /// preempted.
    pub waiting: usize,
    /// What happened in the step.
    pub counts: Counts,
}

/// How often what happened, in a step or in many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Tokens generated.
    pub generated: u64,
    /// Requests that were done.
    pub finished: u64,
    /// Requests admitted, for the first time or again.
    pub admitted: u64,
    /// Requests refused although enough slots were free in total. A request is counted once, however long it waits.
    pub fragmentation_events: u64,
    /// Running requests that gave up their memory to others.
    pub preemptions: u64,
    /// Tokens of preempted requests that had to be computed again when these were admitted again, prompts included.
    pub recomputed: u64,
}

impl Counts {
    fn add(&mut self, other: &Counts) {
        self.generated += other.generated;
        self.finished += other.finished;
        self.admitted += other.admitted;
        self.fragmentation_events += other.fragmentation_events;
        self.preemptions += other.preemptions;
        self.recomputed += other.recomputed;
    }
}

/// Sums over steps, from which a [`Report`] is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    steps: u64,
    tokens: u64,
    reserved: u64,
    internal: u64,
    external: u64,
    running: u64,
    counts: Counts,
}

impl Sums {
    pub fn add(&mut self, moment: &Moment) {
        self.steps += 1;
        self.tokens += moment.ledger.tokens as u64;
        self.reserved += moment.ledger.reserved as u64;
        self.internal += moment.ledger.internal as u64;
        self.external += moment.ledger.external as u64;
        self.running += moment.running as u64;
        self.counts.add(&moment.counts);
    }

    pub fn report(&self, slots: usize) -> Report {
        let steps = self.steps.max(1) as f64;
        let share = |sum: u64| sum as f64 / steps / slots as f64;
        Report {
            steps: self.steps,
            tokens: share(self.tokens),
            reserved: share(self.reserved),
            internal: share(self.internal),
            external: share(self.external),
            running: self.running as f64 / steps,
            tokens_per_step: self.counts.generated as f64 / steps,
            counts: self.counts,
        }
    }
}

/// Averages of one system over all steps after the warm-up. The first four are shares of the pool and sum to 1, as in
/// Fig. 2 of the paper; see [`Ledger`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Report {
    /// Steps that were averaged over. While there are none, all is 0.
    pub steps: u64,
    /// Share of slots that hold a token.
    pub tokens: f64,
    /// Share of slots reserved for tokens to come.
    pub reserved: f64,
    /// Share lost to internal fragmentation.
    pub internal: f64,
    /// Share lost to external fragmentation, and what else is free.
    pub external: f64,
    /// Requests that ran.
    pub running: f64,
    /// Tokens generated a step.
    pub tokens_per_step: f64,
    /// How often what happened, in all these steps together.
    pub counts: Counts,
}
