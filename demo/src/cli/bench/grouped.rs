//! Large numbers for people.

/// Returns a number with a comma before every three digits.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!([0, 999, 1000, 12_345_678].map(grouped), ["0", "999", "1,000", "12,345,678"]);
    }
}
