//! Many short lists of numbers, one behind the other in one piece of memory.

use std::ops::Index;

/// Lists of numbers by place.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists<T> {
    /// Where each list begins, and behind the last where it ends.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T: Copy + Default> Lists<T> {
    /// Sorts numbers into so many lists; each keeps the order in which its numbers come.
    pub fn sorted(count: usize, entries: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0u32; count + 1];
        for (list, _) in entries.clone() {
            starts[list + 1] += 1;
        }
        for list in 0..count {
            starts[list + 1] += starts[list];
        }
        let mut ends = starts.clone();
        let mut all = vec![T::default(); starts[count] as usize];
        for (list, number) in entries {
            all[ends[list] as usize] = number;
            ends[list] += 1;
        }
        Lists { starts, all }
    }

    /// Adds a list.
    pub fn push(&mut self, list: impl Iterator<Item = T>) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        self.all.extend(list);
        self.starts.push(self.all.len() as u32);
    }

    pub fn iter(&self) -> impl Iterator<Item = &[T]> {
        self.starts.windows(2).map(|w| &self.all[w[0] as usize..w[1] as usize])
    }
}

impl<T> Index<usize> for Lists<T> {
    type Output = [T];

    #[inline]
    fn index(&self, list: usize) -> &[T] {
        &self.all[self.starts[list] as usize..self.starts[list + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_order() {
        let mut lists = Lists::sorted(3, [(2, 7), (0, 1), (2, 5)].into_iter());
        lists.push([4].into_iter());
        assert_eq!(lists.iter().collect::<Vec<_>>(), [&[1][..], &[], &[7, 5], &[4]]);
        assert_eq!(Lists::<u8>::default().iter().count(), 0);
    }
}
