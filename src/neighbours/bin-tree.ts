// SPDX-License-Identifier: MIT
/**
 * Bins over the facets of a mesh (Santasusana et al. 2016, section 3.1) with many sizes instead of one. A facet goes to
 * a bin of its own size in a multi-level grid. Each bin stores its non-empty sub-bins, so a search visits no empty one,
 * and the bounding box of all its facets. docs/decisions/0012 compares this with the paper's hash table.
 */
import { NODE_COUNT, NODE_FIRST, NODE_HALF_WIDTH, NODE_STRIDE } from '../kernel/mesh/mesh-layout.ts';
import type { FacetList } from '../meshes/facet-list.ts';
import { facetCountOf } from '../meshes/facet-mesh.ts';
import { CellOrder, FINEST_LEVEL } from './cell-order.ts';

/** A bin with up to this many facets is not divided. Measured: 2 to 6 differ by a few percent. */
const LEAF_FACETS = 4;
/** Largest size of a facet relative to its cell; the boxes cover what sticks out. */
const FACET_TO_CELL = 2;
/** Number of facets in one cell of their own level above which the cell is divided further. */
const FULL_CELL = 8;
/** Lattice steps of the boxes along the longest side of the mesh, with room for rounding at its ends. */
const LATTICE_STEPS = 2 ** 29;

export interface BinTree {
  /** `NODE_STRIDE` integers per bin, as in src/kernel/mesh/mesh-layout.ts; the root first. */
  readonly nodes: Int32Array;
  /** Facets in the order of the leaves; a leaf holds a range of them. */
  readonly order: Int32Array;
  /** Origin of the lattice of the boxes, and its steps per unit of length. */
  readonly origin: readonly [number, number, number];
  readonly lattice: number;
}

export function buildBinTree(list: FacetList): BinTree {
  return new Builder(list).build();
}

class Builder {
  readonly #list: FacetList;
  readonly #order: CellOrder;
  readonly #low = [Infinity, Infinity, Infinity];
  readonly #high = [-Infinity, -Infinity, -Infinity];
  readonly #origin: [number, number, number];
  readonly #lattice: number;
  readonly #extent: number;
  #nodes: Int32Array;
  #nodeCount = 0;

