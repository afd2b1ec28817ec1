// SPDX-License-Identifier: MIT
/**
 * Ordered map of at most `capacity` entries in flat arrays. A key is two numbers, compared one after the other, so
 * pairs at equal distances stay distinct (in the paper's dictionaries the second overwrites the first). A treap whose
 * priorities are a hash of the key: operations take O(log n) on average, and its shape depends on the keys only.
 */

const NONE = -1;

export class OrderedMap {
  #first: Float64Array;
  #second: Float64Array;
  #value: Int32Array;
  #left: Int32Array;
  #right: Int32Array;
  #priority: Uint32Array;
  /** Free nodes are chained by `#left`. */
  #free = NONE;
  #used = 0;
  #root = NONE;
  #size = 0;
  #removed = NONE;

  constructor(capacity = 16) {
    this.#first = new Float64Array(capacity);
    this.#second = new Float64Array(capacity);
    this.#value = new Int32Array(capacity);
    this.#left = new Int32Array(capacity);
    this.#right = new Int32Array(capacity);
    this.#priority = new Uint32Array(capacity);
  }

  get size(): number {
    return this.#size;
  }

  clear(): void {
    this.#root = NONE;
    this.#free = NONE;
    this.#used = 0;
    this.#size = 0;
  }

  /** Sets the value of a key, new or existing. */
  set(first: number, second: number, value: number): void {
    const found = this.#find(first, second);
    if (found !== NONE) {
      this.#value[found] = value;
      return;
    }
    const node = this.#newNode(first, second, value);
    this.#root = this.#insert(this.#root, node);
    this.#size++;
  }

  /** The value of a key, or undefined. */
  get(first: number, second: number): number | undefined {
    const node = this.#find(first, second);
    return node === NONE ? undefined : this.#value[node];
  }

  /** First part of the largest key; -Infinity if the map is empty. */
  get lastFirst(): number {
    const node = this.#last();
    return node === NONE ? -Infinity : this.#first[node];
  }

  get lastSecond(): number {
    const node = this.#last();
    return node === NONE ? -Infinity : this.#second[node];
  }

  /** Removes the entry with the largest key. */
  deleteLast(): void {
    if (this.#root === NONE) return;
    this.#root = this.#withoutLast(this.#root);
    this.#left[this.#removed] = this.#free;
    this.#free = this.#removed;
    this.#size--;
  }

  /** Calls back with every entry in ascending order. */
  forEach(visit: (first: number, second: number, value: number, rank: number) => void): void {
    let rank = 0;
    const walk = (node: number): void => {
      if (node === NONE) return;
      walk(this.#left[node]);
      visit(this.#first[node], this.#second[node], this.#value[node], rank++);
      walk(this.#right[node]);
    };
    walk(this.#root);
  }

  #last(): number {
    let node = this.#root;
    while (node !== NONE && this.#right[node] !== NONE) node = this.#right[node];
    return node;
  }

  #isBelow(first: number, second: number, node: number): boolean {
    return first < this.#first[node] || (first === this.#first[node] && second < this.#second[node]);
  }

  #find(first: number, second: number): number {
    let node = this.#root;
    while (node !== NONE && (first !== this.#first[node] || second !== this.#second[node])) {
      node = this.#isBelow(first, second, node) ? this.#left[node] : this.#right[node];
    }
    return node;
  }

  #newNode(first: number, second: number, value: number): number {
    let node = this.#free;
    if (node !== NONE) this.#free = this.#left[node];
    else {
      if (this.#used === this.#first.length) this.#grow();
      node = this.#used++;
    }
    this.#first[node] = first;
    this.#second[node] = second;
    this.#value[node] = value;
    this.#left[node] = NONE;
    this.#right[node] = NONE;
    this.#priority[node] = hashOf(first, second);
    return node;
  }

  #insert(root: number, node: number): number {
    if (root === NONE) return node;
    if (this.#isBelow(this.#first[node], this.#second[node], root)) {
      const child = this.#insert(this.#left[root], node);
      this.#left[root] = child;
      if (this.#priority[child] <= this.#priority[root]) return root;
      this.#left[root] = this.#right[child];
      this.#right[child] = root;
      return child;
    }
    const child = this.#insert(this.#right[root], node);
    this.#right[root] = child;
    if (this.#priority[child] <= this.#priority[root]) return root;
    this.#right[root] = this.#left[child];
    this.#left[child] = root;
    return child;
  }

  #withoutLast(node: number): number {
    if (this.#right[node] === NONE) {
      this.#removed = node;
      return this.#left[node];
    }
    this.#right[node] = this.#withoutLast(this.#right[node]);
    return node;
  }

  #grow(): void {
    const room = Math.max(16, 2 * this.#first.length);
    const enlarged = <T extends Float64Array | Int32Array | Uint32Array>(from: T, to: T): T => {
      to.set(from);
      return to;
    };
    this.#first = enlarged(this.#first, new Float64Array(room));
    this.#second = enlarged(this.#second, new Float64Array(room));
    this.#value = enlarged(this.#value, new Int32Array(room));
    this.#left = enlarged(this.#left, new Int32Array(room));
    this.#right = enlarged(this.#right, new Int32Array(room));
    this.#priority = enlarged(this.#priority, new Uint32Array(room));
  }
}

const bits = new Float64Array(2);
const words = new Uint32Array(bits.buffer);

/** Mixes the bits of both parts (the finaliser of MurmurHash3). */
function hashOf(first: number, second: number): number {
  bits[0] = first;
  bits[1] = second;
  let h = 0;
  for (let i = 0; i < 4; i++) {
    h = Math.imul(h ^ words[i], 0x85ebca6b);
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
    h ^= h >>> 16;
  }
  return h >>> 0;
}
