//! Threads in processes that were forked.
//!
//! A child that is forked has none of the threads of its parent, so the parent's thread pool would never answer there.
//! Python's `multiprocessing` forks by default on Linux up to Python 3.13. So the pool of each process is its own.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The process that the global thread pool belongs to; 0 before it is used.
static OWNER: AtomicU32 = AtomicU32::new(0);
/// The pool of a forked process, with the id of the process.
static FORKED: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Runs work that may use the current thread pool.
pub(crate) fn with_threads<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let process = process::id();
    match OWNER.compare_exchange(0, process, Ordering::Relaxed, Ordering::Relaxed) {
        Ok(_) => work(),
        Err(owner) if owner == process => work(),
        Err(_) => {
            // No threads are to be had: a pool of the calling thread alone is always there.
            let alone = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build().ok().map(Arc::new);
            match pool_of(process).or_else(alone) {
                Some(pool) => pool.install(work),
                None => work(),
            }
        }
    }
}

fn pool_of(process: u32) -> Option<Arc<ThreadPool>> {
    let mut forked = FORKED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((owner, pool)) = &*forked
        && *owner == process
    {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().build().ok()?);
    // The pool of another process has no threads here that could end, so it is forgotten instead of dropped.
    if let Some(old) = forked.replace((process, Arc::clone(&pool))) {
        std::mem::forget(old);
    }
    Some(pool)
}
