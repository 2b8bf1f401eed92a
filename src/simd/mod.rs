//! The sets of vector instructions that code is compiled for.
//!
//! On x86 they are AVX-512, AVX2, SSE4.2, and none: vector code takes most of the time to compile the library, so it is
//! not compiled for plain SSE2 as well. Processors without SSE4.2, sold until about 2010, run the code without vector
//! instructions. Every set gives the same bits.

/// A set of vector instructions, or none.
///
/// Without vector instructions an operation on 16 lanes is 16 operations one after another, which take several times as
/// long to compile as the other sets together. Code that is compiled often has a loop over the lanes instead.
pub(crate) trait Simd: fearless_simd::Simd {
    /// Whether an operation on several lanes is one instruction.
    const HAS_VECTORS: bool;
}

macro_rules! vector_instructions {
    ($($token:ident),+) => {
        $(impl Simd for fearless_simd::$token {
            const HAS_VECTORS: bool = true;
        })+
    };
}

#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
vector_instructions!(Avx512, Avx2, Sse4_2);

#[cfg(target_arch = "aarch64")]
vector_instructions!(Neon);

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
vector_instructions!(WasmSimd128);

// A module for WebAssembly has vector instructions throughout or not at all.
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Simd for fearless_simd::Fallback {
    const HAS_VECTORS: bool = false;
}

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
