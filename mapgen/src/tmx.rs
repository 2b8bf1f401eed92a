//! Writes maps in the XML format of the Tiled editor.

use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::map::{Content, Encoding, Grid, Layer, Map, Object, Property};
use crate::tileset::TILE;

/// The text of the `.tmx` file.
pub(crate) fn write(map: &Map) -> Result<String> {
    let mut writer = Writer { map, out: String::new(), next_layer: 1, next_object: 1 };
    for (first_gid, set) in &map.tilesets {
        if set.external {
            let file = format!("{}{}.{}", map.assets, set.name, map.set_ending);
            let _ = writeln!(writer.out, " <tileset firstgid=\"{first_gid}\" source=\"{file}\"/>");
        } else {
            writer.out.push_str(&set.xml(Some(*first_gid), map.assets));
        }
    }
    for layer in &map.layers {
        writer.layer(layer)?;
    }
    let head = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <map version=\"1.10\" tiledversion=\"1.10.2\" orientation=\"orthogonal\" \
         renderorder=\"right-down\" width=\"{}\" height=\"{}\" tilewidth=\"{TILE}\" \
         tileheight=\"{TILE}\" infinite=\"{}\" backgroundcolor=\"{}\" nextlayerid=\"{}\" \
         nextobjectid=\"{}\">\n",
        map.width,
        map.height,
        u8::from(map.infinite),
        map.background,
        writer.next_layer,
        writer.next_object
    );
    Ok(head + &writer.out + "</map>\n")
}

struct Writer<'a> {
    map: &'a Map,
    out: String,
    next_layer: u32,
    next_object: u32,
}

impl Writer<'_> {
    fn layer(&mut self, layer: &Layer) -> Result<()> {
        let (element, size) = match &layer.content {
            Content::Tiles(grid) if self.map.infinite => ("layer", Some((grid.width, grid.height))),
            Content::Tiles(_) => ("layer", Some((self.map.width, self.map.height))),
            Content::Objects(_) => ("objectgroup", None),
            Content::Group(_) => ("group", None),
        };
        let _ = write!(self.out, " <{element} id=\"{}\" name=\"{}\"", self.next_layer, layer.name);
        self.next_layer += 1;
        if let Some((width, height)) = size {
            let _ = write!(self.out, " width=\"{width}\" height=\"{height}\"");
        }
        if !layer.visible {
            self.out.push_str(" visible=\"0\"");
        }
        if layer.offset != (0, 0) {
            let (x, y) = layer.offset;
            let _ = write!(self.out, " offsetx=\"{x}\" offsety=\"{y}\"");
        }
        self.out.push_str(">\n");
        self.properties(&layer.properties);
        match &layer.content {
            Content::Tiles(grid) => self.tiles(grid)?,
            Content::Objects(objects) => objects.iter().for_each(|object| self.object(object)),
            Content::Group(inner) => {
                for layer in inner {
                    self.layer(layer)?;
                }
            }
        }
        let _ = writeln!(self.out, " </{element}>");
        Ok(())
    }

    fn properties(&mut self, properties: &[Property]) {
        if properties.is_empty() {
            return;
        }
        self.out.push_str("  <properties>\n");
        for property in properties {
            let _ = match property {
                Property::Bool(name, value) => {
                    writeln!(self.out, "   <property name=\"{name}\" type=\"bool\" value=\"{value}\"/>")
                }
                Property::Float(name, value) => {
                    writeln!(self.out, "   <property name=\"{name}\" type=\"float\" value=\"{value}\"/>")
                }
                Property::Text(name, value) => {
                    writeln!(self.out, "   <property name=\"{name}\" value=\"{value}\"/>")
                }
            };
        }
        self.out.push_str("  </properties>\n");
    }

    fn object(&mut self, object: &Object) {
        let Object { name, class, x, y, .. } = object;
        let id = self.next_object;
        self.next_object += 1;
        // Tiled 1.9 alone wrote `class`; before and after it the attribute is `type`.
        let head = format!("  <object id=\"{id}\" name=\"{name}\" type=\"{class}\" x=\"{x}\" y=\"{y}\"");
        match object.size {
            Some((w, h)) if object.properties.is_empty() => {
                let _ = writeln!(self.out, "{head} width=\"{w}\" height=\"{h}\"/>");
            }
            Some((w, h)) => {
                let _ = writeln!(self.out, "{head} width=\"{w}\" height=\"{h}\">");
                self.properties(&object.properties);
                self.out.push_str("  </object>\n");
            }
            None => {
                let _ = writeln!(self.out, "{head}>");
                self.properties(&object.properties);
                self.out.push_str("   <point/>\n  </object>\n");
            }
        }
    }

    fn tiles(&mut self, grid: &Grid) -> Result<()> {
        let attributes = match self.map.encoding {
            Encoding::Xml => String::new(),
            Encoding::Csv => " encoding=\"csv\"".to_owned(),
            other => match other.compression() {
                Some(name) => format!(" encoding=\"base64\" compression=\"{name}\""),
                None => " encoding=\"base64\"".to_owned(),
            },
        };
        let _ = writeln!(self.out, "  <data{attributes}>");
        if self.map.infinite {
            for chunk in grid.chunks() {
                let Grid { left, top, width, height, .. } = chunk;
                let data = encode(&chunk, self.map.encoding)?;
                let _ = writeln!(
                    self.out,
                    "   <chunk x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\">\n{data}\n   </chunk>"
                );
            }
        } else {
            let data = encode(grid, self.map.encoding)?;
            let _ = writeln!(self.out, "{data}");
        }
        self.out.push_str("  </data>\n");
        Ok(())
    }
}

/// The text of the cells.
fn encode(grid: &Grid, encoding: Encoding) -> Result<String> {
    let rows = grid.cells().chunks(grid.width as usize);
    Ok(match encoding {
        Encoding::Xml => {
            let tile = |gid: &u32| match gid {
                0 => "<tile/>".to_owned(),
                _ => format!("<tile gid=\"{gid}\"/>"),
            };
            rows.map(|row| row.iter().map(tile).collect()).collect::<Vec<String>>().join("\n")
        }
        Encoding::Csv => {
            let rows: Vec<String> =
                rows.map(|row| row.iter().map(u32::to_string).collect::<Vec<_>>().join(",")).collect();
            rows.join(",\n")
        }
        _ => base64(grid, encoding)?,
    })
}

/// The cells in base64, packed as the encoding says.
pub(crate) fn base64(grid: &Grid, encoding: Encoding) -> Result<String> {
    let bytes: Vec<u8> = grid.cells().iter().flat_map(|gid| gid.to_le_bytes()).collect();
    let packed = match encoding {
        Encoding::Xml | Encoding::Csv | Encoding::Base64 => bytes,
        Encoding::Zlib => {
            let level = flate2::Compression::best();
            let mut encoder = flate2::write::ZlibEncoder::new(Vec::new(), level);
            encoder.write_all(&bytes)?;
            encoder.finish()?
        }
        Encoding::Gzip => {
            let level = flate2::Compression::best();
            // The builder's default header holds no time, so the bytes are the same every day.
            let mut encoder = flate2::GzBuilder::new().write(Vec::new(), level);
            encoder.write_all(&bytes)?;
            encoder.finish()?
        }
        Encoding::Zstd => zstd::encode_all(bytes.as_slice(), 19).context("zstd")?,
    };
    Ok(STANDARD.encode(packed))
}
