//! Files cut short, flipped and filled with absurd numbers: each gives a map or an error, and never a panic.

use crate::encodings::{chunked, finite};
use crate::support::{Disk, ENCODINGS, ascii_png, cases, large_documents, rock, row};
use tileray::glam::ivec2;
use tileray::load::{LoadLimits, LoadOptions};

/// Maps that use all that is read.
fn samples() -> Vec<Disk> {
    let things = r#"<tileset firstgid="1" source="things.tsx"/>
        <tileset firstgid="7" name="rock" tilewidth="4" tileheight="2" spacing="1" margin="1" tilerendersize="grid" fillmode="preserve-aspect-fit" tilecount="2" columns="1">
        <tileoffset x="1" y="-1"/><image source="rock.png" trans="ff00ff" width="8" height="4"/></tileset>"#;
    let tsx = r#"<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" name="things" tilewidth="8" tileheight="4" tilecount="2" columns="0">
 <properties><property name="solid" type="bool" value="true"/></properties>
 <tile id="0" x="1" y="0" width="3" height="4"><image source="rock.png" width="8" height="4"/></tile>
 <tile id="5"><properties><property name="solid" type="bool" value="false"/></properties><image source="dot.png"/></tile>
</tileset>"#;
    let groups = row(things, &[1, 6, 7]).replace(
        "<layer",
        r#"<group name="g" offsetx="3.5" offsety="-2" visible="1"><layer name="h" visible="0" offsetx="0.25" x="1" y="2" width="1" height="1">
        <data><tile gid="6"/></data></layer></group><layer"#,
    );
    let objects = row(things, &[1]).replace(
        "<layer",
        r##"<properties><property name="p" type="object" value="3"/></properties><group name="g" offsetx="3.5">
        <objectgroup name="o" offsety="-2" visible="1"><object id="1" type="t" x="1.5" y="2" width="3" height="4" rotation="45">
        <properties><property name="a" type="float" value="1.5"/><property name="b" type="color" value="#ff112233"/></properties>
        <ellipse/></object><object id="2" gid="6" x="4" y="8"/><object id="3" template="t.tx" x="9"/>
        <object id="4"><polygon points="0,0 5,0 5,7"/></object><object id="5"><text>t</text></object></objectgroup></group><layer"##,
    );
    let template = r#"<?xml version="1.0" encoding="UTF-8"?>
<template><tileset firstgid="1" source="things.tsx"/><object name="n" gid="1" width="4" height="2" visible="1"/></template>"#;
    let mut samples = vec![
        Disk::default()
            .with("a.tmx", groups)
            .with("things.tsx", tsx)
            .with("rock.png", rock())
            .with("dot.png", ascii_png("#")),
    ];
    samples.push(samples[0].clone().with("a.tmx", objects).with("t.tx", template));
    let json = r##"{"type":"map","width":3,"height":1,"tilewidth":4,"tileheight":4,"infinite":false,"renderorder":"right-up",
        "properties":[{"name":"p","type":"object","value":3}],
        "tilesets":[{"firstgid":1,"source":"things.tsj"},{"firstgid":7,"name":"rock","tilewidth":4,"tileheight":2,"spacing":1,
          "margin":1,"tilerendersize":"grid","fillmode":"preserve-aspect-fit","tilecount":2,"columns":1,"image":"rock.png",
          "tileoffset":{"x":1,"y":-1},"transparentcolor":"#ff00ff"}],
        "layers":[{"type":"group","name":"g","offsetx":3.5,"layers":[{"type":"objectgroup","name":"o","visible":true,"objects":[
          {"id":1,"x":1.5,"y":2,"width":3,"height":4,"rotation":45,"ellipse":true,"properties":[{"name":"a","type":"float","value":1.5}]},
          {"id":2,"gid":2147483649,"x":4,"y":8},{"id":3,"template":"t.tj","x":9},{"id":4,"polygon":[{"x":0,"y":0},{"x":5.5,"y":-7}]},
          {"id":5,"text":{"text":"t\u00e4"}},{"id":6,"point":true}]}]},
          {"type":"tilelayer","name":"a","width":3,"height":1,"data":[1,6,7]},
          {"type":"tilelayer","name":"b","width":3,"height":1,"encoding":"base64","compression":"zlib","data":"eJxjZIAAdiAGAAA0AAk="}]}"##;
    let tsj = r##"{"type":"tileset","name":"things","tilewidth":8,"tileheight":4,"tilecount":2,"columns":0,
        "properties":[{"name":"solid","type":"bool","value":true}],
        "tiles":[{"id":0,"x":1,"y":0,"width":3,"height":4,"image":"rock.png"},{"id":5,"image":"dot.png"}]}"##;
    let tj = r##"{"type":"template","tileset":{"firstgid":1,"source":"things.tsj"},"object":{"name":"n","gid":1,"width":4,"height":2}}"##;
    let files = Disk::default().with("a.tmx", json).with("things.tsj", tsj).with("t.tj", tj);
    samples.push(files.with("rock.png", rock()).with("dot.png", ascii_png("#")));
    for (encoding, attributes) in ENCODINGS {
        samples.push(Disk::default().with("a.tmx", finite(encoding, attributes)).with("rock.png", rock()));
        let text = chunked(encoding, attributes, ivec2(-5, 3));
        samples.push(Disk::default().with("a.tmx", text).with("rock.png", rock()));
    }
    samples
}

