//! The sets of vector instructions that code is compiled for.
//!
//! On x86 they are AVX-512, AVX2, SSE4.2, and none: vector code takes most of the time to compile the library, so it is
//! not compiled for plain SSE2 as well. Processors without SSE4.2, sold until about 2010, run the code without vector
//! instructions. Every set gives the same bits.

/// Whether code may be compiled for vector instructions. A module for WebAssembly has them throughout or not at all.
pub(crate) const HAS_VECTORS: bool = cfg!(any(not(target_arch = "wasm32"), target_feature = "simd128"));

/// Runs an expression with a level's vector instructions, as `fearless_simd::dispatch` does, but not for plain SSE2.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! dispatch {
    ($level:expr, $simd:pat => $op:expr) => {
        $crate::simd::each_level!($level, token => {
            let $simd = token;
            fearless_simd::Simd::vectorize(
                token,
                #[inline(always)]
                || $op,
            )
        })
    };
}

/// Runs an expression as [`dispatch`] does, but moves what it captures.
///
/// So two references are passed in registers. `dispatch` captures its token by reference too and passes all three in
/// memory, which costs a twentieth of the test of a pair of shapes.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! dispatch_moved {
    ($level:expr, $simd:ident => $op:expr) => {
        $crate::simd::each_level!($level, $simd => {
            fearless_simd::Simd::vectorize(
                $simd,
                #[inline(always)]
                move || $op,
            )
        })
    };
}

/// Runs a block with the token of a level.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
macro_rules! each_level {
    ($level:expr, $token:ident => $block:block) => {
        match $level {
            fearless_simd::Level::Avx512($token) => $block,
            fearless_simd::Level::Avx2($token) => $block,
            fearless_simd::Level::Sse4_2($token) => $block,
            // Plain SSE2, and levels that a later version of the crate may add.
            _ => {
                let $token = fearless_simd::Fallback::new();
                $block
            }
        }
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(crate) use each_level;

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
macro_rules! dispatch {
    ($level:expr, $simd:pat => $op:expr) => {
        fearless_simd::dispatch!($level, $simd => $op)
    };
}

#[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
macro_rules! dispatch_moved {
    ($level:expr, $simd:ident => $op:expr) => {
        fearless_simd::dispatch!($level, $simd => $op)
    };
}

pub(crate) use {dispatch, dispatch_moved};
