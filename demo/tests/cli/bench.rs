use crate::fixture::{Folder, png};
use crate::tool::tileray;

#[test]
fn figures_of_the_built_in_map() {
    let found = tileray(&["bench", "--rays", "3000", "--threads", "3", "--format", "json"]).json();
    assert_eq!(
        (found["rays"].as_u64(), found["seed"].as_u64(), found["length"].as_f64()),
        (Some(3000), Some(1), Some(512.0))
    );
    assert_eq!(found["traversal"], "bresenham");
    assert_eq!(found["checksum"].as_str().map(str::len), Some(16));
    let results = found["results"].as_array().expect("results");
    assert_eq!(results.iter().map(|run| run["threads"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(3)]);
    for run in results {
        assert!(run["rays_per_second"].as_f64() > Some(0.0) && run["ns_per_ray"].as_f64() > Some(0.0));
        assert!(run["hit_share"].as_f64() > Some(0.1) && run["mean_distance"].as_f64() > Some(1.0));
    }
    assert_eq!(results[0]["hit_share"], results[1]["hit_share"]);
}

#[test]
fn both_traversals_are_measured_and_differ() {
    let run = |traversal| {
        let args = ["bench", "maps/cave.tmx", "--rays", "2000", "--traversal", traversal, "--format", "json"];
        tileray(&args).json()
    };
    let (line, exact) = (run("bresenham"), run("exact"));
    assert_eq!((&line["traversal"], &exact["traversal"]), (&"bresenham".into(), &"exact".into()));
    assert_ne!(line["checksum"], exact["checksum"]);
}

#[test]
fn the_ways_to_cast_are_compared() {
    let found = tileray(&["bench", "--rays", "1500", "--threads", "2", "--format", "json"]).json();
    let ways = found["ways"].as_array().expect("ways");
    for traversal in ["bresenham", "exact"] {
        for (call, simd) in [("single", "best"), ("batch", "best"), ("batch", "scalar"), ("fan", "best")] {
            let is_it =
                |way: &&serde_json::Value| way["call"] == call && way["traversal"] == traversal && way["simd"] == simd;
            let way = ways.iter().find(is_it).unwrap_or_else(|| panic!("no {call} by {traversal} with {simd}"));
            assert!(way["rays_per_second"].as_f64() > Some(0.0) && way["ns_per_ray"].as_f64() > Some(0.0));
        }
    }
}

#[test]
fn a_seed_gives_the_same_rays_again() {
    let checksum = |seed, rays| {
        let args = ["bench", "maps/cave.tmx", "--rays", rays, "--length", "64", "--seed", seed, "--format", "json"];
        tileray(&args).json()["checksum"].clone()
    };
    assert_eq!(checksum("7", "500"), checksum("7", "500"));
    assert_ne!(checksum("7", "500"), checksum("8", "500"));
}

#[test]
fn the_text_is_a_table() {
    let printed = tileray(&["bench", "--rays", "500", "--threads", "2"]).printed();
    assert!(printed.contains("500 of 512 px, bresenham, seed 1") && printed.contains("equal for both"), "{printed}");
    assert!(printed.contains("1 thread, 500 rays\n") && printed.contains("\nfan     exact      best "), "{printed}");
}

#[test]
fn a_level_without_solid_pixels_has_no_mean_distance() {
    let folder = Folder::new();
    let picture = folder.write("empty.png", png(50, 50, |_, _| 0));
    let found = tileray(&["bench", &picture, "--rays", "10", "--format", "json"]).json();
    assert!(found["results"][0]["mean_distance"].is_null() && found["results"][0]["hit_share"] == 0.0);
    assert!(tileray(&["bench", &picture, "--rays", "10"]).printed().contains(" -\n"));
}

#[test]
fn what_cannot_be_measured_is_refused() {
    tileray(&["bench", "--length", "far"]).misused(&["invalid value 'far'", "--length", "not a number", "give"]);
    tileray(&["bench", "--length", "-3"]).misused(&["invalid value '-3'", "--length", "negative"]);
    tileray(&["bench", "--length", "1e9"]).misused(&["--length", "1048576", "smaller"]);
    tileray(&["bench", "maps/nowhere.tmx"]).refused(&["maps/nowhere.tmx", "no such file"]);
}

#[test]
fn the_conclusion_follows_from_the_figures() {
    let found = tileray(&["bench", "--rays", "5000", "--threads", "2", "--format", "json"]).json();
    let sizes = found["sizes"].as_array().expect("sizes");
    assert_eq!(sizes.iter().map(|size| size["rays"].as_u64()).collect::<Vec<_>>(), [64, 256, 1024, 4096].map(Some));
    let conclusion = found["conclusion"].as_str().expect("a text");
    let ns = |call| {
        let is_it =
            |way: &&serde_json::Value| way["call"] == call && way["traversal"] == "bresenham" && way["simd"] == "best";
        let ways = found["ways"].as_array().expect("ways");
        ways.iter().find(is_it).and_then(|way| way["ns_per_ray"].as_f64()).expect("a time")
    };
    let figures = format!("({:.1} ns a ray in a batch, {:.1} ns alone).", ns("batch"), ns("single"));
    assert!(conclusion.contains(&figures), "{conclusion}, not {figures}");
    let last = &sizes[3];
    let gain = last["ns_alone"].as_f64().expect("a time") / last["ns_together"].as_f64().expect("a time");
    assert!(
        conclusion.contains(&format!("they are {gain:.1} times")) && conclusion.contains("2 threads save "),
        "{conclusion}"
    );

    let printed = tileray(&["bench", "--rays", "500", "--threads", "1"]).printed();
    assert!(printed.contains("\nns/ray by size of the batch\n   rays   1 thread   1 threads\n"), "{printed}");
    assert!(printed.ends_with("\nOne thread was measured; give --threads N to compare it with more.\n"), "{printed}");
}
