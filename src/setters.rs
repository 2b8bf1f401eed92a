//! The setters of options: options are built alike, `MoveOptions::new().step_height(6).steep_slide(true)`.

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
