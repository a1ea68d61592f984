//! Parses a file to steps: lines to words, words to commands, commands to blocks.

use super::Failure;

/// One word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    pub text: String,
    pub quoted: bool,
}

impl Word {
    /// Whether it is this word, unquoted.
    pub fn is(&self, text: &str) -> bool {
        !self.quoted && self.text == text
    }
}

/// What `expect_error` expects in the rest of its line.
#[derive(Debug)]
pub struct Wanted {
    pub status: String,
    pub message: Option<String>,
}

/// One command with the names of its results.
#[derive(Debug)]
pub struct Line {
    pub number: usize,
    pub fails: Option<Wanted>,
    pub results: Vec<String>,
    pub command: String,
    pub args: Vec<Word>,
}

/// The kind of a block, which ends at its `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    Using,
    Run,
    Thread,
}

/// A part of a scenario, in order.
#[derive(Debug)]
pub enum Step {
    Command(Line),
    Throw,
    /// `args` are the words after the block's own, `escapes` those after its `end`.
    Block {
        kind: BlockKind,
        line: usize,
        args: Vec<Word>,
        body: Vec<Step>,
        end: usize,
        escapes: Vec<Word>,
    },
}

/// The steps of a file. Its first line must be a comment.
pub fn parse(text: &str) -> Result<Vec<Step>, Failure> {
    if !text.trim_start_matches(['\u{feff}']).starts_with("# ") {
        return Err(Failure { line: 1, text: "the first line is not a comment that says the promise".into() });
    }
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_matches([' ', '\t', '\r']);
        if !line.is_empty() && !line.starts_with('#') {
            let number = at + 1;
            lines.push((number, split(line).map_err(|text| Failure { line: number, text })?));
        }
    }
    let mut lines = lines.into_iter();
    let steps = block(&mut lines, None)?.0;
    Ok(steps)
}

type Lines = std::vec::IntoIter<(usize, Vec<Word>)>;

/// The steps up to the `end` of the block of this kind that began at line `opened`, or to the end
/// of the file; also the `end` with its words.
fn block(lines: &mut Lines, opened: Option<(BlockKind, usize)>) -> Result<(Vec<Step>, usize, Vec<Word>), Failure> {
    let mut steps = Vec::new();
    while let Some((number, mut words)) = lines.next() {
        let kind = [("using", BlockKind::Using), ("run", BlockKind::Run), ("thread", BlockKind::Thread)]
            .into_iter()
            .find_map(|(word, kind)| words[0].is(word).then_some(kind));
        if let Some(kind) = kind {
            let (body, end, escapes) = block(lines, Some((kind, number)))?;
            words.remove(0);
            steps.push(Step::Block { kind, line: number, args: words, body, end, escapes });
        } else if words[0].is("end") {
            let Some((kind, _)) = opened else {
                return Err(Failure { line: number, text: "end without a block".into() });
            };
            if kind != BlockKind::Using && words.len() > 1 {
                return Err(Failure { line: number, text: "only a using block returns something".into() });
            }
            words.remove(0);
            return Ok((steps, number, words));
        } else if words[0].is("throw") {
            if words.len() > 1 || opened.is_none_or(|(kind, _)| kind != BlockKind::Using) {
                return Err(Failure { line: number, text: "throw stands alone, in the body of a using block".into() });
            }
            steps.push(Step::Throw);
        } else {
            steps.push(Step::Command(command(number, words).map_err(|text| Failure { line: number, text })?));
        }
    }
    match opened {
        Some((_, line)) => Err(Failure { line, text: "the block has no end".into() }),
        None => Ok((steps, 0, Vec::new())),
    }
}

fn command(number: usize, words: Vec<Word>) -> Result<Line, String> {
    let mut words = words.as_slice();
    let mut fails = None;
    if words[0].is("expect_error") {
        let status = words.get(1).ok_or("expect_error what?")?.text.clone();
        let message = words.get(2).filter(|word| word.quoted).map(|word| word.text.clone());
        words = &words[2 + usize::from(message.is_some())..];
        fails = Some(Wanted { status, message });
    }
    let results = match words.iter().position(|word| word.is("=")) {
        Some(0) => return Err("no name before =".into()),
        Some(at) => {
            let (names, rest) = words.split_at(at);
            words = &rest[1..];
            names.iter().map(name).collect::<Result<_, _>>()?
        }
        None => Vec::new(),
    };
    let (first, args) = words.split_first().ok_or("no command")?;
    Ok(Line { number, fails, results, command: first.text.clone(), args: args.to_vec() })
}

fn name(word: &Word) -> Result<String, String> {
    if is_name(word) { Ok(word.text.clone()) } else { Err(format!("'{}' is not a name", word.text)) }
}

/// Whether a word has the form of a name.
pub fn is_name(word: &Word) -> bool {
    let mut letters = word.text.chars();
    let first = letters.next().is_some_and(|c| c.is_ascii_lowercase());
    !word.quoted && first && letters.all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn split(line: &str) -> Result<Vec<Word>, String> {
    let mut words = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        let (word, after) = if rest.starts_with('"') { quoted(rest)? } else { bare(rest)? };
        words.push(word);
        if !after.is_empty() && !after.starts_with([' ', '\t']) {
            return Err(format!("a blank is missing before '{after}'"));
        }
        rest = after.trim_start_matches([' ', '\t']);
    }
    Ok(words)
}

fn bare(text: &str) -> Result<(Word, &str), String> {
    let (word, after) = text.split_at(text.find([' ', '\t']).unwrap_or(text.len()));
    if word.contains('"') {
        return Err(format!("a quote inside the word {word}"));
    }
    Ok((Word { text: word.to_owned(), quoted: false }, after))
}

fn quoted(text: &str) -> Result<(Word, &str), String> {
    let mut word = String::new();
    let mut letters = text.char_indices().skip(1);
    while let Some((at, c)) = letters.next() {
        match c {
            '"' => return Ok((Word { text: word, quoted: true }, &text[at + 1..])),
            '\\' => match letters.next() {
                Some((_, 'n')) => word.push('\n'),
                Some((_, c @ ('"' | '\\'))) => word.push(c),
                _ => return Err("only \\\", \\\\ and \\n after a backslash".into()),
            },
            c => word.push(c),
        }
    }
    Err("a quote is missing".into())
}
