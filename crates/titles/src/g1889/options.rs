//! Options and presets.

use engine::{OFF, ON};

engine::options! { &["rulebook", "public18xx"], newest 2:
    public_practice = switch("S89-PUB-44", &[OFF, ON]);
    port_tile_in_the_box = switch("S89-BEGINNER-7", &[ON, ON]).before(&[(1, &[OFF, OFF])]);
}
