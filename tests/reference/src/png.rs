//! The chunks of a PNG, and their checksums.

pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// The whole chunks of a PNG: name, start of the content, its length.
pub fn chunks(bytes: &[u8]) -> Vec<(String, usize, usize)> {
    let (mut chunks, mut at) = (Vec::new(), SIGNATURE.len());
    while let Some(&[a, b, c, d]) = bytes.get(at..at + 4) {
        // A chunk is its length, its name, so many bytes, and their checksum.
        let length = u32::from_be_bytes([a, b, c, d]) as usize;
        let end = at.saturating_add(12).saturating_add(length);
        if end > bytes.len() {
            break;
        }
        chunks.push((String::from_utf8_lossy(&bytes[at + 4..at + 8]).into_owned(), at + 8, length));
        at = end;
    }
    chunks
}

/// A chunk of any content.
pub fn chunk(name: &[u8], content: &[u8]) -> Vec<u8> {
    let mut chunk = [&(content.len() as u32).to_be_bytes()[..], name, content, &[0; 4]].concat();
    seal(&mut chunk, 8, content.len());
    chunk
}

/// Makes the checksum of a chunk right after its content was changed.
pub fn seal(bytes: &mut [u8], start: usize, length: usize) {
    let bit = |sum: u32, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
    let byte = |sum: u32, byte: &u8| (0..8).fold(sum ^ u32::from(*byte), bit);
    let sum = !bytes[start - 4..start + length].iter().fold(u32::MAX, byte);
    bytes[start + length..start + length + 4].copy_from_slice(&sum.to_be_bytes());
}

/// Makes the checksums of all whole chunks right, where the file is a PNG.
pub fn seal_chunks(bytes: &mut [u8]) {
    if bytes.starts_with(SIGNATURE) {
        chunks(bytes).into_iter().for_each(|(_, start, length)| seal(bytes, start, length));
    }
}
