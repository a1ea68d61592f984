//! Commands about ownership, and commands that misuse handles on purpose.

use super::read::{number, status};
use super::run::{Run, device, release};
use super::words::Word;
use super::{Answer, Bound, Fault, Kind, one, some_words_of, words_of, wrong};
use tenure::api::{counter, debug, handle, memory, scope};
use tenure::error::Result;

/// Runs `name` if it belongs to this family.
pub fn command(run: &mut Run, name: &str, args: &[Word]) -> Option<Answer> {
    Some(match name {
        "open" => open(run, args, scope::push),
        "open_outside" => open(run, args, scope::push_outside),
        "create" => create(run, args),
        "nest" => nest(args),
        "close" => close(run, args),
        "dispose" => dispose(run, args),
        "keep" => keep(run, args),
        "move_out" => movable(run, args).and_then(|x| nothing(scope::keep(x))),
        "detach" => movable(run, args).and_then(|x| nothing(scope::detach(x))),
        "attach" => attach(run, args),
        "in" => named(run, args),
        "temp_attach" => with_scope(run, args, scope::temp_attach),
        "ret" => with_scope(run, args, scope::ret),
        "move_to" => move_to(run, args),
        "cap" => on_scope(run, args, |s| scope::set_capped(s, true)),
        "uncap" => on_scope(run, args, |s| scope::set_capped(s, false)),
        "measure" => on_scope(run, args, scope::measure),
        "scope_limit" => scope_limit(run, args),
        "close_all_but" => close_all_but(run, args),
        "set_name" => set_name(run, args),
        "counter_start" => counter_start(run, args),
        "forge" => forge(run, args),
        "limit" => limit(run, args),
        "raise" => raise(args),
        _ => return None,
    })
}

fn nothing(result: Result<()>) -> Answer {
    result?;
    Ok(Vec::new())
}

fn open(run: &mut Run, args: &[Word], push: impl Fn(u64) -> Result<u64>) -> Answer {
    let [] = words_of(args)?;
    let scope = push(run.owner())?;
    run.current.push(scope);
    one(Kind::Scope, scope)
}

fn create(run: &Run, args: &[Word]) -> Answer {
    let parent = match args {
        [] => 0,
        [parent] => run.handle(Kind::Scope, parent)?,
        _ => return wrong("create takes a parent or nothing"),
    };
    one(Kind::Scope, scope::push(parent)?)
}

/// `outer inner = nest N BYTES`.
fn nest(args: &[Word]) -> Answer {
    let [levels, bytes] = words_of(args)?;
    let (levels, bytes) = (number::<u64>(levels)?, number::<i64>(bytes)?);
    let (mut outer, mut inner) = (0, 0);
    for _ in 0..levels {
        inner = scope::push(inner)?;
        scope::set_limit(inner, bytes as u64)?;
        outer = if outer == 0 { inner } else { outer };
    }
    Ok([outer, inner].map(|handle| Bound { kind: Kind::Scope, handle, forged: false }).to_vec())
}

fn close(run: &Run, args: &[Word]) -> Answer {
    let [name] = words_of(args)?;
    run.handle(Kind::Scope, name)?;
    nothing(release(run.any(name)?))
}

fn dispose(run: &Run, args: &[Word]) -> Answer {
    let [name] = words_of(args)?;
    match run.any(name)? {
        bound if bound.kind == Kind::Scope => wrong("a scope is closed, not disposed"),
        bound => nothing(release(bound)),
    }
}

fn movable(run: &Run, args: &[Word]) -> std::result::Result<u64, Fault> {
    let [name] = words_of(args)?;
    match run.any(name)? {
        bound if [Kind::Tensor, Kind::Scope, Kind::Module].contains(&bound.kind) => Ok(bound.handle),
        bound => wrong(format!("a tensor, a scope or a module is needed, '{}' is a {}", name.text, bound.kind)),
    }
}

