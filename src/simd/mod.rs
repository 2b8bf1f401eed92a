//! Vector instructions: which set the processor has, and code that runs with it.
//!
//! Vector code takes most of the time to compile the library, so there is one copy of it:
//!
//! | processor | instructions |
//! | --- | --- |
//! | x86 | AVX2; with the feature `avx512`, a second copy for AVX-512 |
//! | AArch64 | NEON |
//! | WebAssembly | `simd128` |
//! | all others: x86 without AVX2, big-endian processors, WebAssembly without vectors | plain code, which is short |
//!
//! All of them give the same bits (`tests/rays/determinism.rs`).

/// A set of vector instructions with the token that proves that the processor has it, or none.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Level {
    #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
    Avx512(fearless_simd::Avx512),
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    Avx2(fearless_simd::Avx2),
    #[cfg(target_arch = "aarch64")]
    Neon(fearless_simd::Neon),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    WasmSimd128(fearless_simd::WasmSimd128),
    /// No vector instructions.
    Plain,
}

/// The token for no vector instructions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plain;

impl Level {
    /// Returns the best level of the processor.
    #[inline]
    pub(crate) fn best() -> Self {
        let level = fearless_simd::Level::new();
        #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
        if let Some(simd) = level.as_avx512() {
            return Self::Avx512(simd);
        }
        #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
        if let Some(simd) = level.as_avx2() {
            return Self::Avx2(simd);
        }
        #[cfg(target_arch = "aarch64")]
        if let Some(simd) = level.as_neon() {
            return Self::Neon(simd);
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let Some(simd) = level.as_wasm_simd128() {
            return Self::WasmSimd128(simd);
        }
        let _ = level;
        Self::Plain
    }
}

/// The vector instructions that rays are computed with. Answers are bit-identical for all of them.
///
/// For measurements and tests. [`Best`](Self::Best) is the best level that the processor offers.
///
/// ```
/// use tileray::SimdLevel;
///
/// assert!(SimdLevel::Best.is_available() && SimdLevel::Scalar.is_available());
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SimdLevel {
    /// The best level of the processor.
    #[default]
    Best,
    /// AVX-512 as of Ice Lake, with the feature `avx512`.
    Avx512,
    /// AVX2 with FMA.
    Avx2,
    /// No vector instructions: one pixel after the other, past empty squares.
    Scalar,
}

impl SimdLevel {
    /// All levels.
    pub const ALL: [Self; 4] = [Self::Best, Self::Avx512, Self::Avx2, Self::Scalar];

    /// Returns whether the processor has these instructions and the library has code for them. If not,
    /// [`Best`](Self::Best) is used instead.
    #[must_use]
    pub fn is_available(self) -> bool {
        self.exact().is_some()
    }

    #[inline]
    pub(crate) fn level(self) -> Level {
        match self {
            Self::Best => Level::best(),
            other => other.exact().unwrap_or_else(Level::best),
        }
    }

    fn exact(self) -> Option<Level> {
        match self {
            Self::Best => Some(Level::best()),
            Self::Scalar => Some(Level::Plain),
            #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
            Self::Avx512 => fearless_simd::Level::new().as_avx512().map(Level::Avx512),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Self::Avx2 => fearless_simd::Level::new().as_avx2().map(Level::Avx2),
            #[allow(unreachable_patterns, reason = "on some targets every level is listed above")]
            _ => None,
        }
    }
}

/// Runs an expression with a level's vector instructions. If the level has none, runs the expression after `plain`, or
/// else the same expression with the token [`Plain`].
///
/// With `move`, values are captured by value, so two references are passed in registers. Without it, the token is
/// captured by reference too, and all are passed in memory. This costs a twentieth of the test of a pair of shapes.
macro_rules! dispatch {
    (@levels $level:expr, $simd:pat, ($($closure:tt)*), $plain:expr) => {
        match $level {
            #[cfg(all(feature = "avx512", any(target_arch = "x86", target_arch = "x86_64")))]
            $crate::simd::Level::Avx512(token) => $crate::simd::dispatch!(@run token, $simd, ($($closure)*)),
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            $crate::simd::Level::Avx2(token) => $crate::simd::dispatch!(@run token, $simd, ($($closure)*)),
            #[cfg(target_arch = "aarch64")]
            $crate::simd::Level::Neon(token) => $crate::simd::dispatch!(@run token, $simd, ($($closure)*)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            $crate::simd::Level::WasmSimd128(token) => $crate::simd::dispatch!(@run token, $simd, ($($closure)*)),
            $crate::simd::Level::Plain => $plain,
        }
    };
    (@run $token:ident, $simd:pat, ($($closure:tt)*)) => {{
        let $simd = $token;
        fearless_simd::Simd::vectorize($token, #[inline(always)] $($closure)*)
    }};
    ($level:expr, move $simd:pat => $vector:expr, plain => $plain:expr) => {
        $crate::simd::dispatch!(@levels $level, $simd, (move || $vector), $plain)
    };
    ($level:expr, move $simd:pat => $vector:expr) => {
        $crate::simd::dispatch!(@levels $level, $simd, (move || $vector), {
            let $simd = $crate::simd::Plain;
            $vector
        })
    };
    ($level:expr, $simd:pat => $vector:expr, plain => $plain:expr) => {
        $crate::simd::dispatch!(@levels $level, $simd, (|| $vector), $plain)
    };
    ($level:expr, $simd:pat => $vector:expr) => {
        $crate::simd::dispatch!(@levels $level, $simd, (|| $vector), {
            let $simd = $crate::simd::Plain;
            $vector
        })
    };
}

pub(crate) use dispatch;
