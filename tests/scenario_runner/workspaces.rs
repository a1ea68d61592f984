//! Commands about workspaces.

use super::checks::counts;
use super::run::{Run, device, is_elsewhere};
use super::words::Word;
use super::{Answer, Fault, Kind, one, some_words_of, words_of, wrong};
use tenure::api::{tensor, workspace};
use tenure::device::Device;

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    Some(match name {
        "workspace" => create(args),
        "enter" => enter(run, args),
        "leave" => leave(run, args),
        "toggle_off" => on(run, args, |of| workspace::toggle(of, false)),
        "toggle_on" => on(run, args, |of| workspace::toggle(of, true)),
        "initialize" => on(run, args, workspace::initialize),
        "destroy" => on(run, args, workspace::destroy),
        "leverage" => leverage(run, args),
        "expect_workspace" => expect_workspace(run, args),
        "expect_last_cycle" => expect_last_cycle(run, args),
        "expect_home" => expect_home(run, args),
        "expect_report" => expect_report(run, args),
        _ => return None,
    })
}

/// Parses `NAME PARAMETER=VALUE ...` to a name and JSON. The block lies on the device of the
/// scenario.
fn create(args: &[Word]) -> Answer {
    let ([name], parameters) = some_words_of(args)?;
    let mut fields = Vec::new();
    for word in parameters {
        let Some((parameter, value)) = word.text.split_once('=') else {
            return wrong(format!("'{}' is not PARAMETER=VALUE", word.text));
        };
        let is_text = value.parse::<f64>().is_err() && !matches!(value, "true" | "false");
        let value = if is_text { format!("\"{value}\"") } else { value.to_owned() };
        fields.push(format!("\"{parameter}\": {value}"));
    }
    if is_elsewhere() {
        fields.push(format!("\"device\": \"{}\"", Device::from_code(device())?));
    }
    let config = format!("{{{}}}", fields.join(", "));
    one(Kind::Scope, workspace::create(0, &name.text, 0, Some(&config))?)
}

fn on(run: &Run, args: &[Word], f: impl Fn(u64) -> tenure::error::Result<()>) -> Answer {
    let [name] = words_of(args)?;
    f(run.handle(Kind::Scope, name)?)?;
    Ok(Vec::new())
}

fn enter(run: &mut Run, args: &[Word]) -> Answer {
    let [name] = words_of(args)?;
    let of = run.handle(Kind::Scope, name)?;
    let (scope, _) = workspace::enter(of, run.owner())?;
    run.current.push(scope);
    run.entered.push((of, run.current.len()));
    Ok(Vec::new())
}

fn leave(run: &mut Run, args: &[Word]) -> Answer {
    let ([name], keep) = some_words_of(args)?;
    let of = run.handle(Kind::Scope, name)?;
    let keep = keep.iter().map(|word| Ok(run.any(word)?.handle)).collect::<Result<Vec<u64>, Fault>>()?;
    workspace::leave(of, &keep)?;
    // Its last entry is not current any more. Scopes opened within it stay, as if closed out of
    // order.
    if let Some(at) = run.entered.iter().rposition(|entry| entry.0 == of) {
        let (_, depth) = run.entered.remove(at);
        if depth <= run.current.len() {
            run.current.remove(depth - 1);
            run.entered.iter_mut().filter(|entry| entry.1 > depth).for_each(|entry| entry.1 -= 1);
        }
    }
    Ok(Vec::new())
}

/// `leverage t s`, `leverage t none`.
fn leverage(run: &Run, args: &[Word]) -> Answer {
    let [t, to] = words_of(args)?;
    let to = if to.is("none") { 0 } else { run.handle(Kind::Scope, to)? };
    one(Kind::Tensor, tensor::leverage(to, run.tensor(t)?)?)
}

fn expect_workspace(run: &Run, args: &[Word]) -> Answer {
    let ([name], pairs) = some_words_of(args)?;
    let c = workspace::stats(run.handle(Kind::Scope, name)?)?;
    if !c.adds_up() {
        return wrong(format!("the block does not add up: {c:?}"));
    }
    let counted = counts(pairs, |key| match key {
        "allocated" => Some(c.allocated),
        "live" => Some(c.live),
        "unreferenced" => Some(c.unreferenced),
        "padding" => Some(c.padding),
        "free" => Some(c.free),
        "committed" => Some(c.committed),
        "spilled" => Some(c.spilled),
        "toggled_off" => Some(c.toggled_off),
        "pinned" => Some(c.pinned),
        "adopted" => Some(c.adopted),
        "borrowed" => Some(c.borrowed),
        "gradient_standard" => Some(c.gradient_standard),
        "gradient_external" => Some(c.gradient_external),
        "gradient_deferred" => Some(c.gradient_deferred),
        "cycle" => Some(c.cycle),
        "depth" => Some(c.depth),
        "learned" => Some(c.learned),
        _ => None,
    });
    counted.map(|()| Vec::new())
}

fn expect_last_cycle(run: &Run, args: &[Word]) -> Answer {
    let ([name], pairs) = some_words_of(args)?;
    let rows = workspace::history(run.handle(Kind::Scope, name)?)?;
    let Some(row) = rows.last() else { return wrong("no cycle was left") };
    let counted = counts(pairs, |key| match key {
        "cycle" => Some(row.cycle),
        "offset" => Some(row.offset),
        "spilled" => Some(row.spilled),
        "pinned" => Some(row.pinned),
        "learned" => Some(row.learned),
        _ => None,
    });
    counted.map(|()| Vec::new())
}

fn expect_home(run: &Run, args: &[Word]) -> Answer {
    let [t, want] = words_of(args)?;
    let want = if want.is("none") { 0 } else { run.handle(Kind::Scope, want)? };
    match workspace::of_tensor(run.tensor(t)?)?.0 {
        got if got == want => Ok(Vec::new()),
        got => wrong(format!("it should lie in {want:#x}, it lies in {got:#x}")),
    }
}

fn expect_report(run: &Run, args: &[Word]) -> Answer {
    let [name, want] = words_of(args)?;
    let report = workspace::report(run.handle(Kind::Scope, name)?, false)?;
    if report.contains(&want.text) { Ok(Vec::new()) } else { wrong(format!("it has no '{}':\n{report}", want.text)) }
}
