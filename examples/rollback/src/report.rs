use rollback::session::{
    CHECK_DISTANCE, Conditions, Loopback, MOST_PREDICTED, PeerResult, Plan, SessionError, SyncTest,
};
use rollback::timing::Rollback;
use std::io::{self, Write};
use std::time::Duration;

/// Why the program ends badly.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    #[error("--desync {0}: write a frame before the end, {1}")]
    Late(u32, u32),
    /// A desync that nobody asked for.
    #[error("the states differ from frame {0} on: a step does not depend on the state and the input alone")]
    Desync(i32),
    #[error("the peers end in different states, and GGRS did not notice")]
    Hashes,
    #[error("GGRS did not find the fault that was injected in frame {0}")]
    Missed(u32),
}

/// Writes the result of a sync test.
pub(crate) fn sync_test(plan: &Plan, result: &SyncTest, took: Duration, out: &mut impl Write) -> Result<(), Failure> {
    if !desync(plan, result.desync, out)? {
        let (frames, steps) = (plan.frames, result.counts.steps);
        writeln!(out, "{frames} frames, each followed by a rollback of {CHECK_DISTANCE}: no desync")?;
        writeln!(out, "{steps} steps, {} states saved, {:.2} s", result.counts.saves, took.as_secs_f64())?;
        writeln!(out, "state {:016x}", result.hash)?;
    }
    Ok(())
}

/// Writes the result of a match of two peers.
pub(crate) fn loopback(
    plan: &Plan,
    conditions: Conditions,
    result: &Loopback,
    took: Duration,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let traffic = result.traffic;
    writeln!(
        out,
        "{conditions}: {} packets, {} of them lost, {:.2} s",
        traffic.sent,
        traffic.lost,
        took.as_secs_f64()
    )?;
    for (player, result) in (1..).zip(&result.peers) {
        peer(player, result, out)?;
    }
    if desync(plan, result.desync(), out)? {
        return Ok(());
    }
    writeln!(out, "{} frames: no desync", plan.frames)?;
    let hashes = result.hashes();
    for (player, hash) in (1..).zip(hashes) {
        state(player, hash, out)?;
    }
    if hashes[0] == hashes[1] { Ok(()) } else { Err(Failure::Hashes) }
}

/// Writes the result of a match for one of two peers.
pub(crate) fn join(plan: &Plan, player: usize, result: &PeerResult, out: &mut impl Write) -> Result<(), Failure> {
    peer(player, result, out)?;
    if !desync(plan, result.desync, out)? {
        state(player, result.hash, out)?;
    }
    Ok(())
}

fn peer(player: usize, result: &PeerResult, out: &mut impl Write) -> Result<(), Failure> {
    let PeerResult { counts, waited, .. } = result;
    let average = f64::from(counts.frames_back) / f64::from(counts.rollbacks.max(1));
    let (rollbacks, longest, steps) = (counts.rollbacks, counts.longest, counts.steps);
    writeln!(out, "player {player}: {rollbacks} rollbacks of {average:.1} frames on average and {longest} at most")?;
    writeln!(out, "player {player}: {steps} steps, {waited} frames waited")?;
    Ok(())
}

fn state(player: usize, hash: Option<u64>, out: &mut impl Write) -> Result<(), Failure> {
    writeln!(out, "state {:016x} of player {player}", hash.unwrap_or_default())?;
    Ok(())
}

/// Writes which desync was found, and returns whether one was planned.
fn desync(plan: &Plan, found: Option<i32>, out: &mut impl Write) -> Result<bool, Failure> {
    match (plan.desync, found) {
        (None, None) => Ok(false),
        (None, Some(found)) => Err(Failure::Desync(found)),
        (Some(frame), None) => Err(Failure::Missed(frame)),
        (Some(frame), Some(found)) => {
            writeln!(out, "desync found: fault injected in frame {frame}, states differ from frame {found} on")?;
            Ok(true)
        }
    }
}

/// Writes how long rollbacks took.
pub(crate) fn rollbacks(rollbacks: &[Rollback], out: &mut impl Write) -> Result<(), Failure> {
    let row = |out: &mut dyn Write, name: &str, time: &dyn Fn(&Rollback) -> Duration| {
        let mut times: Vec<Duration> = rollbacks.iter().map(time).collect();
        times.sort_unstable();
        let micros = |part: usize| times[(times.len() - 1) * part / 100].as_secs_f64() * 1e6;
        writeln!(out, "{name:<20}{:>10.1}{:>10.1}{:>10.1}", micros(50), micros(99), micros(100))
    };
    writeln!(out, "{} rollbacks of {MOST_PREDICTED} frames", rollbacks.len())?;
    writeln!(out, "{:<20}{:>10}{:>10}{:>10}", "microseconds", "median", "99 %", "worst")?;
    row(out, "load", &|times| times.load)?;
    row(out, &format!("{MOST_PREDICTED} steps"), &|times| times.steps)?;
    row(out, &format!("{MOST_PREDICTED} snapshots"), &|times| times.saves)?;
    row(out, &format!("{MOST_PREDICTED} hashes"), &|times| times.hashes)?;
    row(out, "all", &Rollback::total)?;
    Ok(())
}
