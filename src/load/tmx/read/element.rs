//! The elements of a document: their names and their attributes.
//!
//! Both formats of Tiled have the same content: an attribute in XML is a member of an object in JSON. `xml.rs` and
//! `json.rs` find the children of an element.

use crate::load::error::shortened;
use crate::load::input::TextDocument;
use crate::load::json::{Object, Value, text_of};
use crate::load::{LoadError, LoadErrorKind};
use quick_xml::XmlVersion;
use quick_xml::escape::EscapeError;
use quick_xml::events::BytesStart;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::rc::Rc;
use std::str::FromStr;

/// The start of an element: the position of its `<` or `{`, its name and its attributes.
pub(super) struct Element<'d> {
    pub(super) at: usize,
    pub(super) document: &'d TextDocument,
    pub(super) start: ElementStart<'d>,
}

/// The name and the attributes of an element.
pub(super) enum ElementStart<'d> {
    Xml(BytesStart<'d>),
    /// An object, with the name that it has in XML.
    Json(&'static str, Rc<Object<'d>>),
}

impl<'d> Element<'d> {
    /// Returns the element's name, without a prefix.
    pub(super) fn name(&self) -> &str {
        match &self.start {
            ElementStart::Xml(start) => start.local_name().into_inner(),
            ElementStart::Json(name, _) => name,
        }
    }

    pub(super) fn is_json(&self) -> bool {
        matches!(self.start, ElementStart::Json(..))
    }

    /// Returns a member as it is written in JSON: an object or a list too.
    pub(super) fn raw(&self, name: &str) -> Option<&'d RawValue> {
        if let ElementStart::Json(_, object) = &self.start { object.raw(name) } else { None }
    }

    /// Returns the kind of the element with its name, for messages: `layer 'rock'`.
    pub(super) fn title(&self, what: &str) -> Result<String, LoadError> {
        Ok(format!("{what} '{}'", shortened(&self.attribute("name")?.unwrap_or_default())))
    }

    /// Creates an error at the element.
    pub(super) fn error(&self, kind: LoadErrorKind) -> LoadError {
        self.document.error(self.at, kind)
    }

    /// Returns the value of an attribute. In XML, entities are replaced, and all attributes up to it are parsed. In
    /// JSON, a boolean is 1 or 0.
    pub(super) fn attribute(&self, name: &str) -> Result<Option<String>, LoadError> {
        let start = match &self.start {
            ElementStart::Xml(start) => start,
            ElementStart::Json(_, object) => {
                return Ok(match object.get(name) {
                    Some(Value::Text(text)) => Some(text.clone().into_owned()),
                    Some(Value::Raw(raw)) => match raw.get() {
                        "true" => Some("1".into()),
                        "false" => Some("0".into()),
                        _ => scalar_of(raw),
                    },
                    _ => None,
                });
            }
        };
        let malformed = |detail: String| self.error(xml_fault(format!("<{}>: {detail}", shortened(self.name()))));
        // The check for duplicates is quadratic in the number of attributes.
        for attribute in start.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| malformed(error.to_string()))?;
            if attribute.key.local_name().as_ref() == name {
                let value = attribute.normalized_value(XmlVersion::Implicit1_0);
                return Ok(Some(value.map_err(|error| malformed(describe_error(&error)))?.into_owned()));
            }
        }
        Ok(None)
    }

    /// Returns the value of an attribute as a number. `expected` describes the valid numbers.
    pub(super) fn number<T: FromStr>(
        &self,
        name: &'static str,
        expected: &'static str,
    ) -> Result<Option<T>, LoadError> {
        let Some(value) = self.attribute(name)? else { return Ok(None) };
        match value.trim().parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => Err(self.wrong(name, &value, expected)),
        }
    }

    /// Returns the value of an attribute as a finite number.
    pub(super) fn finite(&self, name: &'static str, expected: &'static str) -> Result<Option<f64>, LoadError> {
        match self.number::<f64>(name, expected)? {
            Some(number) if !number.is_finite() => Err(self.wrong(name, &number.to_string(), expected)),
            number => Ok(number),
        }
    }

    /// Returns the value of a required attribute.
    pub(super) fn required<T: FromStr>(&self, name: &'static str, expected: &'static str) -> Result<T, LoadError> {
        self.number(name, expected)?.ok_or_else(|| self.missing(name))
    }

    /// Creates the error of a missing attribute.
    pub(super) fn missing(&self, attribute: &'static str) -> LoadError {
        self.error(LoadErrorKind::MissingAttribute { element: shortened(self.name()), attribute })
    }

    /// Creates the error of an attribute with an invalid value.
    pub(super) fn wrong(&self, attribute: &'static str, found: &str, expected: &'static str) -> LoadError {
        let (element, found) = (shortened(self.name()), shortened(found));
        self.error(LoadErrorKind::Attribute { element, attribute, found, expected })
    }
}

/// Returns the text of a value of JSON, or `None` for an object or a list.
pub(super) fn scalar_of(raw: &RawValue) -> Option<String> {
    match raw.get() {
        text if text.starts_with(['{', '[']) => None,
        text if text.starts_with('"') => text_of(raw).map(Cow::into_owned),
        text => Some(text.to_owned()),
    }
}

/// Returns the error for XML that is malformed.
pub(super) fn xml_fault(detail: String) -> LoadErrorKind {
    LoadErrorKind::malformed("XML", detail, "save the file again in Tiled")
}

/// Describes an error of the XML for a message.
pub(super) fn describe_error(error: &quick_xml::Error) -> String {
    match error {
        quick_xml::Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => {
            format!("'&{};' is not an entity of XML; the sign & itself is written &amp;", shortened(name))
        }
        quick_xml::Error::Escape(EscapeError::UnterminatedEntity(_)) => {
            "an entity has no ';'; the sign & itself is written &amp;".into()
        }
        quick_xml::Error::Escape(EscapeError::InvalidCharRef(_)) => {
            "the number of a character reference is wrong".into()
        }
        other => shortened(&other.to_string()),
    }
}
