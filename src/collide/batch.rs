use super::contact::Contact;
use super::shape::Collide;
use super::sweep::Sweep;
use crate::parallel::share;
use glam::Vec2;

/// Whether one shape overlaps each of many.
///
/// With the feature `parallel`, more than 512 are shared among the threads of the current rayon pool. Each answer is to the
/// bit that of [`intersects`](super::intersects), whatever the number of threads.
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
    same_length(others.len(), answers.len());
    share(answers, |first, answers| {
        for (answer, other) in answers.iter_mut().zip(&others[first..]) {
            *answer = a.intersects(other);
        }
    });
}

/// The contact of one shape with each of many, for the one; as [`contact`](super::contact), and shared among threads as by
/// [`intersects_batch`].
///
/// # Panics
///
/// Where `others` and `contacts` differ in length.
pub fn contact_batch<A, B>(a: &A, others: &[B], contacts: &mut [Option<Contact>])
where
    A: Collide<B> + Sync,
    B: Sync,
{
    same_length(others.len(), contacts.len());
    share(contacts, |first, contacts| {
        for (contact, other) in contacts.iter_mut().zip(&others[first..]) {
            *contact = a.contact(other);
        }
    });
}

/// What one moving shape meets of each of many; as [`sweep`](super::sweep), and shared among threads as by
/// [`intersects_batch`].
///
/// # Panics
///
/// Where `others` and `sweeps` differ in length.
pub fn sweep_batch<A, B>(a: &A, others: &[B], relative_motion: impl Into<Vec2>, sweeps: &mut [Sweep])
where
    A: Collide<B> + Sync,
    B: Sync,
{
    same_length(others.len(), sweeps.len());
    let motion = relative_motion.into();
    share(sweeps, |first, sweeps| {
        for (sweep, other) in sweeps.iter_mut().zip(&others[first..]) {
            *sweep = a.sweep(other, motion);
        }
    });
}

/// The contacts of pairs out of two lists, which may be the same one, for the first shape of each pair.
///
/// A pair names a shape of `a` and one of `b` by their places, as a broad phase gives them. Shared among threads as by
/// [`intersects_batch`].
///
/// # Panics
///
/// Where `pairs` and `contacts` differ in length, or a pair names a shape that is not there.
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
    same_length(pairs.len(), contacts.len());
    share(contacts, |first, contacts| {
        for (contact, &(one, other)) in contacts.iter_mut().zip(&pairs[first..]) {
            *contact = a[one as usize].contact(&b[other as usize]);
        }
    });
}

fn same_length(shapes: usize, answers: usize) {
    assert!(shapes == answers, "there are {shapes} questions, but room for {answers} answers");
}
