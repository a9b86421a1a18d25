//! The reader's own lengths.

use std::rc::Rc;

use super::compact::to_compact;

/// A link carries them in so many characters at most.
const LONGEST_IN_LINK: usize = 2_048;

/// Lengths that the reader has given, in tokens and in their order; cheap to copy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Own {
    lengths: Rc<[u32]>,
    in_link: Option<Rc<str>>,
}

impl Own {
    /// These lengths, of which each is at least one: a shorter one is taken as one.
    pub fn new(lengths: impl IntoIterator<Item = u32>) -> Own {
        let lengths: Rc<[u32]> = lengths.into_iter().map(|length| length.max(1)).collect();
        let in_link = to_compact(&lengths, LONGEST_IN_LINK).map(Rc::from);
        Own { lengths, in_link }
    }

    /// The lengths.
    pub fn lengths(&self) -> &[u32] {
        &self.lengths
    }

    /// Their compact form, where it is short enough for a link.
    pub fn in_link(&self) -> Option<&str> {
        self.in_link.as_deref()
    }
}
