//! How much work the search may do.

/// Limits for one call. The core has no clock: a time limit is a `cancel` hook of the caller.
#[derive(Clone, Copy, Default)]
pub struct Budget<'a> {
    /// Most nodes of the search; `None` is no limit.
    pub nodes: Option<u64>,
    /// Asked about every thousand nodes; `true` ends the search.
    pub cancel: Option<&'a dyn Fn() -> bool>,
}

impl Budget<'_> {
    /// No limit.
    pub fn unlimited() -> Self {
        Budget::default()
    }

    /// At most so many nodes.
    pub fn nodes(nodes: u64) -> Self {
        Budget { nodes: Some(nodes), cancel: None }
    }
}

/// Counts nodes against a budget.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    pub used: u64,
    ask_at: u64,
    over: bool,
    /// A stage of the search ends here, the whole search does not.
    stage_end: u64,
}

impl<'a> Meter<'a> {
    pub fn new(budget: Budget<'a>) -> Self {
        Meter { budget, used: 0, ask_at: 0, over: false, stage_end: u64::MAX }
    }

    /// Counts nodes; `false` when the budget is used up.
    #[inline]
    pub fn spend(&mut self, nodes: u64) -> bool {
        self.used += nodes;
        if self.used >= self.ask_at {
            self.ask();
        }
        !self.over && self.used <= self.stage_end
    }

    /// Runs one stage of the search with at most so many nodes.
    pub fn stage<T>(&mut self, nodes: u64, act: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.stage_end;
        self.stage_end = outer.min(self.used.saturating_add(nodes));
        let result = act(self);
        self.stage_end = outer;
        result
    }

    /// Asks the caller now, before work that is not counted in nodes; `false` when the budget is used up.
    pub fn goes_on(&mut self) -> bool {
        self.over |= self.budget.cancel.is_some_and(|cancel| cancel());
        !self.over
    }

    #[cold]
    fn ask(&mut self) {
        self.ask_at = self.used + 1000;
        if let Some(limit) = self.budget.nodes {
            self.over |= self.used > limit;
            self.ask_at = self.ask_at.min(limit + 1);
        }
        self.over |= self.budget.cancel.is_some_and(|cancel| cancel());
    }
}
