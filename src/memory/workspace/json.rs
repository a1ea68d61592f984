//! A configuration to JSON and back.
//!
//! Invariant: [`Config::from_json`] reads the output of [`Config::to_json`] to an equal
//! configuration. A field that is unknown, repeated or of another type is refused by name; an
//! absent one has its default.

use super::config::{Allocation, Config, Learning, Location, Mirroring, Mode, Reset, Spill};
use crate::device::Device;
use crate::error::{Error, Result};
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::{Map, Value};
use std::fmt;

impl Config {
    /// Reads a flat object and checks it.
    pub fn from_json(text: &str) -> Result<Config> {
        let mut reader = serde_json::Deserializer::from_str(text);
        let refused = |error| Error::argument(format!("a workspace configuration: {error}"));
        let fields = reader.deserialize_map(Fields).map_err(refused)?;
        reader.end().map_err(refused)?;
        let mut config = Config::default();
        for (name, value) in &fields {
            config.set(name, value)?;
        }
        config.check()?;
        Ok(config)
    }

    /// Writes every field, including those with their default.
    pub fn to_json(&self) -> String {
        let mut fields = Map::new();
        let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
        put("initialSize", self.initial_size.into());
        put("maxSize", self.max_size.into());
        put("minSize", self.min_size.into());
        put("overallocationLimit", self.overallocation_limit.into());
        put("policyAllocation", self.allocation.name().into());
        put("policyLearning", self.learning.name().into());
        put("cyclesBeforeInitialization", self.cycles_before_initialization.into());
        put("policyMirroring", self.mirroring.name().into());
        put("policySpill", self.spill.name().into());
        put("tempBlockSize", self.temp_block_size.into());
        put("policyReset", self.reset.name().into());
        put("policyLocation", self.location.name().into());
        put("tempFilePath", self.temp_file_path.as_str().into());
        put("workspaceMode", self.mode.name().into());
        put("useCycleDetector", self.use_cycle_detector.into());
        put("helperMinSize", self.helper_min_size.into());
        put("helperAllowFallback", self.helper_allow_fallback.into());
        put("strict", self.strict.into());
        put("device", self.device.to_string().into());
        Value::Object(fields).to_string()
    }

    fn set(&mut self, name: &str, value: &Value) -> Result<()> {
        match name {
            "initialSize" => self.initial_size = whole(name, value)?,
            "maxSize" => self.max_size = whole(name, value)?,
            "minSize" => self.min_size = whole(name, value)?,
            "overallocationLimit" => {
                self.overallocation_limit = value.as_f64().ok_or_else(|| wrong(name, "a number", value))?;
            }
            "policyAllocation" => self.allocation = one_of(name, value, Allocation::ALL, Allocation::name)?,
            "policyLearning" => self.learning = one_of(name, value, Learning::ALL, Learning::name)?,
            "cyclesBeforeInitialization" => self.cycles_before_initialization = whole(name, value)?,
            "policyMirroring" => self.mirroring = one_of(name, value, Mirroring::ALL, Mirroring::name)?,
            "policySpill" => self.spill = one_of(name, value, Spill::ALL, Spill::name)?,
            "tempBlockSize" => self.temp_block_size = whole(name, value)?,
            "policyReset" => self.reset = one_of(name, value, Reset::ALL, Reset::name)?,
            "policyLocation" => self.location = one_of(name, value, Location::ALL, Location::name)?,
            "tempFilePath" => {
                self.temp_file_path = value.as_str().ok_or_else(|| wrong(name, "a text", value))?.to_owned();
            }
            "workspaceMode" => self.mode = one_of(name, value, Mode::ALL, Mode::name)?,
            "useCycleDetector" => self.use_cycle_detector = flag(name, value)?,
            "helperMinSize" => self.helper_min_size = whole(name, value)?,
            "helperAllowFallback" => self.helper_allow_fallback = flag(name, value)?,
            "strict" => self.strict = flag(name, value)?,
            "device" => {
                let named = value.as_str().and_then(Device::from_name);
                self.device = named.ok_or_else(|| wrong(name, "cpu or such as cuda:0", value))?;
            }
            _ => return Err(Error::argument(format!("'{name}' is not a parameter of a workspace"))),
        }
        Ok(())
    }
}

/// The fields in order, so that a repeated one is detected.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = Vec<(String, Value)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> std::result::Result<Self::Value, A::Error> {
        let mut fields: Self::Value = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if fields.iter().any(|(other, _)| *other == name) {
                return Err(serde::de::Error::custom(format!("'{name}' comes twice")));
            }
            fields.push((name, value));
        }
        Ok(fields)
    }
}

fn whole(name: &str, value: &Value) -> Result<u64> {
    value.as_u64().ok_or_else(|| wrong(name, "a whole number, 0 or more", value))
}

fn flag(name: &str, value: &Value) -> Result<bool> {
    value.as_bool().ok_or_else(|| wrong(name, "true or false", value))
}

fn one_of<T: Copy>(name: &str, value: &Value, all: &[T], text: fn(T) -> &'static str) -> Result<T> {
    let found = all.iter().copied().find(|variant| value.as_str() == Some(text(*variant)));
    found.ok_or_else(|| wrong(name, &all.iter().map(|variant| text(*variant)).collect::<Vec<_>>().join(", "), value))
}

#[cold]
fn wrong(name: &str, expected: &str, value: &Value) -> Error {
    Error::argument(format!("{name} is {value}, expected {expected}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_configuration_survives_the_way_there_and_back() {
        let config = Config {
            initial_size: 1 << 40,
            overallocation_limit: 2.125,
            reset: Reset::EndOfBufferReached,
            spill: Spill::Reallocate,
            mode: Mode::Single,
            location: Location::Mmap,
            temp_file_path: "/a \"b\"\\c\u{e9}\n".into(),
            helper_allow_fallback: false,
            strict: true,
            ..Config::default()
        };
        assert_eq!(Config::from_json(&config.to_json()).expect("own words"), config);
        assert_eq!(Config::from_json("{}").expect("all absent"), Config::default());
        let there = Config { device: Device::Cuda(3), ..Config::default() };
        assert_eq!(Config::from_json(&there.to_json()).expect("own words"), there);
        assert_eq!(Config::from_json(r#"{"device": "cuda:3"}"#).expect("all else absent"), there);
    }

    #[test]
    fn errors_name_the_field() {
        let cases = [
            (r#"{"initialSize": -1}"#, "initialSize is -1"),
            (r#"{"maxSize": 1.5}"#, "maxSize is 1.5"),
            (r#"{"policySpill": "LEAK"}"#, "policySpill is \"LEAK\", expected FAIL, REALLOCATE, EXTERNAL"),
            (r#"{"strict": 1}"#, "strict is 1"),
            (r#"{"device": "gpu"}"#, "device is \"gpu\", expected cpu or such as cuda:0"),
            (r#"{"device": 65536}"#, "device is 65536"),
            (r#"{"intialSize": 1}"#, "'intialSize' is not a parameter"),
            (r#"{"minSize": 1, "minSize": 2}"#, "'minSize' comes twice"),
            (r#"{"minSize": 5, "maxSize": 2}"#, "minSize 5 contradicts maxSize 2"),
            ("[]", "an object"),
            ("{} {}", "trailing"),
            ("", "EOF"),
        ];
        for (text, part) in cases {
            let error = Config::from_json(text).expect_err(text);
            assert!(error.message().contains(part), "{text}: {error}");
        }
    }
}
