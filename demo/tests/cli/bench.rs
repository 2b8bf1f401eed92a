use crate::fixture::{Folder, png};
use crate::tool::tileray;

#[test]
fn figures_calls_and_the_conclusion_of_the_built_in_map() {
    let found = tileray(&["bench", "--rays", "300", "--threads", "3", "--format", "json"]).json();
    let results = found["results"].as_array().expect("results");
    assert_eq!(results.iter().map(|run| run["threads"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(3)]);
    for run in results {
        assert!(run["rays_per_second"].as_f64() > Some(0.0) && run["ns_per_ray"].as_f64() > Some(0.0));
        assert!(run["hit_share"].as_f64() > Some(0.1) && run["mean_distance"].as_f64() > Some(1.0));
    }
    assert_eq!(results[0]["hit_share"], results[1]["hit_share"]);

    let ways = found["ways"].as_array().expect("ways");
    assert_eq!(ways.iter().map(|way| way["call"].as_str()).collect::<Vec<_>>(), [Some("single"), Some("batch")]);
    let ns = |call: usize| ways[call]["ns_per_ray"].as_f64().expect("a time");
    assert!(ways[0]["rays_per_second"].as_f64() > Some(0.0) && ns(0) > 0.0);

    let sizes = found["sizes"].as_array().expect("sizes");
    assert_eq!(sizes.iter().map(|size| size["rays"].as_u64()).collect::<Vec<_>>(), [64, 256].map(Some));
    let conclusion = found["conclusion"].as_str().expect("a text");
    let figures = format!("({:.1} ns a ray in a batch, {:.1} ns alone).", ns(1), ns(0));
    assert!(conclusion.contains(&figures), "{conclusion}, not {figures}");
    let gain = sizes[1]["ns_alone"].as_f64().expect("a time") / sizes[1]["ns_together"].as_f64().expect("a time");
    let gain = format!("they are {gain:.1} times");
    assert!(conclusion.contains(&gain) && conclusion.contains("3 threads save "), "{conclusion}");
}

#[test]
fn seeds_and_traversals_give_other_hits_and_the_same_ones_the_same() {
    let run = |seed, traversal| {
        let rays = ["bench", "maps/cave.tmx", "--rays", "60", "--length", "200", "--threads", "2", "--format", "json"];
        let found = tileray(&[&rays[..], &["--seed", seed, "--traversal", traversal]].concat()).json();
        assert_eq!(found["traversal"], traversal);
        found["checksum"].clone()
    };
    let checksum = run("7", "bresenham");
    assert_eq!(run("7", "bresenham"), checksum);
    assert_ne!(run("8", "bresenham"), checksum);
    assert_ne!(run("7", "exact"), checksum);
}

#[test]
fn the_text_is_a_table() {
    let printed = tileray(&["bench", "--rays", "100", "--threads", "1"]).printed();
    assert!(printed.contains("100 of 512 px, bresenham, seed 1") && printed.contains("equal for both"), "{printed}");
    assert!(printed.contains("1 thread, 100 rays\n") && printed.contains("\nbatch   "), "{printed}");
    assert!(printed.contains("\nns/ray by size of the batch\n   rays   1 thread   1 threads\n"), "{printed}");
    assert!(printed.ends_with("\nOne thread was measured; give --threads N to compare it with more.\n"), "{printed}");
}

#[test]
fn a_level_without_solid_pixels_has_no_mean_distance() {
    let folder = Folder::new();
    let picture = folder.write("empty.png", png(50, 50, |_, _| 0));
    let found = tileray(&["bench", &picture, "--rays", "10", "--format", "json"]).json();
    assert!(found["results"][0]["mean_distance"].is_null() && found["results"][0]["hit_share"] == 0.0);
    assert!(tileray(&["bench", &picture, "--rays", "10"]).printed().contains(" -\n"));
}
