use super::Figures;
use super::way::MOST_RAYS;

/// The figures as a table.
pub(super) fn table(figures: &Figures) -> String {
    let Figures { map, rays, length, seed, traversal, results, checksum, ways } = figures;
    let mut text = format!("map       {map}\nrays      {rays} of {length} px, {traversal}, seed {seed}\n\n");
    text += "threads        rays/s    ns/ray      hits  mean distance\n";
    for run in results {
        let hits = format!("{:.1} %", run.hit_share * 100.0);
        let distance = run.mean_distance.map_or_else(|| "-".into(), |distance| format!("{distance:.1} px"));
        let rate = grouped(run.rays_per_second.round() as u64);
        text += &format!("{:>7} {rate:>13} {:>9.1} {hits:>9} {distance:>14}\n", run.threads, run.ns_per_ray);
    }
    text += &format!("\nchecksum  {checksum}, equal for both: every hit is the same\n");
    text += &format!("\n1 thread, {} rays\n", (*rays).min(MOST_RAYS));
    text += "call    traversal  instructions        rays/s    ns/ray\n";
    for way in ways {
        let rate = grouped(way.rays_per_second.round() as u64);
        text += &format!("{:<7} {:<10} {:<12} {rate:>13} {:>9.1}\n", way.call, way.traversal, way.simd, way.ns_per_ray);
    }
    text
}

/// A number with a comma before every three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
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