/// Loads the map and looks at it; tells whether it is one.
fn survives(disk: &Disk) -> bool {
    // A flipped digit may claim much within the limits; low ones keep the test small.
    let limits = LoadLimits::default().with_cells(1 << 20).with_map_pixels(1 << 22).with_image_pixels(1 << 20);
    let options = LoadOptions::default().with_limits(limits).with_images(true);
    match disk.map_with("a.tmx", &options) {
        Ok(map) => {
            if map.bounds().area() < 1 << 20 {
                let _ = map.solidity().count();
            }
            for object in map.objects() {
                let numbers = [object.position().to_array(), object.size().to_array(), [object.rotation(); 2]];
                assert!(numbers.as_flattened().iter().all(|number| number.is_finite()), "{object:?}");
            }
            true
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.contains('\n') && message.len() < 1000, "{message}");
            false
        }
    }
}

#[test]
fn the_samples_themselves_load() {
    for disk in samples() {
        disk.map("a.tmx").unwrap();
    }
}

#[test]
fn files_cut_short() {
    let samples = samples();
    let most = cases(60);
    for disk in &samples {
        for (path, content) in disk.files() {
            let step = (content.len() / most).max(1);
            for length in (0..content.len()).step_by(step) {
                let cut = disk.clone().with(path.to_str().unwrap(), &content[..length]);
                let blank = content[length..].iter().all(u8::is_ascii_whitespace);
                assert!(!survives(&cut) || blank, "{} cut to {length} bytes", path.display());
            }
        }
    }
}

#[test]
fn files_with_other_bytes() {
    let samples = samples();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 16) as usize % below
    };
    for _ in 0..cases(4000) {
        let disk = &samples[random(samples.len())];
        let files: Vec<_> = disk.files().collect();
        let (path, content) = files[random(files.len())];
        let mut content = content.to_vec();
        for _ in 0..=random(3) {
            let at = random(content.len());
            match random(5) {
                0 => content[at] ^= 1 << random(8),
                1 => content[at] = b"<>/\"'&=;!-?0129, \n\0\xff"[random(20)],
                2 => content.splice(at..(at + random(9)).min(content.len()), []).for_each(drop),
                3 => {
                    let piece = content[at..(at + random(40)).min(content.len())].to_vec();
                    let to = random(content.len());
                    content.splice(to..to, piece).for_each(drop);
                }
                _ => content.swap(at, 0),
            }
            if content.is_empty() {
                break;
            }
        }
        survives(&disk.clone().with(path.to_str().unwrap(), content));
    }
}

#[test]
fn files_with_absurd_numbers() {
    let absurd = [
        "",
        "0",
        "-1",
        "1",
        "3",
        "255",
        "65535",
        "65536",
        "16777216",
        "2147483647",
        "-2147483648",
        "2147483648",
        "4294967295",
        "4294967296",
        "99999999999999999999",
        "nan",
        "inf",
        "1e38",
        "0.5",
        "#",
        "x",
    ];
    for disk in samples().iter().take(4) {
        for (path, content) in disk.files() {
            let Ok(text) = std::str::from_utf8(content) else { continue };
            let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
            for value in quotes.chunks_exact(2).filter(|value| value[1] - value[0] < 12) {
                for number in absurd {
                    let changed = format!("{}{number}{}", &text[..=value[0]], &text[value[1]..]);
                    survives(&disk.clone().with(path.to_str().unwrap(), changed));
                }
            }
        }
    }
}

/// `cargo bench --bench worst_cases` holds that the time grows no faster than the document.
#[test]
fn large_documents_end() {
    for document in large_documents(25_000) {
        survives(&Disk::default().with("a.tmx", document));
    }
}
