//! The built-in sheets against the JSON Schema that editors use: as much of the language as the schema speaks.

use engine::sheet::BuiltIn;
use serde_json::Value as Json;

const SCHEMA: &str = include_str!("../../../../docs/data-sheet.schema.json");
const SHEETS: [(&str, &BuiltIn); 3] = [
    ("18cz", &titles::g18cz::sheet::SHEET),
    ("1860", &titles::g1860::sheet::SHEET),
    ("18lilliput", &titles::g18lilliput::sheet::SHEET),
];

struct Schema(Json);

impl Schema {
    // The first thing in which a value differs from what the schema says.
    fn fault(&self, value: &Json, says: &Json, path: &str) -> Option<String> {
        let wrong = |what: &str| Some(format!("{path}: {what}"));
        if let Some(name) = says["$ref"].as_str() {
            let name = name.trim_start_matches("#/$defs/");
            let found = self.fault(value, &self.0["$defs"][name], path);
            if found.is_some() {
                return found;
            }
        }
        if let Some(any) = says["anyOf"].as_array()
            && any.iter().all(|s| self.fault(value, s, path).is_some())
        {
            return wrong(&format!("{value} is none of what is possible"));
        }
        if !says["type"].is_null() && !is_of_type(value, &says["type"]) {
            return wrong(&format!("no {}", says["type"]));
        }
        if says["enum"].as_array().is_some_and(|all| !all.contains(value)) {
            return wrong(&format!("{value} is not listed"));
        }
        if says.get("const").is_some_and(|only| only != value) {
            return wrong(&format!("not {}", says["const"]));
        }
        let number = value.as_f64();
        let out = |n: f64| {
            says["minimum"].as_f64().is_some_and(|min| n < min)
                || says["maximum"].as_f64().is_some_and(|max| n > max)
        };
        if number.is_some_and(out) {
            return wrong("out of range");
        }
        match value {
            Json::Array(list) => {
                let count = list.len() as u64;
                let most = says["maxItems"].as_u64().unwrap_or(u64::MAX);
                if count > most || count < says["minItems"].as_u64().unwrap_or(0) {
                    return wrong("too many or too few");
                }
                let mut all = list.iter().enumerate();
                all.find_map(|(i, v)| self.fault(v, &says["items"], &format!("{path}.{i}")))
            }
            Json::Object(fields) => {
                let missing = says["required"].as_array().into_iter().flatten();
                let mut missing = missing.filter_map(Json::as_str);
                if let Some(key) = missing.find(|key| !fields.contains_key(*key)) {
                    return wrong(&format!("{key} is missing"));
                }
                let mut all = fields.iter();
                all.find_map(|(key, v)| self.field(key, v, says, &format!("{path}.{key}")))
            }
            _ => None,
        }
    }

    fn field(&self, key: &str, value: &Json, says: &Json, path: &str) -> Option<String> {
        // The only pattern of keys is that of numbers of players.
        let number = says["patternProperties"].get("^[1-7]$");
        let number = number.filter(|_| key.len() == 1 && ("1"..="7").contains(&key));
        let rule = says["properties"].get(key).or(number);
        match rule.or(says.get("additionalProperties")) {
            Some(Json::Bool(false)) => Some(format!("{path}: unknown")),
            Some(rule) => self.fault(value, rule, path),
            None => None,
        }
    }
}

fn is_of_type(value: &Json, types: &Json) -> bool {
    let is = |name: &Json| match name.as_str().unwrap_or_default() {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        other => panic!("{other} is no type"),
    };
    match types {
        Json::Array(all) => all.iter().any(is),
        one => is(one),
    }
}

fn parsed(text: &str) -> Json {
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn the_built_in_sheets_are_as_the_schema_says_and_name_it() {
    let schema = Schema(parsed(SCHEMA));
    for (title, built_in) in SHEETS {
        let sheet = built_in.json();
        assert_eq!(schema.fault(sheet, &schema.0, title), None);
        // Relative to the folder of the sheets.
        let named = sheet["$schema"].as_str().expect("the schema's place");
        let data = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        assert!(data.join(named).is_file(), "{title}: {named}");
    }
}

#[test]
fn the_schema_finds_faults() {
    let schema = Schema(parsed(SCHEMA));
    let changes: [(&str, Json); 5] = [
        ("/companies/0/colour", Json::Null),
        ("/companies/0/shares/0", 101.into()),
        ("/cells/0/closed", "e0".into()),
        ("/trains/0/faces/0/range", parsed(r#"{ "express": 3, "cities": 2 }"#)),
        ("/form", 7.into()),
    ];
    for (place, value) in changes {
        let mut sheet = SHEETS[0].1.json().clone();
        match sheet.pointer_mut(place) {
            Some(here) => *here = value,
            None => sheet["cells"][0]["closed"] = value,
        }
        assert!(schema.fault(&sheet, &schema.0, "").is_some(), "{place}");
    }
}
