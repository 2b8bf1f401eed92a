//! The kinds of files, guessed from how they begin.

/// The first bytes of every PNG.
pub(in crate::load) const PNG_SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// How a project of LDtk is described.
pub(in crate::load) const LDTK: &str = "an LDtk project";

/// How a world of Tiled is described.
pub(in crate::load) const WORLD: &str = "a Tiled world";

/// Guesses the kind of a file from its first bytes, in words for a message.
pub(in crate::load) fn describe_content(bytes: &[u8]) -> &'static str {
    let starts: [(&[u8], &str); 12] = [
        (PNG_SIGNATURE, "a PNG image"),
        (b"\xff\xd8\xff", "a JPEG image"),
        (b"GIF8", "a GIF image"),
        (b"BM", "a BMP image"),
        (b"II*\0", "a TIFF image"),
        (b"MM\0*", "a TIFF image"),
        (b"qoif", "a QOI image"),
        (b"\x1f\x8b", "a gzip archive"),
        (b"PK\x03\x04", "a zip archive"),
        (b"\xfe\xff", "a text in UTF-16"),
        (b"\xff\xfe", "a text in UTF-16"),
        (b"%PDF", "a PDF document"),
    ];
    if let Some((_, what)) = starts.iter().find(|(start, _)| bytes.starts_with(start)) {
        return what;
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return "a WebP image";
    }
    if let [b'P', kind @ b'1'..=b'6', after, ..] = bytes
        && after.is_ascii_whitespace()
    {
        return if matches!(kind, b'2' | b'5') { "a PGM image" } else { "a PBM or PPM image" };
    }
    // The size of the file comes before the magic number.
    if bytes.get(4..6) == Some(b"\xe0\xa5") {
        return "an Aseprite file";
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = &text[..text.len().min(4096)];
    let holds = |needle: &[u8]| start.windows(needle.len()).any(|window| window == needle);
    match text.first() {
        Some(b'<') if holds(b"<map") => "a Tiled map (TMX)",
        Some(b'<') if holds(b"<tileset") => "a Tiled tile set (TSX)",
        Some(b'<') if holds(b"<template") => "a Tiled template (TX)",
        Some(b'<') if holds(b"<svg") => "an SVG image",
        Some(b'<') => "an XML document",
        Some(b'{') if holds(b"\"onlyShowAdjacentMaps\"") => WORLD,
        Some(b'{') if (holds(b"\"maps\"") && holds(b"\"fileName\"")) || holds(b"\"regexp\"") => WORLD,
        Some(b'{' | b'[') if holds(b"__header__") || holds(b"ldtk") => LDTK,
        Some(b'{' | b'[') => "a JSON document",
        _ if start.iter().all(|byte| !byte.is_ascii_control() || byte.is_ascii_whitespace()) => "a text",
        _ => "a file of another kind",
    }
}
