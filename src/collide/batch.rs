//! The pairs of a broad phase, tested on all threads.

use super::contact::Contact;
use super::shape::Collide;
use crate::parallel::answer_each;

/// Writes the contacts of pairs of shapes from two lists, which may be the same list, for the first shape of each pair.
///
/// A pair holds an index into `a` and an index into `b`, as a broad phase gives them. With the feature `parallel`, the
/// pairs are shared among the threads of the current rayon pool, if that saves time. For every number of threads the
/// answers are bit for bit those of [`contact`](super::contact).
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
    let (pair_count, contact_count) = (pairs.len(), contacts.len());
    assert!(
        pair_count == contact_count,
        "there are {pair_count} pairs, but {contact_count} contacts; give both the same length"
    );
    answer_each(pairs, contacts, |&(one, other)| a[one as usize].contact(&b[other as usize]));
}
