//! Documents that are large, and cells in each encoding.

use base64::Engine;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::io::Write;

pub(crate) const ENCODINGS: [(&str, &str); 6] = [
    ("csv", r#" encoding="csv""#),
    ("xml", ""),
    ("base64", r#" encoding="base64""#),
    ("zlib", r#" encoding="base64" compression="zlib""#),
    ("gzip", r#" encoding="base64" compression="gzip""#),
    ("zstd", r#" encoding="base64" compression="zstd""#),
];

pub(crate) fn encode(encoding: &str, cells: &[u32]) -> String {
    let bytes: Vec<u8> = cells.iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let base64 = |bytes: Vec<u8>| format!("\n   {}\n  ", base64::engine::general_purpose::STANDARD.encode(bytes));
    match encoding {
        "csv" => cells.iter().map(u32::to_string).collect::<Vec<_>>().join(",\n"),
        "xml" => cells
            .iter()
            .map(|gid| if *gid == 0 { "<tile/>".into() } else { format!("<tile gid=\"{gid}\"/>") })
            .collect(),
        "base64" => base64(bytes),
        "zlib" => {
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::best());
            encoder.write_all(&bytes).unwrap();
            base64(encoder.finish().unwrap())
        }
        "gzip" => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            encoder.write_all(&bytes).unwrap();
            base64(encoder.finish().unwrap())
        }
        _ => base64(compress_to_vec(&bytes[..], CompressionLevel::Fastest)),
    }
}

/// Documents that are large in one way each. What stands in `[[` and `]]` is there many times, `@` is the number of the time
/// from 1, and `[[/5 ` stands for a fifth of the times. All but the first two are inside a map.
const LARGE: &str = r"
<!DOCTYPE [[<]][[>]]><map/>
<!DOCTYPE [ [[<!ENTITY a 'b'>]]
<x[[ a='1']]/>
<layer[[ a='1']]/>
[[<a>]][[</a>]]
[[<!-- > -->]]
[[<layer/>]]
[[<group/>]]
[[<group>]][[</group>]]
<group name='[[n]]'>[[/5 <layer/>]]</group>
<layer name='[[ü]]'/>
[[<tileset firstgid='@'/>]]
[[/2 <tileset firstgid='@' source='s@'/>]]
<tileset firstgid='1'>[[<tile id='1'/>]]</tileset>
<tileset firstgid='1'>[[<tile id='1'><image source='gone'/></tile>]]</tileset>
<tileset firstgid='1'>[[<tile id='@'><image source='p@'/></tile>]]</tileset>
<tileset firstgid='1'>[[<tile id='1'><properties><property name='@'/></properties></tile>]]</tileset>
<tileset firstgid='1' tilewidth='1' tileheight='1'>[[<image><data encoding='base64'>aaaa</data></image>]]</tileset>
<layer><data>[[<chunk x='0' y='0' width='0' height='1'/>]]</data></layer>
<layer><data encoding='csv'>[[<chunk x='0' y='0' width='1' height='1'>0</chunk>]]</data></layer>
<layer><data encoding='csv'>[[1,<!---->]]</data></layer>
<layer><data encoding='base64'>[[&#65;]]</data></layer>
[[<objectgroup/>]]
<objectgroup>[[<object/>]]</objectgroup>
<objectgroup>[[<object template='gone'/>]]</objectgroup>
<objectgroup>[[<object template='t@'/>]]</objectgroup>
<tileset firstgid='1'/><objectgroup>[[<object gid='@'/>]]</objectgroup>
<objectgroup name='[[n]]'>[[/5 <object/>]]</objectgroup>
<objectgroup><object[[ a='1']]/></objectgroup>
<objectgroup><object><polygon points='[[0,0 ]]'/></object></objectgroup>
<objectgroup><object>[[<point/>]]</object></objectgroup>
<objectgroup><object><text>[[a<!---->]]</text></object></objectgroup>
<properties>[[/3 <property name='@' type='int' value='1'/>]]</properties>
[[<properties><property name='@'/></properties>]]
<properties>[[<property name='solid' type='bool' value='true'/>]]</properties>
<properties><property name='[[n]]' type='list'>[[<item/>]]</property></properties>
<properties><property name='n' type='list'>[[<item/>]]</property></properties>
<properties><property name='n' type='list'>[[<item type='list'>]]";

/// Returns documents that are large in one way each, by so many parts.
pub(crate) fn large_documents(parts: usize) -> Vec<String> {
    let expand = |piece: &str| {
        let Some((part, rest)) = piece.split_once("]]") else { return piece.to_owned() };
        let fraction = part.strip_prefix('/').and_then(|part| part.split_once(' '));
        let (divisor, part) = fraction.map_or((1, part), |(divisor, part)| (divisor.parse().unwrap(), part));
        let each = |time: usize| part.replace('@', &time.to_string());
        (1..=parts / divisor).map(each).collect::<String>() + rest
    };
    let document = |line: &str| {
        let text: String = line.split("[[").map(expand).collect();
        match line.starts_with("<!") {
            true => text,
            false => format!(r#"<map infinite="1" width="1" height="1" tilewidth="4" tileheight="4">{text}</map>"#),
        }
    };
    LARGE.trim().lines().map(document).collect()
}
