use fearless_simd::Level;

/// The vector instructions that rays are computed with. Answers are the same to the bit for all of them.
///
/// There to be measured and tested; [`Best`](Self::Best) is what the processor offers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum SimdLevel {
    /// The best that the processor has.
    #[default]
    Best,
    /// AVX-512 as of Ice Lake.
    Avx512,
    /// AVX2 with FMA.
    Avx2,
    /// SSE4.2.
    Sse42,
    /// None: one lane after the other.
    Scalar,
}

impl SimdLevel {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Best, Self::Avx512, Self::Avx2, Self::Sse42, Self::Scalar];

    /// Whether the processor has these instructions; where it has not, the best it has are used instead.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.exact().is_some()
    }

    #[inline]
    pub(super) fn level(self) -> Level {
        match self {
            Self::Best => Level::new(),
            other => other.exact().unwrap_or_else(Level::new),
        }
    }

    fn exact(self) -> Option<Level> {
        let best = Level::new();
        match self {
            Self::Best => Some(best),
            Self::Scalar => Some(Level::fallback()),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx512 => best.as_avx512().map(Level::Avx512),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => best.as_avx2().map(Level::Avx2),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Sse42 => best.as_sse4_2().map(Level::Sse4_2),
            #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
            Self::Avx512 | Self::Avx2 | Self::Sse42 => None,
        }
    }
}
