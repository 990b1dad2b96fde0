// @ts-check
// The tree of a chapter: moves in a row, other lines beside them.
import { actName } from "./acts.js";
import { h } from "./dom.js";
import { t } from "./text.js";

/**
 * @import { Child } from "./dom.js"
 * @import { Table } from "./table.js"
 * @import { Move, StudyNode, StudyTree } from "./types.d.ts"
 */

/** Nodes that follow, the main line first. @param {StudyTree} tree @param {string} id */
export const childrenOf = (tree, id) => tree.filter((n) => n.parent === id);

/** @param {StudyTree} tree @param {string} id */
export const nodeOf = (tree, id) => tree.find((n) => n.id === id);

/** How many moves stand before a node. @param {StudyTree} tree @param {StudyNode} node */
export function depth(tree, node) {
  let n = 0;
  for (let at = node; at?.parent; at = /** @type {StudyNode} */ (nodeOf(tree, at.parent))) n++;
  return n;
}

/** A move in few words. @param {Table} table @param {Move} move */
export function moveName(table, move) {
  if (move.move === "pass") return t("pass");
  const cell = "cell" in move && typeof move.cell === "string" ? move.cell : "";
  const company = "company" in move && typeof move.company === "string" ? move.company : "";
  const name = actName(table, move);
  return [
    company && !name.includes(company) && h("b", null, company, " "),
    name,
    cell && !name.includes(cell) && ` ${cell}`,
  ];
}

/**
 * The tree as lists. A line goes on in its row; where it branches, the others stand below, set in.
 * @param {Table} table @param {StudyTree} tree @param {number} before moves before the tree
 * @param {(node: StudyNode, name: Child, number: number) => Child} one how a move is shown
 */
export function lines(table, tree, before, one) {
  /** @type {Map<string, StudyNode[]>} */ const children = new Map();
  for (const node of tree) {
    const beside = children.get(node.parent ?? "");
    if (beside) beside.push(node);
    else children.set(node.parent ?? "", [node]);
  }
  const after = (/** @type {string} */ id) => children.get(id) ?? [];
  /** @param {StudyNode} node @param {number} number */
  const shown = (node, number) => [
    node.name && h("b", { class: "linename" }, node.name, " "),
    one(node, moveName(table, /** @type {Move} */ (node.move)), number),
    node.comment && h("p", { class: "words" }, node.comment),
  ];
  /** @param {StudyNode} first @param {number} number @returns {Child[]} */
  const line = (first, number) => {
    /** @type {Child[]} */ const out = [shown(first, number)];
    for (let at = first; ; ) {
      const [main, ...others] = after(at.id);
      if (!main) return out;
      number++;
      out.push(shown(main, number));
      for (const other of others) out.push(h("div", { class: "variation" }, line(other, number)));
      at = main;
    }
  };
  const [main, ...others] = after("root");
  if (!main) return null;
  const rest = line(main, before + 1);
  // What was tried in place of the first move stands right behind it.
  rest.splice(1, 0, ...others.map((other) => h("div", { class: "variation" }, line(other, before + 1))));
  return rest;
}
