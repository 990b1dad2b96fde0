//! Rules of 1889, one by one. A test builds its position with a [`Table`] and cites the rules that it proves.

mod battery;
