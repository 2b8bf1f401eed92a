//! The time and the memory that a thread takes, and a cap on its memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The system's allocator, which counts the bytes of each thread, and refuses a thread what is above its cap: Rust then
/// aborts.
pub struct Meter;

thread_local! {
    /// What this thread allocated and did not free, and the most that this was.
    static BYTES: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
    /// The most that this may become.
    static CAP: Cell<isize> = const { Cell::new(isize::MAX) };
}

/// Counts bytes that are taken, or given back; returns false, and counts nothing, where they are too many.
fn count(bytes: isize) -> bool {
    // A thread that ends has no counter any more.
    let counted = BYTES.try_with(|counter| {
        let (now, peak) = counter.get();
        let fits = now.saturating_add(bytes) <= CAP.get();
        if fits {
            counter.set((now + bytes, peak.max(now + bytes)));
        }
        fits
    });
    counted.unwrap_or(true)
}

// SAFETY: every call is passed on unchanged, or refused by a null pointer.
unsafe impl GlobalAlloc for Meter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if count(layout.size() as isize) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if count(layout.size() as isize) { unsafe { System.alloc_zeroed(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new block may both exist for a moment.
        if !count(size as isize) {
            return std::ptr::null_mut();
        }
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What a piece of work took on its thread.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    pub time: Duration,
    /// The most bytes at a time.
    pub bytes: usize,
}

/// Does some work, for which this thread may take so many bytes more.
pub fn within<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    CAP.set(BYTES.get().0.saturating_add(bytes as isize));
    let result = work();
    CAP.set(isize::MAX);
    result
}

/// Does some work on this thread, and returns what it took.
pub fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
    let before = BYTES.with(|counter| {
        let (now, _) = counter.get();
        counter.set((now, now));
        now
    });
    let start = Stopwatch::start();
    let result = work();
    let time = start.elapsed();
    let (_, peak) = BYTES.with(Cell::get);
    (result, Cost { time, bytes: (peak - before).max(0) as usize })
}

/// A clock that stands while other threads have the processor, where the system tells that.
struct Stopwatch(Instant, Option<Duration>);

impl Stopwatch {
    fn start() -> Self {
        Self(Instant::now(), processor_time())
    }

    fn elapsed(&self) -> Duration {
        match (self.1, processor_time()) {
            (Some(start), Some(now)) => now.saturating_sub(start),
            _ => self.0.elapsed(),
        }
    }
}

/// The time for which this thread had a processor, on Linux.
fn processor_time() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
