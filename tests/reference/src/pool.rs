//! Work on a chosen number of threads.

/// Does the work in a pool of so many threads, whether or not the library is built with threads.
pub fn in_pool(threads: usize, work: impl FnOnce() + Send) {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work);
}