  constructor(list: FacetList) {
    this.#list = list;
    this.#order = new CellOrder(facetCountOf(list));
    this.#nodes = new Int32Array(NODE_STRIDE * Math.ceil(0.75 * facetCountOf(list) + 16));
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < list.facetVertices.length; i++) {
      for (let k = 0; k < 3; k++) {
        const x = list.vertices[3 * list.facetVertices[i] + k];
        if (x < low[k]) low[k] = x;
        if (x > high[k]) high[k] = x;
      }
    }
    this.#origin = [low[0], low[1], low[2]];
    this.#extent = Math.max(...low.map((x, k) => high[k] - x));
    this.#lattice = LATTICE_STEPS / this.#extent;
  }

  build(): BinTree {
    const count = this.#order.items.length;
    this.#assign(0, count, this.#origin, this.#extent, true);
    this.#divide(this.#addNodes(1), 0, count, 0);
    return {
      nodes: this.#nodes.slice(0, NODE_STRIDE * this.#nodeCount),
      order: this.#order.items,
      origin: this.#origin,
      lattice: this.#lattice,
    };
  }

  /** Sorts facets by the cells of a multi-level grid: at the level of their size, or at the finest level. */
  #assign(begin: number, end: number, origin: readonly number[], side: number, bySize: boolean): void {
    const { items } = this.#order;
    const [low, high] = [this.#low, this.#high];
    for (let index = begin; index < end; index++) {
      this.#measure(items[index]);
      let size = 0;
      for (let k = 0; k < 3; k++) size = Math.max(size, high[k] - low[k]);
      const ratio = (FACET_TO_CELL * side) / size;
      const level = !bySize || ratio >= 2 ** FINEST_LEVEL ? FINEST_LEVEL : 31 - Math.clz32(Math.max(1, ratio));
      this.#order.assign(
        index,
        (0.5 * (low[0] + high[0]) - origin[0]) / side,
        (0.5 * (low[1] + high[1]) - origin[1]) / side,
        (0.5 * (low[2] + high[2]) - origin[2]) / side,
        level,
      );
    }
    this.#order.sort(begin, end);
  }

  /** Bounding box of a facet. */
  #measure(facet: number): void {
    const { vertices, facetOffsets, facetVertices } = this.#list;
    const begin = facetOffsets[facet];
    const end = facetOffsets[facet + 1];
    for (let k = 0; k < 3; k++) {
      let low = Infinity;
      let high = -Infinity;
      for (let i = begin; i < end; i++) {
        const x = vertices[3 * facetVertices[i] + k];
        if (x < low) low = x;
        if (x > high) high = x;
      }
      this.#low[k] = low;
      this.#high[k] = high;
    }
  }

  #addNodes(count: number): number {
    const first = this.#nodeCount;
    this.#nodeCount += count;
    if (NODE_STRIDE * this.#nodeCount > this.#nodes.length) {
      const larger = new Int32Array(Math.ceil(1.5 * NODE_STRIDE * this.#nodeCount));
      larger.set(this.#nodes);
      this.#nodes = larger;
    }
    return first;
  }

  /** Makes `node` the bin of the places from `begin` to `end`, all in one cell of `level`. */
  #divide(node: number, begin: number, end: number, level: number): void {
    if (end - begin <= LEAF_FACETS) {
      this.#setLeaf(node, begin, end);
      return;
    }
    const order = this.#order;
    let at = level;
    // Cells with nothing beside them are skipped.
    while (
      at < FINEST_LEVEL &&
      order.levelAt(begin) > at &&
      order.digitAt(begin, at + 1) === order.digitAt(end - 1, at + 1)
    ) {
      at++;
    }
    let ownEnd = begin;
    while (ownEnd < end && order.levelAt(ownEnd) === at) ownEnd++;
    if (ownEnd === end) {
      this.#divideFullNode(node, begin, end);
      return;
    }
    const starts = ownEnd > begin ? [begin] : [];
    for (let from = ownEnd; from < end; ) {
      starts.push(from);
      from = order.endOfDigit(from, end, at + 1, order.digitAt(from, at + 1));
    }
    const first = this.#addNodes(starts.length);
    starts.forEach((from, i) => {
      const to = starts[i + 1] ?? end;
      if (to === ownEnd) this.#divideFullNode(first + i, from, to);
      else this.#divide(first + i, from, to, at + 1);
    });
    this.#setInner(node, first, starts.length);
  }

  /**
   * Divides facets in one cell of their own size: few, unless they overlap or the finest level is too coarse; then by
   * their own grid.
   */
  #divideFullNode(node: number, begin: number, end: number): void {
    if (end - begin < FULL_CELL) {
      this.#setLeaf(node, begin, end);
      return;
    }
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let index = begin; index < end; index++) {
      this.#measure(this.#order.items[index]);
      for (let k = 0; k < 3; k++) {
        const middle = 0.5 * (this.#low[k] + this.#high[k]);
        low[k] = Math.min(low[k], middle);
        high[k] = Math.max(high[k], middle);
      }
    }
    const side = Math.max(...low.map((x, k) => high[k] - x));
    // Facets with one middle cannot be told apart by it.
    if (!(side > 0)) {
      this.#setLeaf(node, begin, end);
      return;
    }
    this.#assign(begin, end, low, side, false);
    this.#divide(node, begin, end, 0);
  }

  #setLeaf(node: number, begin: number, end: number): void {
    const at = NODE_STRIDE * node;
    const low = [LATTICE_STEPS + 1, LATTICE_STEPS + 1, LATTICE_STEPS + 1];
    const high = [-1, -1, -1];
    for (let index = begin; index < end; index++) {
      this.#measure(this.#order.items[index]);
      for (let k = 0; k < 3; k++) {
        const origin = this.#origin[k];
        low[k] = Math.min(low[k], Math.floor((this.#low[k] - origin) * this.#lattice) - 1);
        high[k] = Math.max(high[k], Math.ceil((this.#high[k] - origin) * this.#lattice) + 1);
      }
    }
    this.#setBox(at, low, high);
    this.#nodes[at + NODE_FIRST] = begin;
    this.#nodes[at + NODE_COUNT] = begin - end;
  }

  #setInner(node: number, first: number, count: number): void {
    const at = NODE_STRIDE * node;
    const nodes = this.#nodes;
    const low = [LATTICE_STEPS + 1, LATTICE_STEPS + 1, LATTICE_STEPS + 1];
    const high = [-1, -1, -1];
    for (let child = NODE_STRIDE * first; child < NODE_STRIDE * (first + count); child += NODE_STRIDE) {
      for (let k = 0; k < 3; k++) {
        const middle = nodes[child + k];
        const width = nodes[child + NODE_HALF_WIDTH + k];
        low[k] = Math.min(low[k], (middle - width) / 2);
        high[k] = Math.max(high[k], (middle + width) / 2);
      }
    }
    this.#setBox(at, low, high);
    nodes[at + NODE_FIRST] = first;
    nodes[at + NODE_COUNT] = count;
  }

  #setBox(at: number, low: readonly number[], high: readonly number[]): void {
    for (let k = 0; k < 3; k++) {
      this.#nodes[at + k] = low[k] + high[k];
      this.#nodes[at + 3 + k] = high[k] - low[k];
    }
  }
}
