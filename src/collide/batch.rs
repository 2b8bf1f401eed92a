//! Many tests at once, shared among threads.

use super::contact::Contact;
use super::shape::Collide;
use super::sweep::Sweep;
use crate::parallel;
use glam::Vec2;

/// Writes whether one shape overlaps each of many others.
///
/// With the feature `parallel`, more than 512 tests are split among the threads of the current rayon pool. For every
/// number of threads the answers are bit for bit those of [`intersects`](super::intersects).
///
/// # Panics
///
/// Where `others` and `answers` differ in length.
///
/// ```
/// use tileray::{Circle, ConvexPolygon, collide};
///
/// let blast = Circle::new((50.0, 50.0), 20.0);
/// let crates: Vec<_> = (0..10)
///     .map(|i| ConvexPolygon::rectangle((i as f32 * 16.0, 40.0), (i as f32 * 16.0 + 12.0, 52.0)))
///     .collect::<Result<_, _>>()?;
/// let mut hit = vec![false; crates.len()];
/// collide::intersects_batch(&blast, &crates, &mut hit);
/// assert_eq!(hit.iter().filter(|&&hit| hit).count(), 3);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
pub fn intersects_batch<A, B>(a: &A, others: &[B], answers: &mut [bool])
where
    A: Collide<B> + Sync,
    B: Sync,
{
    answer_tests(others, answers, |other| a.intersects(other));
}

/// Writes the [`contact`](super::contact) of one shape with each of many others. Contacts push the one shape out. Work
/// is split among threads as in [`intersects_batch`].
///
/// # Panics
///
/// Where `others` and `contacts` differ in length.
///
/// ```
/// use tileray::{Circle, collide};
///
/// let others = [Circle::new((6.0, 0.0), 4.0), Circle::new((9.0, 0.0), 4.0)];
/// let mut contacts = [None; 2];
/// collide::contact_batch(&Circle::new((0.0, 0.0), 4.0), &others, &mut contacts);
/// assert_eq!(contacts.map(|contact| contact.map(|contact| contact.depth)), [Some(2.0), None]);
/// ```
pub fn contact_batch<A, B>(a: &A, others: &[B], contacts: &mut [Option<Contact>])
where
    A: Collide<B> + Sync,
    B: Sync,
{
    answer_tests(others, contacts, |other| a.contact(other));
}

/// Writes the [`sweep`](super::sweep) of one moving shape against each of many others. Work is split among threads as
/// in [`intersects_batch`].
///
/// # Panics
///
/// Where `others` and `sweeps` differ in length.
///
/// ```
/// use tileray::{Circle, Sweep, collide};
///
/// let others = [Circle::new((12.0, 0.0), 4.0), Circle::new((0.0, 12.0), 4.0)];
/// let mut sweeps = [Sweep::default(); 2];
/// collide::sweep_batch(&Circle::new((0.0, 0.0), 4.0), &others, (16.0, 0.0), &mut sweeps);
/// assert_eq!(sweeps.map(|sweep| sweep.time), [Some(0.25), None]);
/// ```
pub fn sweep_batch<A, B>(a: &A, others: &[B], relative_motion: impl Into<Vec2>, sweeps: &mut [Sweep])
where
    A: Collide<B> + Sync,
    B: Sync,
{
    let motion = relative_motion.into();
    answer_tests(others, sweeps, |other| a.sweep(other, motion));
}

/// Writes the contacts of pairs of shapes from two lists, which may be the same list, for the first shape of each pair.
///
/// A pair holds an index into `a` and an index into `b`, as a broad phase gives them. Work is split among threads as in
/// [`intersects_batch`].
///
/// # Panics
///
/// Where `pairs` and `contacts` differ in length, or an index is out of range.
///
/// ```
/// use tileray::{ConvexPolygon, collide};
///
/// let crates = vec![
///     ConvexPolygon::rectangle((0.0, 0.0), (10.0, 10.0))?,
///     ConvexPolygon::rectangle((8.0, 0.0), (18.0, 10.0))?,
///     ConvexPolygon::rectangle((18.0, 0.0), (28.0, 10.0))?,
/// ];
/// let mut contacts = [None; 2];
/// collide::contact_pairs(&crates, &crates, &[(0, 1), (1, 2)], &mut contacts);
/// assert!(contacts[0].is_some_and(|contact| contact.depth == 2.0) && contacts[1].is_none());
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
pub fn contact_pairs<A, B>(a: &[A], b: &[B], pairs: &[(u32, u32)], contacts: &mut [Option<Contact>])
where
    A: Collide<B> + Sync,
    B: Sync,
{
    answer_tests(pairs, contacts, |&(one, other)| a[one as usize].contact(&b[other as usize]));
}

/// Writes the answer to each test, on all threads. Panics if the lists differ in length.
fn answer_tests<T: Sync, R: Send>(tests: &[T], answers: &mut [R], answer: impl Fn(&T) -> R + Sync) {
    let (test_count, answer_count) = (tests.len(), answers.len());
    assert!(
        test_count == answer_count,
        "there are {test_count} tests, but {answer_count} answers; give both the same length"
    );
    parallel::answer_each(tests, answers, answer);
}
