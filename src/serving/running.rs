//! The requests that run: found by their place, in order of admission, or by the step in which something is due for them.
//! So a step touches only those for which something happens, however many run.

/// Running requests, with an item for each.
#[derive(Clone)]
pub(super) struct Running<T> {
    places: Vec<Option<T>>,
    vacant: Vec<Place>,
    by_age: Links,
    /// A ring of lists, one for each step up to the furthest that something may be due in.
    by_due_step: Links,
}

/// Where a running request is found, until it is removed.
pub(super) type Place = u32;

/// The only list of those by age.
const AGES: u32 = 0;

impl<T> Running<T> {
    /// None yet. Nothing will ever be due more than `horizon` steps ahead.
    pub fn new(horizon: u32) -> Self {
        Running { places: Vec::new(), vacant: Vec::new(), by_age: Links::new(1), by_due_step: Links::new(horizon + 1) }
    }

    pub fn len(&self) -> usize {
        self.places.len() - self.vacant.len()
    }

    /// Adds the newest request, for which something is due in step `due`.
    pub fn insert(&mut self, item: T, due: u64) -> Place {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places.push(None);
            self.by_age.add_node();
            self.by_due_step.add_node();
            self.places.len() as Place - 1
        });
        self.places[place as usize] = Some(item);
        self.by_age.link_last(AGES, place);
        self.schedule(place, due);
        place
    }

    /// Removes a request, with all that was due for it.
    pub fn remove(&mut self, place: Place) -> Option<T> {
        let item = self.places[place as usize].take()?;
        self.by_age.unlink(place);
        self.by_due_step.unlink(place);
        self.vacant.push(place);
        Some(item)
    }

    pub fn get(&self, place: Place) -> Option<&T> {
        self.places[place as usize].as_ref()
    }

    /// Says in which step something is due for a request for which nothing is.
    pub fn schedule(&mut self, place: Place, due: u64) {
        let list = self.list(due);
        self.by_due_step.link_last(list, place);
    }

    /// The next request for which something is due in step `now`; from then on nothing is.
    pub fn take_due(&mut self, now: u64) -> Option<Place> {
        let place = self.by_due_step.first(self.list(now))?;
        self.by_due_step.unlink(place);
        Some(place)
    }

    /// The request admitted last.
    pub fn newest(&self) -> Option<Place> {
        self.by_age.last(AGES)
    }

    /// All, in order of admission.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let mut next = self.by_age.first(AGES);
        std::iter::from_fn(move || {
            let place = next?;
            next = self.by_age.after(AGES, place);
            self.get(place)
        })
    }

    fn list(&self, step: u64) -> u32 {
        (step % u64::from(self.by_due_step.lists)) as u32
    }
}

/// Circular, doubly linked lists over the same nodes, each of which is in one of them at most. The heads come first, so
/// that no link has an end to be asked about.
#[derive(Clone)]
struct Links {
    lists: u32,
    next: Vec<u32>,
    previous: Vec<u32>,
}

impl Links {
    fn new(lists: u32) -> Self {
        Links { lists, next: (0..lists).collect(), previous: (0..lists).collect() }
    }

    fn add_node(&mut self) {
        let node = self.next.len() as u32;
        self.next.push(node);
        self.previous.push(node);
    }

    fn link_last(&mut self, list: u32, place: Place) {
        let node = self.lists + place;
        let last = self.previous[list as usize];
        self.next[last as usize] = node;
        self.previous[node as usize] = last;
        self.next[node as usize] = list;
        self.previous[list as usize] = node;
    }

    /// Takes a node out of its list; out of none, it stays as it is.
    fn unlink(&mut self, place: Place) {
        let node = self.lists + place;
        let (previous, next) = (self.previous[node as usize], self.next[node as usize]);
        self.next[previous as usize] = next;
        self.previous[next as usize] = previous;
        self.next[node as usize] = node;
        self.previous[node as usize] = node;
    }

    fn first(&self, list: u32) -> Option<Place> {
        self.next[list as usize].checked_sub(self.lists)
    }

    fn last(&self, list: u32) -> Option<Place> {
        self.previous[list as usize].checked_sub(self.lists)
    }

    fn after(&self, list: u32, place: Place) -> Option<Place> {
        let next = self.next[(self.lists + place) as usize];
        (next != list).then(|| next - self.lists)
    }
}
