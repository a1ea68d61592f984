//! Commands of modules.

use super::ops::nothing;
use super::read::{flag, integers, number, optional_number};
use super::run::Run;
use super::words::Word;
use super::{Answer, Kind, files, one, several, some_words_of, words_of, wrong};
use tenure::api::module;

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    let run = &*run;
    Some(match name {
        "module" => make(run, args),
        "module_add" => add(run, args),
        "module_call" => call(run, args),
        "module_call_all" => call_all(run, args),
        "module_node" => node(run, args),
        "module_outputs" => outputs(run, args),
        "module_get" => get(run, args),
        "module_watch" => watch(run, args),
        "module_training" => training(run, args),
        "module_freeze" => freeze(run, args),
        "module_requires_grad" => {
            words_of(args).and_then(|[m, on]| nothing(module::requires_grad(run.handle(Kind::Module, m)?, flag(on)?)))
        }
        "module_average" => words_of(args).and_then(|[m, decay]| {
            let decay = optional_number(decay)?;
            one(Kind::Module, module::averaged(run.owner(), run.handle(Kind::Module, m)?, decay, false)?)
        }),
        "module_average_update" => words_of(args).and_then(|[a, m]| {
            nothing(module::update_average(run.handle(Kind::Module, a)?, run.handle(Kind::Module, m)?))
        }),
        "module_checkpoint" => words_of(args)
            .and_then(|[m, on]| nothing(module::set_checkpointed(run.handle(Kind::Module, m)?, flag(on)?))),
        "module_zero_gradients" => {
            words_of(args).and_then(|[m]| nothing(module::zero_gradients(run.handle(Kind::Module, m)?)))
        }
        "module_tie" => tie(run, args),
        "module_copy" => {
            words_of(args).and_then(|[m]| one(Kind::Module, module::copy(run.owner(), run.handle(Kind::Module, m)?)?))
        }
        "module_load" => load(run, args),
        "module_save" => save(run, args),
        "module_read" => read(run, args),
        "expect_state" => expect_state(run, args),
        _ => return None,
    })
}

fn make(run: &Run, args: &[Word]) -> Answer {
    let ([kind], settings) = some_words_of(args)?;
    let owner = run.owner();
    let made = match (kind.text.as_str(), settings) {
        ("Linear", [inputs, outputs, bias]) => module::linear(owner, number(inputs)?, number(outputs)?, flag(bias)?),
        ("ReLU", []) => module::relu(owner),
        ("Identity", []) => module::identity(owner),
        ("Sequential", []) => module::sequential(owner),
        ("Concat", [axis]) => module::join_concat(owner, number(axis)?),
        ("Add", []) => module::join_add(owner),
        ("GRUCell", [inputs, hidden]) => module::gru_cell(owner, number(inputs)?, number(hidden)?, true),
        ("RNN", [inputs, hidden]) => {
            module::rnn(owner, number(inputs)?, number(hidden)?, 1, false, true, false, 0.0, false)
        }
        ("EmbeddingBag", [rows, width]) => {
            module::embedding_bag(owner, number(rows)?, number(width)?, 0, false, None, None, 2.0, false)
        }
        ("Embedding", [rows, width, most]) => {
            module::embedding(owner, number(rows)?, number(width)?, None, Some(number(most)?), 2.0, false)
        }
        ("LSTM", [inputs, hidden, projected]) => {
            let (inputs, hidden, projected) = (number(inputs)?, number(hidden)?, number(projected)?);
            module::lstm(owner, inputs, hidden, 1, true, false, 0.0, false, projected)
        }
        ("MultiheadAttention", [width, heads, others @ ..]) => {
            let (width, heads) = (number(width)?, number(heads)?);
            let (keys, values) = match others {
                [] => (None, None),
                [keys, values] => (Some(number(keys)?), Some(number(values)?)),
                _ => return wrong("MultiheadAttention has 2 or 4 settings"),
            };
            let adds = keys.is_some();
            module::multihead_attention(owner, width, heads, 0.0, true, true, true, true, keys, values, adds, adds)
        }
        ("Graph", inputs) => module::graph(owner, &lines(inputs)),
        _ => return wrong(format!("no kind of module '{}' with {} settings", kind.text, settings.len())),
    };
    one(Kind::Module, made?)
}

