//! The live requests of an allocator, found in constant time by identities that are never used twice.

use super::AllocationError;

/// Identity of an admitted request. One that has ended is never taken for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId {
    place: u32,
    /// How many requests had this place before.
    generation: u32,
}

impl RequestId {
    /// Where it stands among all live requests of its allocator: of two, none is at the same place.
    pub(crate) fn place(self) -> usize {
        self.place as usize
    }
}

/// What an allocator keeps of each live request.
#[derive(Clone)]
pub(super) struct Requests<T> {
    places: Vec<Place<T>>,
    vacant: Vec<u32>,
}

#[derive(Clone)]
struct Place<T> {
    generation: u32,
    request: Option<T>,
}

impl<T> Requests<T> {
    pub fn new() -> Self {
        Requests { places: Vec::new(), vacant: Vec::new() }
    }

    pub fn insert(&mut self, request: T) -> RequestId {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places.push(Place { generation: 0, request: None });
            self.places.len() as u32 - 1
        });
        let vacant = &mut self.places[place as usize];
        vacant.request = Some(request);
        RequestId { place, generation: vacant.generation }
    }

    pub fn remove(&mut self, id: RequestId) -> Result<T, AllocationError> {
        let place = self.place_mut(id).ok_or(AllocationError::UnknownRequest)?;
        let request = place.request.take().ok_or(AllocationError::UnknownRequest)?;
        // A place that has had as many as can be told apart stays empty.
        if let Some(next) = place.generation.checked_add(1) {
            place.generation = next;
            self.vacant.push(id.place);
        }
        Ok(request)
    }

    pub fn get(&self, id: RequestId) -> Option<&T> {
        let place = self.places.get(id.place())?;
        place.request.as_ref().filter(|_| place.generation == id.generation)
    }

    pub fn get_mut(&mut self, id: RequestId) -> Result<&mut T, AllocationError> {
        self.place_mut(id).and_then(|place| place.request.as_mut()).ok_or(AllocationError::UnknownRequest)
    }

    fn place_mut(&mut self, id: RequestId) -> Option<&mut Place<T>> {
        self.places.get_mut(id.place()).filter(|place| place.generation == id.generation)
    }
}
