//! The actions in force at the end of a file: undo, redo, chat and standing orders resolved.

use crate::Action;
use serde_json::Value as Json;

/// An action in force. Its place in the list is the number that traces and `--at` use.
#[derive(Clone, Debug, PartialEq)]
pub struct Effective {
    /// The action.
    pub action: Action,
    /// Carried out by the platform on behalf of a player.
    pub auto: bool,
    /// Sets or clears a standing order: nothing happens on the table.
    pub noop: bool,
}

/// An undo or redo that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("action {id}: {fault}")]
pub struct UndoError {
    /// Number of the action.
    pub id: u64,
    /// What is wrong.
    pub fault: &'static str,
}

fn is_order(action: &Action) -> bool {
    action.kind.starts_with("program_")
}

/// Resolves a list of actions (IOW-PUB-51 to 53 and IOW-PUB-70; the platform does the same for every title).
pub fn effective(actions: &[Action]) -> Result<Vec<Effective>, UndoError> {
    let mut active: Vec<&Action> = Vec::new();
    let mut undone: Vec<Vec<&Action>> = Vec::new();
    for action in actions {
        match action.kind.as_str() {
            "message" => {}
            "undo" => {
                let keep = match action.fields.get("action_id") {
                    None | Some(Json::Null) => active.len().saturating_sub(1),
                    Some(value) => {
                        let target = value.as_u64().ok_or(UndoError {
                            id: action.id,
                            fault: "action_id of an undo is not a number",
                        })?;
                        active.iter().take_while(|a| a.id <= target).count()
                    }
                };
                undone.push(active.split_off(keep));
            }
            "redo" => match undone.pop() {
                Some(group) => active.extend(group),
                None => {
                    return Err(UndoError {
                        id: action.id,
                        fault: "a redo without anything undone",
                    });
                }
            },
            _ => {
                undone.clear();
                active.push(action);
            }
        }
    }
    let mut list = Vec::new();
    for action in active {
        list.push(Effective { action: action.clone(), auto: false, noop: is_order(action) });
        for auto in &action.auto {
            if auto.kind != "message" {
                list.push(Effective { action: auto.clone(), auto: true, noop: is_order(auto) });
            }
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn kinds(actions: Json) -> Vec<String> {
        let actions: Vec<Action> = actions
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
            .map(|(i, a)| Action::read(a.clone(), i as u64 + 1, false).unwrap())
            .collect();
        effective(&actions)
            .unwrap()
            .iter()
            .map(|e| format!("{}{}", e.action.kind, e.action.id))
            .collect()
    }

    #[test]
    fn undo_takes_back_the_last_action_in_force() {
        // IOW-PUB-53
        let list = json!([{"type": "a"}, {"type": "b"}, {"type": "undo"}, {"type": "undo"}, {"type": "c"}]);
        assert_eq!(kinds(list), ["c5"]);
    }

    #[test]
    fn undo_with_a_number_takes_back_everything_after_it_and_zero_everything() {
        // IOW-PUB-53
        let list =
            json!([{"type": "a"}, {"type": "b"}, {"type": "c"}, {"type": "undo", "action_id": 1}]);
        assert_eq!(kinds(list), ["a1"]);
        let list =
            json!([{"type": "a"}, {"type": "b"}, {"type": "undo", "action_id": 0}, {"type": "d"}]);
        assert_eq!(kinds(list), ["d4"]);
    }

    #[test]
    fn redo_restores_the_group_of_the_last_undo_until_something_else_happens() {
        // IOW-PUB-53
        let list = json!([
            {"type": "a"}, {"type": "b"}, {"type": "undo", "action_id": 0}, {"type": "message"}, {"type": "redo"}
        ]);
        assert_eq!(kinds(list), ["a1", "b2"]);
        let actions: Vec<Action> = [
            json!({"type": "a"}),
            json!({"type": "undo"}),
            json!({"type": "b"}),
            json!({"type": "redo"}),
        ]
        .into_iter()
        .enumerate()
        .map(|(i, a)| Action::read(a, i as u64 + 1, false).unwrap())
        .collect();
        assert!(effective(&actions).is_err());
    }

    #[test]
    fn automatic_actions_follow_their_parent_and_orders_do_nothing() {
        // IOW-PUB-51, IOW-PUB-70
        let parent = json!({"type": "pass", "id": 7, "auto_actions": [{"type": "pass"}, {"type": "program_disable"}]});
        let list = effective(&[Action::read(parent, 1, false).unwrap()]).unwrap();
        let seen: Vec<_> = list.iter().map(|e| (e.action.id, e.auto, e.noop)).collect();
        assert_eq!(seen, [(7, false, false), (7, true, false), (7, true, true)]);
    }
}
