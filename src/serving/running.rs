//! The requests that run: found by the identities that their allocator gave them, in order of admission, or by the step in
//! which something is due for them. So a step touches only those for which something happens, however many run.

use crate::allocator::RequestId;

/// Running requests, with an item for each.
///
/// The lists are read from one end to the other and hold what is mostly asked for, so that in a large memory few requests
/// are looked up. Those that have left are still in the lists, and whoever looks them up finds nobody.
#[derive(Clone)]
pub(super) struct Running<T> {
    /// By their places.
    items: Vec<Option<(RequestId, T)>>,
    len: usize,
    /// In order of admission.
    by_age: Vec<RequestId>,
    /// A ring of lists, as many as a power of two: one for each step from `now` on, at least up to the furthest that anything
    /// was ever due in, but no more than [`MOST_LISTS`].
    by_due_step: Vec<Vec<Due>>,
    now: u64,
    /// How many of the list of `now` have been taken.
    taken: usize,
}

/// Somebody for whom something is due.
#[derive(Clone, Copy)]
pub(super) struct Due {
    pub id: RequestId,
    /// The step of the last token.
    pub finishes: u64,
}

/// What is due later than in so many steps comes up once in that many, and is put off: a longer ring would weigh more than all
/// the rest. It is longer than any block, so that only ends of requests are put off.
const MOST_LISTS: u64 = 1 << 13;

/// Of so few by age, those that have left are not worth being cleared away.
const FEW: usize = 64;

impl<T> Running<T> {
    /// None yet, before the first step.
    pub fn new() -> Self {
        Running { items: Vec::new(), len: 0, by_age: Vec::new(), by_due_step: vec![Vec::new()], now: 0, taken: 0 }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    /// Adds the newest request. Nothing is due for it yet.
    pub fn insert(&mut self, id: RequestId, item: T) {
        if id.place() >= self.items.len() {
            self.items.resize_with(id.place() + 1, || None);
        }
        self.items[id.place()] = Some((id, item));
        self.len += 1;
        if self.by_age.len() > 2 * self.len + FEW {
            let items = &self.items;
            self.by_age.retain(|&id| find(items, id).is_some());
        }
        self.by_age.push(id);
    }

    /// Removes a request. It stays in the lists, as one that has left.
    pub fn remove(&mut self, id: RequestId) -> Option<T> {
        self.get(id)?;
        self.len -= 1;
        self.items[id.place()].take().map(|(_, item)| item)
    }

    pub fn get(&self, id: RequestId) -> Option<&T> {
        find(&self.items, id)
    }

    /// Says in which step something is due for a request: in one later than those of which anything was taken. If that is far
    /// off, it comes up before, and is to be scheduled again.
    pub fn schedule(&mut self, request: Due, step: u64) {
        let step = step.min(self.now + MOST_LISTS - 1);
        let lists = (step - self.now) as usize + 1;
        if lists > self.by_due_step.len() {
            self.lengthen(lists.next_power_of_two());
        }
        self.due_in(step).push(request);
    }

    /// The next for which something is due in step `now`; it may have left. Steps come one after another, and in each is taken
    /// until there is none.
    pub fn take_due(&mut self, now: u64) -> Option<Due> {
        self.now = now;
        let taken = self.taken;
        let list = self.due_in(now);
        let due = list.get(taken).copied();
        if due.is_none() {
            list.clear();
        }
        self.taken = due.map_or(0, |_| taken + 1);
        due
    }

    fn due_in(&mut self, step: u64) -> &mut Vec<Due> {
        let mask = self.by_due_step.len() - 1;
        &mut self.by_due_step[step as usize & mask]
    }

    fn lengthen(&mut self, lists: usize) {
        let steps = self.now..self.now + self.by_due_step.len() as u64;
        let taken: Vec<_> = steps.clone().map(|step| std::mem::take(self.due_in(step))).collect();
        self.by_due_step.resize(lists, Vec::new());
        for (step, list) in steps.zip(taken) {
            *self.due_in(step) = list;
        }
    }

    /// The request admitted last.
    pub fn newest(&mut self) -> Option<RequestId> {
        while self.by_age.pop_if(|id| find(&self.items, *id).is_none()).is_some() {}
        self.by_age.last().copied()
    }

    /// All, in order of admission.
    pub fn iter(&self) -> impl Iterator<Item = (RequestId, &T)> {
        self.by_age.iter().filter_map(|&id| Some((id, self.get(id)?)))
    }
}

/// The item of a request that has not left.
fn find<T>(items: &[Option<(RequestId, T)>], id: RequestId) -> Option<&T> {
    let (owner, item) = items.get(id.place())?.as_ref()?;
    (*owner == id).then_some(item)
}
