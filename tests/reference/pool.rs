//! Work on a chosen number of threads.

/// Does the work in a pool of so many threads; where the library is built without threads, on this one.
#[cfg(feature = "parallel")]
pub fn in_pool(threads: usize, work: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work);
}

#[cfg(not(feature = "parallel"))]
pub fn in_pool(_threads: usize, work: impl FnOnce()) {
    work();
}
