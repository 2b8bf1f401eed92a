//! Contestants timed in turns, and the rows that come of it.

use crate::report::{Asked, Row, TimeRow};
use crate::timing::{Contestant, Turn, interleaved};

/// What the rows of a race are about.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Race {
    pub(crate) group: &'static str,
    pub(crate) scene: &'static str,
    pub(crate) size: u32,
    pub(crate) plot_only: bool,
    pub(crate) rounds: usize,
}

/// One whose answers were checked, with what came of that.
pub(crate) struct Entrant<'a> {
    pub(crate) name: &'static str,
    pub(crate) checked: String,
    pub(crate) turn: Turn,
    pub(crate) run: Box<dyn FnMut(usize) + 'a>,
}

impl Race {
    /// Times everyone, Tileray first, and tells of each what was `asked` by how many queries it was timed with.
    pub(crate) fn rows(self, entrants: Vec<Entrant<'_>>, asked: impl Fn(usize) -> Asked) -> Vec<Row> {
        let Self { group, scene, size, plot_only, rounds } = self;
        let (mut told, mut contestants) = (Vec::new(), Vec::new());
        for Entrant { name, checked, turn, run } in entrants {
            told.push((name, checked, asked(turn.queries)));
            contestants.push(Contestant { turn, run });
        }
        let times = interleaved(&mut contestants, rounds);
        let rows = told.into_iter().zip(&times).map(|((name, checked, asked), &ns)| {
            Row::Time(TimeRow { group, scene, size, name, ns, ratio: ns / times[0], checked, asked, plot_only })
        });
        let rows: Vec<Row> = rows.collect();
        if let Some(Row::Time(first)) = rows.first() {
            eprintln!("{scene}, {}: {:.1} ns", first.asked.size(size), first.ns);
        }
        rows
    }
}
