//! Workspaces through the public functions: whose memory a tensor has, when it goes, what is said of it afterwards.
#![cfg(not(loom))]

mod cycles;
mod leaving;
mod model;
mod nd4j;
mod reports;
mod rings;
mod rules;
mod strict;
mod threads;
mod world;
