// SPDX-License-Identifier: MIT
/**
 * Binary tree of bounding boxes over facets, split at the median along the longest side, so it is balanced for any
 * sizes and positions. Nodes are in preorder with the index of the node after their subtree, so a traversal needs no
 * stack.
 */

import type { FacetList } from '../facet-list.ts';
import { consecutiveIntegers } from '../integer-lists.ts';

const LEAF_SIZE = 4;

interface BoxTree {
  /** Six numbers per item: lowest x, y, z, highest x, y, z. */
  readonly itemBoxes: Float64Array;
  /** Items in the order of the leaves; node n holds `items[nodeBegin[n] .. nodeEnd[n])`. */
  readonly items: Int32Array;
  readonly nodeBoxes: Float64Array;
  readonly nodeBegin: Int32Array;
  readonly nodeEnd: Int32Array;
  /** The next node if this subtree is skipped; for a leaf the next node. */
  readonly nodeAfter: Int32Array;
}

/** Six numbers a facet. */
export function facetBoxes({ vertices, facetOffsets, facetVertices }: FacetList): Float64Array {
  const count = facetOffsets.length - 1;
  const boxes = new Float64Array(6 * count);
  for (let f = 0; f < count; f++) {
    for (let k = 0; k < 3; k++) {
      let low = Number.POSITIVE_INFINITY;
      let high = Number.NEGATIVE_INFINITY;
      for (let i = facetOffsets[f]; i < facetOffsets[f + 1]; i++) {
        const x = vertices[3 * facetVertices[i] + k];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      boxes[6 * f + k] = low;
      boxes[6 * f + 3 + k] = high;
    }
  }
  return boxes;
}

/** The tree over these boxes, at least one. */
export function boxTree(itemBoxes: Float64Array): BoxTree {
  const count = itemBoxes.length / 6;
  const items = consecutiveIntegers(count);
  const capacity = nodeCountOf(count);
  const nodeBoxes = new Float64Array(6 * capacity);
  const nodeBegin = new Int32Array(capacity);
  const nodeEnd = new Int32Array(capacity);
  const nodeAfter = new Int32Array(capacity);
  const keys = new Float64Array(count);
  let next = 0;

  const build = (begin: number, end: number): void => {
    const node = next++;
    nodeBegin[node] = begin;
    nodeEnd[node] = end;
    const axis = enclose(itemBoxes, items, begin, end, nodeBoxes, 6 * node);
    if (end - begin > LEAF_SIZE) {
      // Twice the middles of the boxes along the axis.
      for (let i = begin; i < end; i++) {
        const item = 6 * items[i] + axis;
        keys[i] = itemBoxes[item] + itemBoxes[item + 3];
      }
      const middle = (begin + end) >> 1;
      selectMedian(keys, items, begin, end - 1, middle);
      build(begin, middle);
      build(middle, end);
    }
    nodeAfter[node] = next;
  };
  build(0, count);
  return { itemBoxes, items, nodeBoxes, nodeBegin, nodeEnd, nodeAfter };
}

function nodeCountOf(count: number): number {
  if (count <= LEAF_SIZE) return 1;
  const lower = count >> 1;
  return 1 + nodeCountOf(lower) + nodeCountOf(count - lower);
}

/** Writes the bounding box of the items and returns its longest axis. */
function enclose(
  itemBoxes: Float64Array,
  items: Int32Array,
  begin: number,
  end: number,
  nodeBoxes: Float64Array,
  at: number,
): number {
  let axis = 0;
  let longest = -1;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = begin; i < end; i++) {
      const item = 6 * items[i] + k;
      if (itemBoxes[item] < low) low = itemBoxes[item];
      if (itemBoxes[item + 3] > high) high = itemBoxes[item + 3];
    }
    nodeBoxes[at + k] = low;
    nodeBoxes[at + 3 + k] = high;
    if (high - low > longest) {
      longest = high - low;
      axis = k;
    }
  }
  return axis;
}

/** Hoare's selection: afterwards no key before `middle` is larger, and no key after it is smaller. */
function selectMedian(keys: Float64Array, items: Int32Array, first: number, last: number, middle: number): void {
  let left = first;
  let right = last;
  while (left < right) {
    const pivot = keys[(left + right) >> 1];
    let i = left;
    let j = right;
    while (i <= j) {
      while (keys[i] < pivot) i++;
      while (keys[j] > pivot) j--;
      if (i > j) break;
      const key = keys[i];
      keys[i] = keys[j];
      keys[j] = key;
      const item = items[i];
      items[i] = items[j];
      items[j] = item;
      i++;
      j--;
    }
    if (middle <= j) right = j;
    else if (middle >= i) left = i;
    else return;
  }
}

/**
 * Visits every item whose box meets `box` (six numbers from `at`) and whose place among `items` is `from` or later,
 * until `visit` says false.
 */
export function forEachInBox(
  tree: BoxTree,
  box: Float64Array,
  at: number,
  from: number,
  visit: (item: number) => boolean,
): boolean {
  const { itemBoxes, items, nodeBoxes, nodeBegin, nodeEnd, nodeAfter } = tree;
  for (let node = 0; node < nodeAfter.length; ) {
    const end = nodeEnd[node];
    if (end <= from || !boxesMeet(nodeBoxes, 6 * node, box, at)) {
      node = nodeAfter[node];
      continue;
    }
    if (nodeAfter[node] === node + 1) {
      for (let i = Math.max(from, nodeBegin[node]); i < end; i++) {
        const item = items[i];
        if (boxesMeet(itemBoxes, 6 * item, box, at) && !visit(item)) return false;
      }
    }
    node++;
  }
  return true;
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  return (
    a[i] <= b[j + 3] &&
    b[j] <= a[i + 3] &&
    a[i + 1] <= b[j + 4] &&
    b[j + 1] <= a[i + 4] &&
    a[i + 2] <= b[j + 5] &&
    b[j + 2] <= a[i + 5]
  );
}
