// SPDX-License-Identifier: MIT
/** Merges points with exactly equal coordinates: STL repeats every vertex in every facet. */

export class VertexWelder {
  private coordinates = new Float64Array(3 * 64);
  private count = 0;
  /** Open addressing: point number + 1, 0 is free. */
  private table = new Int32Array(256);
  private readonly bits = new Float64Array(3);
  private readonly words = new Int32Array(this.bits.buffer);

  /** Number of the point, new or known. */
  add(x: number, y: number, z: number): number {
    if (2 * this.count >= this.table.length) this.growTable();
    // -0 equals 0 and must hash alike.
    const slot = this.findSlot(x + 0, y + 0, z + 0);
    const found = this.table[slot];
    if (found > 0) return found - 1;
    if (3 * this.count === this.coordinates.length) {
      const larger = new Float64Array(2 * this.coordinates.length);
      larger.set(this.coordinates);
      this.coordinates = larger;
    }
    this.coordinates.set([x + 0, y + 0, z + 0], 3 * this.count);
    this.table[slot] = ++this.count;
    return this.count - 1;
  }

  /** The distinct points, flat x, y, z. */
  vertices(): Float64Array {
    return this.coordinates.slice(0, 3 * this.count);
  }

  private findSlot(x: number, y: number, z: number): number {
    const { bits, words, table, coordinates } = this;
    bits[0] = x;
    bits[1] = y;
    bits[2] = z;
    let hash = 0;
    for (let i = 0; i < 6; i++) {
      hash = Math.imul(hash ^ words[i], 0x85ebca6b);
      hash ^= hash >>> 13;
    }
    const mask = table.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = table[slot];
      if (entry === 0) return slot;
      const at = 3 * (entry - 1);
      if (coordinates[at] === x && coordinates[at + 1] === y && coordinates[at + 2] === z) return slot;
    }
  }

  private growTable(): void {
    this.table = new Int32Array(2 * this.table.length);
    for (let i = 0; i < this.count; i++) {
      const [x, y, z] = [0, 1, 2].map((k) => this.coordinates[3 * i + k]) as [number, number, number];
      this.table[this.findSlot(x, y, z)] = i + 1;
    }
  }
}
