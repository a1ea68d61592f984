//! A model of the chunks of a recording, over every interleaving: a reader on another thread sees
//! whole events, the first ones and in order, while the owner writes.
//!
//! Nothing without `--features loom`.
#![cfg(loom)]

use std::sync::Arc;
use tenure::record::{Chunk, Event, EventKind};

fn event(time: u64) -> Event {
    Event { time, id: time + 10, amount: time + 20, scope: 3, thread: 4, kind: EventKind::Mark, tag: 5 }
}

#[test]
fn a_reader_sees_whole_events_in_order() {
    loom::model(|| {
        let chunk = Arc::new(Chunk::new(2).expect("a few bytes"));
        let writer = {
            let chunk = Arc::clone(&chunk);
            loom::thread::spawn(move || {
                assert!(chunk.push(event(0)) && chunk.push(event(1)));
                assert!(!chunk.push(event(2)), "it is full");
            })
        };
        let seen: Vec<Event> = chunk.events().collect();
        assert!(seen.iter().zip(0..).all(|(seen, time)| *seen == event(time)), "{seen:?}");
        writer.join().expect("it does not panic");
        assert_eq!(chunk.events().collect::<Vec<_>>(), [event(0), event(1)]);
    });
}
