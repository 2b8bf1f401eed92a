//! The accessors of hits and options, which are alike: `hit.pixel()`, `MoveOptions::new().step_height(6)`.

/// Implements a constant getter for each field that is named; it has the field's name.
macro_rules! getters {
    ($type:ident { $($(#[$attribute:meta])* $field:ident: $value:ty,)* }) => {
        impl $type {$(
            $(#[$attribute])*
            #[must_use]
            pub const fn $field(&self) -> $value {
                self.$field
            }
        )*}
    };
}

/// Implements a constant setter for each field that is named; it has the field's name.
macro_rules! setters {
    ($type:ident $(<$life:lifetime>)? { $($field:ident: $value:ty,)* }) => {
        impl $(<$life>)? $type $(<$life>)? {$(
            #[doc = concat!("Sets [`", stringify!($field), "`](field@Self::", stringify!($field), ").")]
            #[must_use]
            pub const fn $field(mut self, $field: $value) -> Self {
                self.$field = $field;
                self
            }
        )*}
    };
}
