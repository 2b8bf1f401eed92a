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

/// Documents that are large in one way each, by so many parts.
pub(crate) fn large_documents(parts: usize) -> Vec<String> {
    let many = |text: &str| text.repeat(parts);
    let each = |text: fn(usize) -> String| (0..parts).map(text).collect::<String>();
    let head = r#"<map infinite="1" width="1" height="1" tilewidth="4" tileheight="4">"#;
    let inside = |inside: String| format!("{head}{inside}</map>");
    vec![
        format!("<!DOCTYPE {}{}><map/>", many("<"), many(">")),
        format!("<!DOCTYPE [{}", many("<!ENTITY a 'b'>")),
        inside(format!("<x{}/>", many(" a='1'"))),
        inside(format!("<layer{}/>", many(" a='1'"))),
        inside(many("<a>") + &many("</a>")),
        inside(many("<!-- > -->")),
        inside(many("<layer/>")),
        inside(many("<group/>")),
        inside(many("<group>") + &many("</group>")),
        inside(format!("<group name='{}'>{}</group>", many("n"), "<layer/>".repeat(parts / 5))),
        inside(format!("<layer name='{}'/>", many("\u{fc}"))),
        inside((1..parts).map(|gid| format!("<tileset firstgid='{gid}'/>")).collect()),
        inside((1..parts / 5 * 3).map(|gid| format!("<tileset firstgid='{gid}' source='s{gid}'/>")).collect()),
        inside(format!("<tileset firstgid='1'>{}</tileset>", many("<tile id='1'/>"))),
        inside(format!("<tileset firstgid='1'>{}</tileset>", many("<tile id='1'><image source='gone'/></tile>"))),
        inside(format!(
            "<tileset firstgid='1'>{}</tileset>",
            each(|id| format!("<tile id='{id}'><image source='p{id}'/></tile>"))
        )),
        inside(format!("<objectgroup>{}</objectgroup>", each(|id| format!("<object template='t{id}'/>")))),
        inside(format!(
            "<tileset firstgid='1'/><objectgroup>{}</objectgroup>",
            each(|id| format!("<object gid='{id}'/>"))
        )),
        inside(format!("<layer><data>{}</data></layer>", many("<chunk x='0' y='0' width='0' height='1'/>"))),
        inside(format!(
            "<layer><data encoding='csv'>{}</data></layer>",
            many("<chunk x='0' y='0' width='1' height='1'>0</chunk>")
        )),
        inside(format!("<layer><data encoding='csv'>{}</data></layer>", many("1,<!---->"))),
        inside(format!("<layer><data encoding='base64'>{}</data></layer>", many("&#65;"))),
        inside(format!("<objectgroup>{}</objectgroup>", many("<object/>"))),
        inside(format!("<objectgroup><object{}/></objectgroup>", many(" a='1'"))),
        inside(format!("<objectgroup><object><polygon points='{}'/></object></objectgroup>", many("0,0 "))),
        inside(format!("<objectgroup><object>{}</object></objectgroup>", many("<point/>"))),
        inside(format!("<objectgroup><object><text>{}</text></object></objectgroup>", many("a<!---->"))),
        inside(format!("<objectgroup name='{}'>{}</objectgroup>", many("n"), "<object/>".repeat(parts / 5))),
        inside(format!("<objectgroup>{}</objectgroup>", many("<object template='gone'/>"))),
        inside(many("<objectgroup/>")),
        inside(
            (0..parts / 3)
                .fold("<properties>".into(), |all, n| format!("{all}<property name='{n}' type='int' value='1'/>"))
                + "</properties>",
        ),
        inside((0..parts).map(|n| format!("<properties><property name='{n}'/></properties>")).collect()),
        inside(format!(
            "<tileset firstgid='1'>{}</tileset>",
            (0..parts)
                .map(|n| format!("<tile id='1'><properties><property name='{n}'/></properties></tile>"))
                .collect::<String>()
        )),
        inside(format!(
            "<properties><property name='{}' type='list'>{}</property></properties>",
            many("n"),
            many("<item/>")
        )),
        inside(format!("<properties><property name='n' type='list'>{}</property></properties>", many("<item/>"))),
        inside(format!("<properties><property name='n' type='list'>{}", many("<item type='list'>"))),
        inside(format!(
            "<tileset firstgid='1' tilewidth='1' tileheight='1'>{}</tileset>",
            many("<image><data encoding='base64'>aaaa</data></image>")
        )),
        inside(format!("<properties>{}</properties>", many("<property name='solid' type='bool' value='true'/>"))),
    ]
}
