//! A cap on the memory of a target.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, which refuses a thread what is above its cap. Rust then aborts, and the fuzzer keeps the input.
struct CappedAllocator;

#[global_allocator]
static ALLOCATOR: CappedAllocator = CappedAllocator;

thread_local! {
    /// The bytes that this thread may still take.
    static LEFT: Cell<isize> = const { Cell::new(isize::MAX) };
}

/// Takes bytes from what is left; returns false where there are not as many.
fn take(bytes: usize) -> bool {
    // A thread that ends has no counter any more.
    let taken = LEFT.try_with(|left| {
        let rest = left.get().saturating_sub(bytes as isize);
        if rest >= 0 {
            left.set(rest);
        }
        rest >= 0
    });
    taken.unwrap_or(true)
}

fn give_back(bytes: usize) {
    let _ = LEFT.try_with(|left| left.set(left.get().saturating_add(bytes as isize)));
}

// SAFETY: every call is passed on unchanged, or refused by a null pointer.
unsafe impl GlobalAlloc for CappedAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if take(layout.size()) { unsafe { System.alloc(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if take(layout.size()) { unsafe { System.alloc_zeroed(layout) } } else { std::ptr::null_mut() }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        give_back(layout.size());
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !take(size) {
            return std::ptr::null_mut();
        }
        give_back(layout.size());
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Does some work, for which this thread may take so many bytes more.
pub(crate) fn within<T>(bytes: usize, work: impl FnOnce() -> T) -> T {
    LEFT.set(bytes as isize);
    let result = work();
    LEFT.set(isize::MAX);
    result
}
