//! Objects in JSON, a byte at a time: the names and the beginnings of what is in them.
//!
//! This is a scanner of our own because those that are well kept want every string whole in memory, or fail on one that
//! is longer than a buffer. A field beside the lengths may hold a prompt of megabytes, which nobody wants to see here.
//! It is lenient: whatever a parser accepts leads to the same fields, and some of what it refuses (`NaN`, `01`, a tab
//! within a string) does no harm. Names are compared as they are written, escapes and all.

use super::excerpt::Excerpt;

/// A name, with those of the objects around it, that is longer than so many bytes is nobody's to choose.
const LONGEST_NAME: usize = 256;

/// Objects and arrays within each other, at most.
const DEEPEST: usize = 256;

/// Told of what is found.
pub(super) trait Listener {
    /// A value, with the names that lead to it, joined by dots. Of an object or array, only its bracket.
    fn value(&mut self, name: &[u8], value: &Excerpt);

    /// The end of an object that is not within another.
    fn object(&mut self);
}

/// Where in an object the scanner is, on one line.
#[derive(Default)]
pub(super) struct Scanner {
    state: State,
    /// The objects and arrays that are open, outermost first.
    open: Vec<Open>,
    /// Arrays among them: what is in one has no name that it could be chosen by.
    arrays: usize,
    /// The names that lead to the present value, joined by dots; a little of it, where that is too long.
    name: Vec<u8>,
    value: Excerpt,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum State {
    /// Outside of objects.
    #[default]
    Between,
    FirstName,
    Name,
    Colon,
    FirstItem,
    Value,
    AfterValue,
    String(Role, Escape),
    /// In a number or a word.
    Word,
    /// What has come is not JSON.
    Broken,
}

#[derive(Clone, Copy, PartialEq)]
enum Role {
    Name,
    Value,
}

/// Whether a backslash came before.
#[derive(Clone, Copy, PartialEq)]
enum Escape {
    No,
    Yes,
}

#[derive(Clone, Copy, PartialEq)]
enum Open {
    /// With the length of the name that leads to it.
    Object(usize),
    Array,
}

impl Scanner {
    /// Reads on, on the same line.
    pub fn scan(&mut self, mut bytes: &[u8], listener: &mut dyn Listener) {
        while let Some((&byte, rest)) = bytes.split_first() {
            bytes = match self.state {
                State::Broken => return,
                State::String(role, escape) => self.string(bytes, role, escape, listener),
                State::Word => self.word(bytes, listener),
                _ if byte.is_ascii_whitespace() => rest,
                _ => {
                    self.state = self.after(byte, listener);
                    rest
                }
            };
        }
    }

    /// The line ends. Returns whether all on it were whole objects; no objects at all are, too.
    pub fn end_line(&mut self) -> bool {
        let was_whole = self.state == State::Between;
        self.state = State::Between;
        self.open.clear();
        self.arrays = 0;
        self.name.clear();
        was_whole
    }

    /// The state that a byte leads to which is neither space nor within a string or word.
    fn after(&mut self, byte: u8, listener: &mut dyn Listener) -> State {
        match (self.state, byte) {
            // An array of objects is as good as one object after the other.
            (State::Between, b'[' | b',' | b']') => State::Between,
            (State::Between, b'{') => self.enter(byte),
            (State::FirstName | State::Name, b'"') => self.begin_name(),
            (State::FirstName, b'}') | (State::FirstItem, b']') => self.leave(listener),
            (State::Colon, b':') => State::Value,
            (State::Value | State::FirstItem, _) => self.begin_value(byte, listener),
            (State::AfterValue, _) => match (self.open.last(), byte) {
                (Some(Open::Object(_)), b',') => State::Name,
                (Some(Open::Array), b',') => State::Value,
                (Some(Open::Object(_)), b'}') | (Some(Open::Array), b']') => self.leave(listener),
                _ => State::Broken,
            },
            _ => State::Broken,
        }
    }

    fn begin_name(&mut self) -> State {
        if let Some(&Open::Object(before)) = self.open.last() {
            self.name.truncate(before);
            if before > 0 {
                self.name.push(b'.');
            }
        }
        State::String(Role::Name, Escape::No)
    }

    fn begin_value(&mut self, byte: u8, listener: &mut dyn Listener) -> State {
        self.value.clear();
        if byte == b'"' {
            return State::String(Role::Value, Escape::No);
        }
        self.value.push(&[byte]);
        match byte {
            b'{' | b'[' => {
                self.say(listener);
                self.enter(byte)
            }
            _ if is_of_word(byte) => State::Word,
            _ => State::Broken,
        }
    }

    fn enter(&mut self, bracket: u8) -> State {
        if self.open.len() == DEEPEST {
            return State::Broken;
        }
        if bracket == b'[' {
            self.open.push(Open::Array);
            self.arrays += 1;
            State::FirstItem
        } else {
            let before = if self.open.is_empty() { 0 } else { self.name.len() };
            self.open.push(Open::Object(before));
            State::FirstName
        }
    }

    fn leave(&mut self, listener: &mut dyn Listener) -> State {
        if self.open.pop() == Some(Open::Array) {
            self.arrays -= 1;
        }
        if !self.open.is_empty() {
            return State::AfterValue;
        }
        listener.object();
        State::Between
    }

    /// Reads on in a string. Returns what comes after it.
    fn string<'a>(&mut self, bytes: &'a [u8], role: Role, escape: Escape, listener: &mut dyn Listener) -> &'a [u8] {
        let end = match escape {
            // Whatever it is, it does not end the string.
            Escape::Yes => 1,
            Escape::No => bytes.iter().position(|byte| matches!(byte, b'"' | b'\\')).unwrap_or(bytes.len()),
        };
        let (part, rest) = bytes.split_at(end);
        self.append(part, role);
        self.state = State::String(role, Escape::No);
        match rest.split_first() {
            Some((b'"', rest)) if escape == Escape::No => {
                self.state = if role == Role::Name { State::Colon } else { self.end_value(listener) };
                rest
            }
            Some((b'\\', rest)) if escape == Escape::No => {
                self.append(b"\\", role);
                self.state = State::String(role, Escape::Yes);
                rest
            }
            _ => rest,
        }
    }

    fn append(&mut self, part: &[u8], role: Role) {
        match role {
            Role::Value => self.value.push(part),
            Role::Name => {
                // One more than the longest, by which to know one that is too long.
                let room = (LONGEST_NAME + 1).saturating_sub(self.name.len());
                self.name.extend_from_slice(&part[..part.len().min(room)]);
            }
        }
    }

    /// Reads on in a number or a word. Returns what comes after it.
    fn word<'a>(&mut self, bytes: &'a [u8], listener: &mut dyn Listener) -> &'a [u8] {
        let end = bytes.iter().position(|&byte| !is_of_word(byte)).unwrap_or(bytes.len());
        let (part, rest) = bytes.split_at(end);
        self.value.push(part);
        if !rest.is_empty() {
            self.state = self.end_value(listener);
        }
        rest
    }

    fn end_value(&mut self, listener: &mut dyn Listener) -> State {
        self.say(listener);
        State::AfterValue
    }

    fn say(&self, listener: &mut dyn Listener) {
        if self.arrays == 0 && self.name.len() <= LONGEST_NAME {
            listener.value(&self.name, &self.value);
        }
    }
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.')
}
