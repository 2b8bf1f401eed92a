use quick_xml::escape::escape;

/// A document for `tiled`: what Tileray reads of the original, with numbers that were checked.
#[derive(Default)]
pub(super) struct Slim(String);

impl Slim {
    /// Opens an element with those of the attributes that have a value.
    pub(super) fn open(&mut self, name: &str, attributes: &[(&str, Option<String>)]) {
        self.start(name, attributes);
        self.0.push('>');
    }

    /// An element that holds nothing.
    pub(super) fn empty(&mut self, name: &str, attributes: &[(&str, Option<String>)]) {
        self.start(name, attributes);
        self.0.push_str("/>");
    }

    fn start(&mut self, name: &str, attributes: &[(&str, Option<String>)]) {
        self.0.push('<');
        self.0.push_str(name);
        for (key, value) in attributes {
            if let Some(value) = value {
                self.0.extend([" ", key, "=\"", &escape(value), "\""]);
            }
        }
    }

    pub(super) fn close(&mut self, name: &str) {
        self.0.extend(["</", name, ">"]);
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0.into_bytes()
    }
}
