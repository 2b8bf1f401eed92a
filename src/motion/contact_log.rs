//! The contacts of a motion so far, and the callback that is asked about them.

use super::contact::{ContactKey, ContactResponse, MoveContact, MoveContacts};
use super::probe::StepProbe;
use crate::geometry::Direction;
use glam::{IVec2, Vec2};

/// The function that a motion asks about its contacts.
pub(super) type Respond<'f> = &'f mut dyn FnMut(&MoveContact) -> ContactResponse;

/// The outcome of a stopped step, once the callback has answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepOutcome {
    /// The step stays stopped.
    Stopped,
    /// Everything that stopped the step is ignored from now on.
    Freed,
    /// The motion ends.
    Ended,
}

/// The contacts of a motion so far, and the callback.
pub(super) struct ContactLog<'c, 'f> {
    contacts: &'c mut MoveContacts,
    respond: Option<Respond<'f>>,
    /// The contacts that the callback has accepted, so that it is asked once about each.
    accepted: Vec<(ContactKey, Option<Direction>)>,
}

impl<'c, 'f> ContactLog<'c, 'f> {
    /// Creates a log that writes to `contacts` in place, since a copy would be some hundred bytes.
    #[inline]
    pub(super) const fn new(contacts: &'c mut MoveContacts, respond: Option<Respond<'f>>) -> Self {
        Self { contacts, respond, accepted: Vec::new() }
    }

    /// Returns whether there is a callback to ask.
    pub(super) const fn asks(&self) -> bool {
        self.respond.is_some()
    }

    /// Asks about the contacts of a stopped step, and lists them if `lists`. Without a direction, it asks about the
    /// tiles and solids that the body overlaps.
    pub(super) fn hit(
        &mut self,
        probe: &mut StepProbe<'_>,
        at: IVec2,
        direction: Option<Direction>,
        velocity: Vec2,
        lists: bool,
    ) -> StepOutcome {
        if self.respond.is_none() {
            if lists {
                probe.add_contacts(at, direction, velocity, self.contacts);
            }
            return StepOutcome::Stopped;
        }
        loop {
            let mut found = MoveContacts::default();
            probe.add_contacts(at, direction, velocity, &mut found);
            if found.is_empty() {
                return StepOutcome::Freed;
            }
            if let Some(outcome) = self.ask(probe, &found, lists) {
                return outcome;
            }
        }
    }

    /// Asks about contacts; returns `None` if some are ignored from now on.
    fn ask(&mut self, probe: &mut StepProbe<'_>, found: &MoveContacts, lists: bool) -> Option<StepOutcome> {
        let respond = self.respond.as_mut()?;
        let mut ignored = 0;
        for contact in found {
            let asked = (contact.key, contact.direction);
            let response = match self.accepted.contains(&asked) {
                true => ContactResponse::Accept,
                false => respond(contact),
            };
            match response {
                ContactResponse::Accept => self.accepted.push(asked),
                ContactResponse::Ignore => {
                    probe.ignore(contact.key);
                    ignored += 1;
                }
                ContactResponse::Stop => {
                    self.contacts.add(*contact);
                    return Some(StepOutcome::Ended);
                }
            }
        }
        // Once some are ignored, other pixels may be the nearest: the contacts are found anew. A list that is full may
        // lack some, and other layers may be solid behind an ignored tile.
        let is_all = found.len() < MoveContacts::CAPACITY && found.iter().all(|contact| contact.solid().is_some());
        if ignored == found.len() && is_all {
            return Some(StepOutcome::Freed);
        }
        if ignored > 0 {
            return None;
        }
        if lists {
            self.contacts.append(found);
        }
        Some(StepOutcome::Stopped)
    }
}
