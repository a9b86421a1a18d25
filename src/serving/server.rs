//! One system at work: a queue, and a memory that requests are admitted to, first come, first served.

use super::config::{Config, System};
use super::ledger::{Counts, Ledger, Moment, Report, Sums};
use super::memory::{Event, Extent, Log, Memory, Refusal, Request};
use super::paging::Paging;
use super::reserving::Reserving;
use crate::allocator::{BuddyAllocator, FirstFitAllocator};
use crate::workload::PairStream;

/// One system, at the end of the last step.
pub struct Server {
    system: System,
    memory: Box<dyn Memory>,
    now: u64,
    /// How many requests have ever been admitted: the number of the first that has not.
    admitted: usize,
    /// Requests that were preempted and wait, before all that were never admitted. The last is the next: the oldest.
    preempted: Vec<Request>,
    /// The first of those that wait, once it was refused: until something is freed, it would be refused again.
    refused: Option<Request>,
    /// How many requests were ever counted as refused by fragmentation: all of a lower number, those that were not included.
    fragmentation_counted: usize,
    log: Log,
    moment: Moment,
    warm_up: u64,
    sums: Sums,
}

impl Clone for Server {
    fn clone(&self) -> Self {
        Server { memory: self.memory.boxed_clone(), preempted: self.preempted.clone(), log: self.log.clone(), ..*self }
    }
}

impl Server {
    pub(super) fn new(system: System, config: &Config) -> Self {
        let memory = memory(system, config);
        let moment = Moment { ledger: memory.ledger(), ..Moment::default() };
        Server {
            system,
            memory,
            now: 0,
            admitted: 0,
            preempted: Vec::new(),
            refused: None,
            fragmentation_counted: 0,
            log: Log::default(),
            moment,
            warm_up: config.warm_up(),
            sums: Sums::default(),
        }
    }

    /// One step: every running request is given a token, those that are done leave, those that wait are admitted, unless
    /// another had to give up its memory.
    ///
    /// `arrived` is how many requests have arrived by its end; `None` where there is always one more.
    pub(super) fn step(&mut self, requests: &mut PairStream, arrived: Option<usize>) {
        self.now += 1;
        self.log.clear();
        let ran = self.memory.running() as u64;
        self.memory.advance(self.now, &mut self.log);
        self.preempted.extend_from_slice(&self.log.preempted);
        self.log.counts.generated = ran - self.log.counts.preemptions;
        if self.log.counts.preemptions > 0 {
            // Else the one that just gave up its memory might have it back at once, and give it up again.
            self.refused = None;
        } else if self.refused.is_none() || self.log.counts.finished > 0 {
            self.admit(requests, arrived);
        }
        self.moment = Moment {
            ledger: self.memory.ledger(),
            running: self.memory.running(),
            waiting: arrived.unwrap_or(self.admitted + 1) - self.admitted + self.preempted.len(),
            counts: self.log.counts,
        };
        if self.now > self.warm_up {
            self.sums.add(&self.moment);
        }
    }

    /// Admits those that wait, until one is refused.
    fn admit(&mut self, requests: &mut PairStream, arrived: Option<usize>) {
        self.refused = None;
        while let Some(head) = self.next(requests, arrived) {
            match self.memory.admit(head, self.now) {
                Ok(slots) => self.admitted(head, slots),
                Err(_) => return self.refuse(head),
            }
        }
    }

    /// The first of those that wait.
    fn next(&self, requests: &mut PairStream, arrived: Option<usize>) -> Option<Request> {
        if let Some(&preempted) = self.preempted.last() {
            return Some(preempted);
        }
        let number = self.admitted;
        let has_arrived = arrived.is_none_or(|arrived| number < arrived);
        has_arrived.then(|| Request { number, pair: requests.get(number), generated: 0 })
    }

    fn admitted(&mut self, request: Request, slots: usize) {
        if self.preempted.pop().is_some() {
            self.log.counts.recomputed += u64::from(request.tokens());
        } else {
            self.admitted += 1;
        }
        self.log.counts.admitted += 1;
        self.log.events.push(Event::Admitted { request: request.number, slots });
    }

    fn refuse(&mut self, head: Request) {
        self.refused = Some(head);
        let refusal = self.memory.refusal(&head);
        self.log.events.push(Event::Refused(refusal));
        if refusal.is_fragmentation() && head.number >= self.fragmentation_counted {
            self.fragmentation_counted = head.number + 1;
            self.log.counts.fragmentation_events += 1;
        }
    }

    /// Which system it is.
    pub fn system(&self) -> System {
        self.system
    }

    /// The last step; before the first, the empty pool.
    pub fn moment(&self) -> &Moment {
        &self.moment
    }

    /// Where the slots are.
    pub fn ledger(&self) -> Ledger {
        self.moment.ledger
    }

    /// How often what happened in the last step.
    pub fn counts(&self) -> Counts {
        self.moment.counts
    }

    /// What happened in the last step, in its order. A request that waits on is refused again only after something was
    /// freed; [`refusal`](Server::refusal) has it in every step.
    pub fn events(&self) -> &[Event] {
        &self.log.events
    }

    /// Why the first of those that wait does. In a step in which a request was preempted nobody was asked.
    pub fn refusal(&self) -> Option<Refusal> {
        self.refused.map(|head| self.memory.refusal(&head))
    }

    /// What belongs to each running request and where, in order of admission, under paging block by block in logical order.
    /// Takes as long as there is to say.
    pub fn extents(&self) -> Vec<Extent> {
        self.memory.extents(self.now)
    }

    /// Averages over all steps so far, without the warm-up.
    pub fn report(&self) -> Report {
        self.sums.report(self.moment.ledger.total())
    }
}

fn memory(system: System, config: &Config) -> Box<dyn Memory> {
    let (slots, max_length) = (config.slots(), config.max_length());
    match system {
        System::Contiguous(reservation) => {
            let allocator = BuddyAllocator::new(slots, config.largest_chunk());
            Box::new(Reserving::new(allocator, reservation, max_length))
        }
        System::ContiguousFirstFit(reservation) => {
            Box::new(Reserving::new(FirstFitAllocator::new(slots), reservation, max_length))
        }
        System::Paged => Box::new(Paging::new(slots, config.block_size(), config.watermark_blocks())),
    }
}
