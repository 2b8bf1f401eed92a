//! With what the answers are computed.

use tileray::SimdLevel;

/// The vector instructions of rays, and the threads of batches.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// The vector instructions of rays; other queries take the best ones of the processor.
    pub simd: SimdLevel,
    /// The number of threads. Programs without threads ignore it.
    pub threads: usize,
    /// Whether the hash is printed after each answer: the first line that two machines disagree on is the answer to look at.
    pub prints_each: bool,
}

impl Setting {
    /// Does the work in a pool of so many threads, if there are threads.
    #[cfg(not(target_family = "wasm"))]
    pub(crate) fn in_pool(&self, work: impl FnOnce() + Send) {
        rayon::ThreadPoolBuilder::new().num_threads(self.threads).build().expect("a pool of threads").install(work);
    }

    /// Does the work.
    #[cfg(target_family = "wasm")]
    pub(crate) fn in_pool(&self, work: impl FnOnce()) {
        work();
    }
}

impl Default for Setting {
    fn default() -> Self {
        Self { simd: SimdLevel::Best, threads: 1, prints_each: false }
    }
}
