//! The accessors of hits and options, which are alike: `hit.pixel()`, `MoveOptions::new().step_height(6)`.

/// Declares a struct whose fields are read by constant getters of their names. A field's documentation is its getter's. The
/// `packed` fields have none.
macro_rules! getters {
    (
        $(#[$type_attribute:meta])*
        pub struct $type:ident {
            $($(#[$attribute:meta])* $visibility:vis $field:ident: $value:ty,)*
        }
        $(packed { $($packed_visibility:vis $packed:ident: $packed_value:ty,)* })?
    ) => {
        $(#[$type_attribute])*
        pub struct $type {
            $($visibility $field: $value,)*
            $($($packed_visibility $packed: $packed_value,)*)?
        }

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
