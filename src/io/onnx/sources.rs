//! Removes the places in ONNX Runtime's own sources from its messages: a user has none of these files.
//!
//! ```text
//!   Load model from a.onnx failed:/onnxruntime_src/…/model.cc:166 onnxruntime::Model::Model(…) ModelProto does not …
//!   Load model from a.onnx failed: ModelProto does not …
//! ```

/// The message without the file, the line and the function that it may name.
pub(super) fn without_places(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((start, end)) = place(rest) {
        let before = rest[..start].trim_end();
        kept.push_str(before);
        rest = after_function(&rest[end..]).trim_start();
        if !before.is_empty() && !rest.is_empty() {
            kept.push(' ');
        }
    }
    kept.push_str(rest);
    kept.trim_end().to_owned()
}

/// Where the first file of ONNX Runtime with a line begins and ends.
fn place(text: &str) -> Option<(usize, usize)> {
    let files = [".cc:", ".h:", ".cpp:", ".hpp:", ".cu:"];
    let mut ends = files.iter().flat_map(|file| text.match_indices(file)).collect::<Vec<(usize, &str)>>();
    ends.sort_unstable();
    ends.into_iter().find_map(|(at, file)| {
        let line = &text[at + file.len()..];
        let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let word = text[..at].rfind(char::is_whitespace).map_or(0, |space| space + 1);
        // `failed:/onnxruntime_src/a` and `failed:D:\a\onnxruntime\a` are one word.
        let path = &text[word..at];
        let start = word + path.find('/').or_else(|| path.find(":\\").map(|drive| drive.saturating_sub(1)))?;
        (digits > 0 && text[start..at].contains("onnxruntime")).then_some((start, at + file.len() + digits))
    })
}

/// What follows the signature of a function of ONNX Runtime; all of it if there is none.
fn after_function(text: &str) -> &str {
    let trimmed = text.trim_start();
    let Some(open) = trimmed.find('(').filter(|&open| trimmed[..open].contains("onnxruntime")) else { return text };
    let Some(rest) = after_brackets(&trimmed[open..], '(', ')') else { return text };
    let rest = rest.strip_prefix(" const").unwrap_or(rest);
    match rest.strip_prefix(' ').filter(|rest| rest.starts_with("[with ")) {
        Some(with) => after_brackets(with, '[', ']').unwrap_or(rest),
        None => rest,
    }
}

/// What follows the bracket that closes the first one; `None` if nothing does.
fn after_brackets(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return Some(&text[at + c.len_utf8()..]);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_and_the_rest_stays() {
        let text = "Load model from /a/b.onnx failed:/onnxruntime_src/onnxruntime/core/graph/model.cc:166 \
                    onnxruntime::Model::Model(onnx::ModelProto&&, const onnxruntime::PathString&) ModelProto has no graph.\n";
        assert_eq!(without_places(text), "Load model from /a/b.onnx failed: ModelProto has no graph.");
        let text = "Exception during initialization: /onnxruntime_src/onnxruntime/core/providers/cpu/rnn/rnn.h:44 \
                    onnxruntime::RNN<T>::RNN(const onnxruntime::OpKernelInfo&) [with T = float] layout_ == 0 was false. Not (yet).";
        assert_eq!(without_places(text), "Exception during initialization: layout_ == 0 was false. Not (yet).");
        let text = "failed:D:\\a\\onnxruntime\\core\\x.cc:7 void onnxruntime::f(int (*)(long)) const why; \
                    /onnxruntime_src/y.h:1 onnxruntime::g() again";
        assert_eq!(without_places(text), "failed: why; again");
    }

    #[test]
    fn other_messages_stay_as_they_are() {
        for text in [
            "",
            "index 9 is out of bounds (0 to 4)",
            "Load model from /models/onnxruntime/notes.cc:x failed",
            "Load model from /models/a.h:12 failed",
            "an open onnxruntime::f(int",
        ] {
            assert_eq!(without_places(text), text);
        }
        let open = "/onnxruntime_src/a.cc:1 onnxruntime::f(int";
        assert_eq!(without_places(open), "onnxruntime::f(int");
    }
}
