//! The live requests of an allocator, found in constant time by identities that are never used twice.

use super::AllocationError;

/// Identity of an admitted request. One that has ended is never taken for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RequestId {
    place: usize,
    /// How many requests had this place before.
    generation: u64,
}

/// What an allocator keeps of each live request.
#[derive(Clone)]
pub(super) struct Requests<T> {
    places: Vec<Place<T>>,
    vacant: Vec<usize>,
}

#[derive(Clone)]
struct Place<T> {
    generation: u64,
    request: Option<T>,
}

impl<T> Requests<T> {
    pub fn new() -> Self {
        Requests { places: Vec::new(), vacant: Vec::new() }
    }

    pub fn insert(&mut self, request: T) -> RequestId {
        let place = self.vacant.pop().unwrap_or_else(|| {
            self.places.push(Place { generation: 0, request: None });
            self.places.len() - 1
        });
        self.places[place].request = Some(request);
        RequestId { place, generation: self.places[place].generation }
    }

    pub fn remove(&mut self, id: RequestId) -> Result<T, AllocationError> {
        let place = self.place_mut(id).ok_or(AllocationError::UnknownRequest)?;
        let request = place.request.take().ok_or(AllocationError::UnknownRequest)?;
        place.generation += 1;
        self.vacant.push(id.place);
        Ok(request)
    }

    pub fn get(&self, id: RequestId) -> Option<&T> {
        let place = self.places.get(id.place)?;
        place.request.as_ref().filter(|_| place.generation == id.generation)
    }

    pub fn get_mut(&mut self, id: RequestId) -> Result<&mut T, AllocationError> {
        self.place_mut(id).and_then(|place| place.request.as_mut()).ok_or(AllocationError::UnknownRequest)
    }

    fn place_mut(&mut self, id: RequestId) -> Option<&mut Place<T>> {
        self.places.get_mut(id.place).filter(|place| place.generation == id.generation)
    }
}
