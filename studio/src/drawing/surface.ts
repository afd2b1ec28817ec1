// SPDX-License-Identifier: MIT
/** Triangles with normals, and edges, as plain numbers, independent of the graphics library. */
import type { Quaternion, Vector3 } from '../../../src/contact.ts';

export class Surface {
  /** Three a vertex. */
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  /** Three vertex numbers a triangle, counter-clockwise from outside. */
  readonly triangles: number[] = [];
  /** Six coordinates a line. */
  readonly lines: number[] = [];

  vertex(position: Vector3, normal: Vector3): number {
    this.positions.push(position.x, position.y, position.z);
    this.normals.push(normal.x, normal.y, normal.z);
    return this.positions.length / 3 - 1;
  }

  line(from: Vector3, to: Vector3): void {
    this.lines.push(from.x, from.y, from.z, to.x, to.y, to.z);
  }

  loop(points: readonly Vector3[]): void {
    points.forEach((from, i) => {
      this.line(from, points[(i + 1) % points.length]);
    });
  }

  /** A flat convex polygon. */
  polygon(corners: readonly Vector3[], normal: Vector3): void {
    const numbers = corners.map((corner) => this.vertex(corner, normal));
    for (let i = 2; i < numbers.length; i++) {
      this.triangles.push(numbers[0], numbers[i - 1], numbers[i]);
    }
  }

  /**
   * Rows of vertices, joined by two triangles a cell; rows run upwards and columns counter-clockwise. Cells without
   * area are left out.
   */
  grid(rows: readonly (readonly { readonly position: Vector3; readonly normal: Vector3 }[])[]): void {
    const numbers = rows.map((row) => row.map(({ position, normal }) => this.vertex(position, normal)));
    for (let i = 1; i < numbers.length; i++) {
      const [below, above] = [numbers[i - 1], numbers[i]];
      for (let j = 1; j < below.length; j++) {
        const [p, q, r, s] = [below[j - 1], below[j], above[j], above[j - 1]] as [number, number, number, number];
        this.#triangle(p, q, r);
        this.#triangle(p, r, s);
      }
    }
  }

  /** Another surface with points transformed by `move` and normals by `turn`. */
  append(other: Surface, move: (point: Vector3) => Vector3, turn: (normal: Vector3) => Vector3): void {
    const first = this.positions.length / 3;
    for (let i = 0; i < other.positions.length; i += 3) {
      this.vertex(move(vectorAt(other.positions, i)), turn(vectorAt(other.normals, i)));
    }
    for (const corner of other.triangles) this.triangles.push(first + corner);
    for (let i = 0; i < other.lines.length; i += 6) {
      this.line(move(vectorAt(other.lines, i)), move(vectorAt(other.lines, i + 3)));
    }
  }

  #triangle(...corners: [number, number, number]): void {
    const [p, q, r] = corners.map((corner) => vectorAt(this.positions, 3 * corner)) as [Vector3, Vector3, Vector3];
    if (!areSame(p, q) && !areSame(q, r) && !areSame(r, p)) this.triangles.push(...corners);
  }
}

export function vectorAt(numbers: ArrayLike<number>, i: number): Vector3 {
  return { x: numbers[i], y: numbers[i + 1], z: numbers[i + 2] };
}

function areSame(p: Vector3, q: Vector3): boolean {
  return p.x === q.x && p.y === q.y && p.z === q.z;
}

export function sum(p: Vector3, q: Vector3): Vector3 {
  return { x: p.x + q.x, y: p.y + q.y, z: p.z + q.z };
}

/** A vector turned by a unit quaternion. */
export function turned({ w, x, y, z }: Quaternion, v: Vector3): Vector3 {
  const tx = 2 * (y * v.z - z * v.y);
  const ty = 2 * (z * v.x - x * v.z);
  const tz = 2 * (x * v.y - y * v.x);
  return {
    x: v.x + w * tx + (y * tz - z * ty),
    y: v.y + w * ty + (z * tx - x * tz),
    z: v.z + w * tz + (x * ty - y * tx),
  };
}
