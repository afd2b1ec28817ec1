// SPDX-License-Identifier: MIT
/**
 * Groups vertices within a distance of each other by a hash grid with cells of a few times that size. Linear in time
 * while few vertices share a cell, as for a tolerance well below the edge lengths.
 */

/** Cell size in tolerances: wide enough that most vertices have their neighbours in one cell. */
const CELL_FACTOR = 8;

/**
 * Comparisons per vertex before a tolerance is rejected as too coarse: such dense vertices are a surface, not
 * duplicates.
 */
const MOST_COMPARISONS = 1000;

/**
 * Per vertex of the mesh: the lowest vertex of its cluster; vertices outside `among` represent themselves. Undefined if
 * the vertices are too dense for the tolerance.
 */
export function clusterVertices(vertices: Float64Array, among: Int32Array, tolerance: number): Int32Array | undefined {
  const representative = new Int32Array(vertices.length / 3);
  for (let v = 0; v < representative.length; v++) representative[v] = v;
  const cells = new CellTable(vertices, among.length, tolerance);
  for (let i = 0; i < among.length; i++) {
    const v = among[i];
    cells.uniteWithNear(v, representative);
    cells.add(v);
    if (cells.comparisonCount > MOST_COMPARISONS * among.length) return undefined;
  }
  for (let v = 0; v < representative.length; v++) representative[v] = rootOf(representative, v);
  return representative;
}

/** Representative vertex of the cluster of `v`. */
export function rootOf(parent: Int32Array, v: number): number {
  let root = v;
  while (parent[root] !== root) {
    parent[root] = parent[parent[root]];
    root = parent[root];
  }
  return root;
}

/** Merges two clusters; the lower number represents both. */
export function unite(parent: Int32Array, v: number, w: number): void {
  const a = rootOf(parent, v);
  const b = rootOf(parent, w);
  if (a < b) parent[b] = a;
  else parent[a] = b;
}

/** Vertices by cell; of vertices with equal coordinates only the first is kept, so duplicates do not count as dense. */
class CellTable {
  readonly #vertices: Float64Array;
  readonly #tolerance: number;
  readonly #heads: Int32Array;
  readonly #next: Int32Array;
  readonly #members: Int32Array;
  readonly #bits = new Float64Array(3);
  readonly #words = new Int32Array(this.#bits.buffer);
  #count = 0;
  comparisonCount = 0;

  constructor(vertices: Float64Array, capacity: number, tolerance: number) {
    this.#vertices = vertices;
    this.#tolerance = tolerance;
    let size = 16;
    while (size < 2 * capacity) size *= 2;
    this.#heads = new Int32Array(size).fill(-1);
    this.#next = new Int32Array(capacity);
    this.#members = new Int32Array(capacity);
  }

  add(v: number): void {
    const slot = this.#slotOf(this.#cellOf(3 * v, 0), this.#cellOf(3 * v + 1, 0), this.#cellOf(3 * v + 2, 0));
    for (let i = this.#heads[slot]; i >= 0; i = this.#next[i]) {
      if (this.#distanceSquared(v, this.#members[i]) === 0) return;
    }
    this.#members[this.#count] = v;
    this.#next[this.#count] = this.#heads[slot];
    this.#heads[slot] = this.#count++;
  }

  /** Searches the cells that a box of the tolerance around the vertex meets: one or two along each axis. */
  uniteWithNear(v: number, representative: Int32Array): void {
    const reach = this.#tolerance;
    const low = [0, 1, 2].map((k) => this.#cellOf(3 * v + k, -reach));
    const high = [0, 1, 2].map((k) => this.#cellOf(3 * v + k, reach));
    for (let corner = 0; corner < 8; corner++) {
      let isNew = true;
      for (let k = 0; k < 3; k++) if ((corner >> k) & 1 && high[k] === low[k]) isNew = false;
      if (!isNew) continue;
      const at = (k: number): number => ((corner >> k) & 1 ? high[k] : low[k]);
      this.#uniteInCell(v, this.#slotOf(at(0), at(1), at(2)), representative);
    }
  }

  #uniteInCell(v: number, slot: number, representative: Int32Array): void {
    for (let i = this.#heads[slot]; i >= 0; i = this.#next[i]) {
      const w = this.#members[i];
      this.comparisonCount++;
      if (this.#distanceSquared(v, w) <= this.#tolerance * this.#tolerance) unite(representative, v, w);
    }
  }

  #distanceSquared(v: number, w: number): number {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      squared += (this.#vertices[3 * v + k] - this.#vertices[3 * w + k]) ** 2;
    }
    return squared;
  }

  #slotOf(x: number, y: number, z: number): number {
    this.#bits[0] = x;
    this.#bits[1] = y;
    this.#bits[2] = z;
    let hash = 0;
    for (let i = 0; i < 6; i++) {
      hash = Math.imul(hash ^ this.#words[i], 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    return hash & (this.#heads.length - 1);
  }

  /** Cell of a coordinate shifted by `shift`. Without a tolerance each coordinate is its own cell; -0 equals 0. */
  #cellOf(at: number, shift: number): number {
    const x = this.#vertices[at] + shift;
    return this.#tolerance > 0 ? Math.floor(x / (CELL_FACTOR * this.#tolerance)) + 0 : x + 0;
  }
}
