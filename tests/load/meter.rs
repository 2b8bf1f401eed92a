//! The time and the memory that a thread takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::time::{Duration, Instant};

/// The system's allocator, which counts the bytes of each thread.
struct CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

thread_local! {
    /// What this thread allocated and did not free, and the most that this was.
    static BYTES: Cell<(isize, isize)> = const { Cell::new((0, 0)) };
}

fn count(bytes: isize) {
    // A thread that ends has no counter any more.
    let _ = BYTES.try_with(|counter| {
        let (now, peak) = counter.get();
        counter.set((now + bytes, peak.max(now + bytes)));
    });
}

// SAFETY: every call is passed on unchanged.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // The old and the new block may both exist for a moment.
        count(size as isize);
        count(-(layout.size() as isize));
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// What a piece of work took on its thread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) time: Duration,
    /// The most bytes at a time.
    pub(crate) bytes: usize,
}

/// Does some work on this thread, and returns what it took.
pub(crate) fn measure<T>(work: impl FnOnce() -> T) -> (T, Cost) {
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

#[test]
fn the_peak_of_a_thread_is_counted() {
    let (_, cost) = measure(|| {
        drop(std::hint::black_box(vec![1_u8; 5 << 20]));
        std::hint::black_box(vec![0_u8; 3 << 20])
    });
    assert!((5 << 20..6 << 20).contains(&cost.bytes), "{cost:?}");
    // The meter itself reads a small file.
    let (_, cost) = measure(|| std::hint::black_box(0));
    assert!(cost.bytes < 1 << 10, "{cost:?}");
}
