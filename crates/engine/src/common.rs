//! What copies of a position have in common, saved as if each had its own.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::sync::Arc;

pub fn serialize<T: Serialize + ?Sized, S: Serializer>(
    common: &Arc<T>,
    to: S,
) -> Result<S::Ok, S::Error> {
    (**common).serialize(to)
}

pub fn deserialize<'de, T: ?Sized, D: Deserializer<'de>>(from: D) -> Result<Arc<T>, D::Error>
where
    Box<T>: Deserialize<'de>,
{
    Box::<T>::deserialize(from).map(Arc::from)
}
