//! Missing parts: those that decide what is solid are errors, the others warnings.

use crate::load::{LoadError, LoadOptions};
use crate::tile::Warnings;
use std::collections::HashMap;
use std::hash::Hash;

/// The missing parts of a map that is built. A `P` names a part.
///
/// A hostile document may lack very many parts. So the errors of cells and objects are made only for the few that warnings
/// name.
pub(in crate::load) struct MissingParts<P> {
    /// Whether parts that decide what is solid are warnings too.
    is_allowed: bool,
    /// The index of the warning of each part.
    indices: HashMap<P, usize>,
    warnings: Warnings,
}

impl<P: Copy + Eq + Hash> MissingParts<P> {
    pub(in crate::load) fn new(options: &LoadOptions) -> Self {
        Self { is_allowed: options.allow_missing, indices: HashMap::new(), warnings: Warnings::default() }
    }

    /// Records a missing part, once however often it is asked for.
    pub(in crate::load) fn note(&mut self, part: P, error: impl FnOnce() -> LoadError) -> usize {
        let Self { indices, warnings, .. } = self;
        *indices.entry(part).or_insert_with(|| warnings.push(|| error().to_string()))
    }

    /// Leaves a cell or an object empty that needs a missing part. `layer` is the tile layer that it belongs to, if there
    /// is one. Layers come in ascending order.
    ///
    /// # Errors
    /// The error of the part if it decides what is solid, and if this is not allowed.
    pub(in crate::load) fn leave_out(
        &mut self,
        part: P,
        layer: Option<usize>,
        is_solid: bool,
        error: impl FnOnce() -> LoadError,
    ) -> Result<(), LoadError> {
        if is_solid && !self.is_allowed {
            return Err(error());
        }
        let index = self.note(part, error);
        layer.into_iter().for_each(|layer| self.warnings.add_layer(index, layer));
        Ok(())
    }

    pub(in crate::load) fn into_warnings(self) -> Warnings {
        self.warnings
    }
}