/// `in s COMMAND ...`: `s` owns the command's result, whatever scope is current.
fn named(run: &mut Run, args: &[Word]) -> Answer {
    let ([owner, command], rest) = some_words_of(args)?;
    run.named = Some(run.handle(Kind::Scope, owner)?);
    let made = super::make::command(run, &command.text, rest);
    run.named = None;
    made.unwrap_or_else(|| wrong(format!("'{}' makes nothing that a scope can be named for", command.text)))
}

fn on_scope(run: &Run, args: &[Word], f: impl Fn(u64) -> Result<()>) -> Answer {
    let [name] = words_of(args)?;
    nothing(f(run.handle(Kind::Scope, name)?))
}

fn with_scope(run: &Run, args: &[Word], f: impl Fn(u64, u64) -> Result<()>) -> Answer {
    let [to, _] = words_of(args)?;
    nothing(f(run.handle(Kind::Scope, to)?, movable(run, &args[1..])?))
}

fn move_to(run: &Run, args: &[Word]) -> Answer {
    let [_, to] = words_of(args)?;
    nothing(scope::attach(run.handle(Kind::Scope, to)?, movable(run, &args[..1])?))
}

fn scope_limit(run: &Run, args: &[Word]) -> Answer {
    let [name, bytes] = words_of(args)?;
    nothing(scope::set_limit(run.handle(Kind::Scope, name)?, number::<i64>(bytes)? as u64))
}

fn close_all_but(run: &Run, args: &[Word]) -> Answer {
    let ([name], keep) = some_words_of(args)?;
    let keep: Vec<u64> =
        keep.iter().map(|word| Ok(run.any(word)?.handle)).collect::<std::result::Result<_, Fault>>()?;
    nothing(scope::close_all_but(run.handle(Kind::Scope, name)?, &keep))
}

fn set_name(run: &Run, args: &[Word]) -> Answer {
    let [any, name] = words_of(args)?;
    nothing(handle::set_name(run.any(any)?.handle, &name.text))
}

fn counter_start(run: &Run, args: &[Word]) -> Answer {
    let [] = words_of(args)?;
    one(Kind::Counter, counter::start(run.owner())?)
}

fn keep(run: &Run, args: &[Word]) -> Answer {
    let [from, _] = words_of(args)?;
    let (from, kept) = (run.handle(Kind::Scope, from)?, movable(run, &args[1..])?);
    nothing(scope::check_owns(from, kept).and_then(|()| scope::keep(kept)))
}

fn attach(run: &Run, args: &[Word]) -> Answer {
    let [to, _] = words_of(args)?;
    nothing(scope::attach(run.handle(Kind::Scope, to)?, movable(run, &args[1..])?))
}

fn forge(run: &Run, args: &[Word]) -> Answer {
    let [kind, number] = words_of(args)?;
    let named = Kind::named(&kind.text);
    let Some(kind) = named else { return wrong(format!("'{}' is nothing that has handles", kind.text)) };
    let (name, mask) = number.text.split_once('^').unwrap_or((&number.text, "0x0"));
    let handle = match name {
        "0" => 0,
        name => run.any(&Word { text: name.to_owned(), quoted: number.quoted })?.handle,
    };
    let mask = mask.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
    let Some(mask) = mask else { return wrong(format!("'{}' is not a handle", number.text)) };
    Ok(vec![Bound { kind, handle: handle ^ mask, forged: true }])
}

fn limit(run: &Run, args: &[Word]) -> Answer {
    let [bytes] = words_of(args)?;
    let bytes = match bytes.text.as_str() {
        "default" => 0,
        "none" => i64::MAX as u64,
        negative if negative.starts_with('-') => number::<i64>(bytes)? as u64,
        _ => run.start.bytes + number::<std::num::NonZeroU64>(bytes)?.get(),
    };
    nothing(memory::set_limit(device(), bytes))
}

fn raise(args: &[Word]) -> Answer {
    let [name] = words_of(args)?;
    nothing(debug::raise(status(&name.text)?.code()))
}