fn add(run: &Run, args: &[Word]) -> Answer {
    let [m, name, child] = words_of(args)?;
    nothing(module::add(run.handle(Kind::Module, m)?, &name.text, run.handle(Kind::Module, child)?))
}

fn call(run: &Run, args: &[Word]) -> Answer {
    let [m, x] = words_of(args)?;
    one(Kind::Tensor, module::forward(run.owner(), run.handle(Kind::Module, m)?, run.tensor(x)?)?)
}

fn call_all(run: &Run, args: &[Word]) -> Answer {
    let ([m], inputs) = some_words_of(args)?;
    let input = |word: &Word| if word.text == "none" { Ok(0) } else { run.tensor(word) };
    let inputs = inputs.iter().map(input).collect::<Result<Vec<u64>, _>>()?;
    several(&module::forward_all(run.owner(), run.handle(Kind::Module, m)?, &inputs)?)
}

fn node(run: &Run, args: &[Word]) -> Answer {
    let ([m, name, child], inputs) = some_words_of(args)?;
    let (m, child) = (run.handle(Kind::Module, m)?, run.handle(Kind::Module, child)?);
    nothing(module::graph_add(m, &name.text, child, &lines(inputs)))
}

fn outputs(run: &Run, args: &[Word]) -> Answer {
    let ([m], names) = some_words_of(args)?;
    nothing(module::graph_outputs(run.handle(Kind::Module, m)?, &lines(names)))
}

fn lines(words: &[Word]) -> String {
    words.iter().map(|word| format!("{}\n", word.text)).collect()
}

fn get(run: &Run, args: &[Word]) -> Answer {
    let [m, path] = words_of(args)?;
    one(Kind::Tensor, module::get(run.owner(), run.handle(Kind::Module, m)?, &path.text)?)
}

fn watch(run: &Run, args: &[Word]) -> Answer {
    let [m, tape] = words_of(args)?;
    several(&module::watch(run.owner(), run.handle(Kind::Module, m)?, run.handle(Kind::Tape, tape)?)?)
}

fn training(run: &Run, args: &[Word]) -> Answer {
    let [m, is_training] = words_of(args)?;
    nothing(module::set_training(run.handle(Kind::Module, m)?, flag(is_training)?))
}

fn freeze(run: &Run, args: &[Word]) -> Answer {
    let [m, is_frozen] = words_of(args)?;
    nothing(module::set_frozen(run.handle(Kind::Module, m)?, flag(is_frozen)?))
}

fn tie(run: &Run, args: &[Word]) -> Answer {
    let [m, path, other] = words_of(args)?;
    nothing(module::tie(run.handle(Kind::Module, m)?, &path.text, &other.text))
}

fn load(run: &Run, args: &[Word]) -> Answer {
    let ([m, is_strict, strips], pairs) = some_words_of(args)?;
    let (names, values) = files::named(run, pairs)?;
    let m = run.handle(Kind::Module, m)?;
    module::load_state(m, &names.join("\n"), &values, flag(is_strict)?, flag(strips)?)?;
    Ok(Vec::new())
}

fn save(run: &Run, args: &[Word]) -> Answer {
    let [m, path] = words_of(args)?;
    nothing(module::save(run.handle(Kind::Module, m)?, &run.path(path)?))
}

fn read(run: &Run, args: &[Word]) -> Answer {
    let [m, path] = words_of(args)?;
    module::load(run.handle(Kind::Module, m)?, &run.path(path)?, true, false)?;
    Ok(Vec::new())
}

/// The names of the state with their shapes, in order.
fn expect_state(run: &Run, args: &[Word]) -> Answer {
    let ([m], pairs) = some_words_of(args)?;
    let m = run.handle(Kind::Module, m)?;
    let names = module::state_names(m)?;
    let values = module::state(0, m)?;
    let mut found = Vec::new();
    for (name, &value) in names.lines().zip(&values) {
        found.push((name.to_string(), tenure::api::tensor::shape(value)?.to_vec()));
    }
    tenure::api::handle::release(&values);
    let mut wanted = Vec::new();
    for pair in pairs.chunks(2) {
        let [name, shape] = pair else { return wrong("a name and a shape each") };
        wanted.push((name.text.clone(), integers(shape)?));
    }
    if found == wanted { Ok(Vec::new()) } else { wrong(format!("the state is {found:?}, not {wanted:?}")) }
}
