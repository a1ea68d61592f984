//! The operations, read from the text of the generated runner: their names, and the meaning of
//! their words.

const GENERATED: &str = include_str!("../scenario_runner/generated.rs");

/// The meaning of a word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Word {
    Tensor,
    Number,
    List,
    Flag,
    DType,
    Device,
    Text,
    Tensors,
}

/// One operation.
#[derive(Clone, Debug)]
pub struct Command {
    pub name: String,
    words: Vec<Word>,
}

/// The text for words of each kind; operands are used in turn.
#[derive(Clone, Copy)]
pub struct Words<'a> {
    pub operands: &'a [&'a str],
    pub number: &'a str,
    pub list: &'a str,
    pub flag: &'a str,
    pub dtype: &'a str,
}

impl Command {
    /// The call with these words.
    pub fn with(&self, words: &Words) -> String {
        let mut operands = words.operands.iter().cycle();
        let mut call = self.name.clone();
        for word in &self.words {
            let two = [operands.clone().next().expect("an operand"), operands.clone().nth(1).expect("it goes round")];
            let both = format!("{} {}", two[0], two[1]);
            call.push(' ');
            call.push_str(match word {
                Word::Tensor => operands.next().expect("it goes round"),
                Word::Number => words.number,
                Word::List => words.list,
                Word::Flag => words.flag,
                Word::DType => words.dtype,
                Word::Device => "cpu",
                Word::Text => "\"...,...\"",
                Word::Tensors => &both,
            });
        }
        call
    }
}

/// Every operation that has an operand.
pub fn all() -> Vec<Command> {
    let compute = GENERATED.find("pub fn compute(").expect("it is there");
    let mut arms: Vec<String> = Vec::new();
    for line in GENERATED[compute..].lines() {
        if line.starts_with("        \"") && line.contains("\" =>") {
            arms.push(String::new());
        }
        if let Some(arm) = arms.last_mut() {
            arm.push_str(line);
            arm.push('\n');
        }
    }
    let commands: Vec<Command> = arms.iter().map(|arm| command(arm)).collect();
    assert!(commands.len() > 400, "{} operations: some are not found", commands.len());
    commands
}

fn command(arm: &str) -> Command {
    let name = arm.split('"').nth(1).expect("an arm has a name").to_owned();
    if arm.contains("=> reduce(run,") {
        return Command { name, words: vec![Word::Tensor, Word::List] };
    }
    let start = arm.find("|[").map(|at| at + 2).or_else(|| arm.find("|([").map(|at| at + 3)).expect("it has words");
    let names = &arm[start..start + arm[start..].find(']').expect("they end")];
    let mut words: Vec<Word> =
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(|n| word(arm, n)).collect();
    if arm.contains("run.tensors(rest)") {
        words.push(Word::Tensors);
    }
    Command { name, words }
}

fn word(arm: &str, name: &str) -> Word {
    let readers = [
        ("run.tensor(", Word::Tensor),
        ("run.optional_tensor(", Word::Tensor),
        ("read::number(", Word::Number),
        ("read::scalar(", Word::Number),
        ("read::optional_number(", Word::Number),
        ("read::integers(", Word::List),
        ("read::flag(", Word::Flag),
        ("read::dtype(", Word::DType),
        ("read::device(", Word::Device),
    ];
    let found = readers.iter().find(|(reader, _)| arm.contains(&format!("{reader}{name})")));
    found.map_or(Word::Text, |(_, word)| *word)
}
