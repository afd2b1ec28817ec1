// SPDX-License-Identifier: MIT
/**
 * Finds bodies that overlap each other or a wall at the start. Candidates come from one grid for each size class
 * (factor 2), so a few large bodies among many small ones cost little. Spheres have a formula; other shapes use the
 * narrow phase.
 */
import { type Pose, pose } from '../../math/pose.ts';
import { type Quaternion, rotate } from '../../math/quaternion.ts';
import { add, distance, normalise, type Vector3, vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { wallContacts } from '../../narrow-phase/walls/wall-contacts.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import {
  type BodyEntry,
  bodyCount,
  bodyOfGroup,
  countOf,
  isFree,
  isGroup,
} from '../../simulation/bodies/body-groups.ts';
import { scaledShape } from '../../simulation/bodies/body-scale.ts';
import type { DomainSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { wallImages } from '../../simulation/touches/wall-images.ts';
import { type BodySize, bodySizeOf } from './body-size.ts';

interface StartOverlap {
  /** Names of bodies and walls, or their indices in the list. */
  readonly a: string;
  readonly b: string;
  /** m, > 0 */
  readonly depth: number;
  /** Depth over the smallest radius of the two. */
  readonly ratio: number;
}

interface StartOverlaps {
  readonly count: number;
  /** The worst by ratio, at most `MOST_NAMED`. */
  readonly worst: readonly StartOverlap[];
}

const MOST_NAMED = 5;
/**
 * Bodies may touch on purpose: an overlap, relative to the radius, that comes from rounding of decimal positions is not
 * reported.
 */
const TOUCHING_TOLERANCE = 1e-9;

/** What the bodies of an entry of the spec share. */
interface PlacedEntry {
  readonly entry: BodyEntry;
  /** Number of its first body. */
  readonly first: number;
  readonly size: BodySize;
  readonly orientation: Quaternion;
  readonly isFree: boolean;
}

/** All bodies by number, without an object for each. */
class PlacedBodies {
  readonly count: number;
  readonly entries: PlacedEntry[] = [];
  /** Number of the entry of each body; -1 for a body of no known shape. */
  readonly entryOf: Int32Array;
  /** Of the balls around the bodies. */
  readonly centres: Float64Array;

  constructor({ shapes = [], bodies = [] }: SimulationSpec) {
    this.count = bodyCount(bodies);
    this.entryOf = new Int32Array(this.count).fill(-1);
    this.centres = new Float64Array(3 * this.count);
    const specs = new Map(shapes.map((spec) => [spec.name, spec]));
    const sizes = new Map<string, BodySize>();
    let first = 0;
    for (const entry of bodies) {
      const { shape, scale = 1 } = entry;
      const key = `${shape}\n${scale}`;
      const spec = specs.get(shape);
      const size = sizes.get(key) ?? (spec && bodySizeOf(scaledShape(spec, scale)));
      if (size !== undefined) {
        sizes.set(key, size);
        this.#place(entry, first, size);
      }
      first += countOf(entry);
    }
  }

  of(body: number): PlacedEntry {
    return this.entries[this.entryOf[body]] as PlacedEntry;
  }

  centre(body: number): Vector3 {
    const [x = 0, y = 0, z = 0] = this.centres.subarray(3 * body, 3 * body + 3);
    return { x, y, z };
  }

  pose(body: number): Pose {
    const { entry, first, orientation } = this.of(body);
    return pose({ position: isGroup(entry) ? bodyOfGroup(entry, body - first).position : entry.position, orientation });
  }

  name(body: number): string {
    const { entry, first } = this.of(body);
    if (entry.name === undefined) return `bodies[${body}]`;
    return isGroup(entry) ? `${entry.name}[${body - first}]` : entry.name;
  }

  #place(entry: BodyEntry, first: number, size: BodySize): void {
    const { orientation } = pose(entry.orientation === undefined ? {} : { orientation: entry.orientation });
    const offset = rotate(orientation, size.ballCentre);
    const number = this.entries.length;
    this.entries.push({ entry, first, size, orientation, isFree: isFree(entry) });
    const single = isGroup(entry) ? undefined : vector3(entry.position);
    for (let k = 0; k < countOf(entry); k++) {
      const at = 3 * (first + k);
      this.entryOf[first + k] = number;
      this.centres[at] = (isGroup(entry) ? entry.positions[3 * k] : (single?.x ?? 0)) + offset.x;
      this.centres[at + 1] = (isGroup(entry) ? entry.positions[3 * k + 1] : (single?.y ?? 0)) + offset.y;
      this.centres[at + 2] = (isGroup(entry) ? entry.positions[3 * k + 2] : (single?.z ?? 0)) + offset.z;
    }
  }
}

/** Bodies whose radii differ by less than a factor of 2, in cells of the largest diameter: flat lists by hash. */
class SizeClass {
  readonly members: Int32Array;
  readonly #placed: PlacedBodies;
  readonly #largestRadius: number;
  readonly #cellSize: number;
  readonly #mask: number;
  /** Members of hash h are #items[#starts[h]] to #items[#starts[h + 1] - 1]. */
  readonly #starts: Int32Array;
  readonly #items: Int32Array;
  /** Least and greatest coordinates of the centres. */
  readonly #bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

  constructor(placed: PlacedBodies, members: Int32Array) {
    this.members = members;
    this.#placed = placed;
    let largest = 0;
    for (const body of members) largest = Math.max(largest, placed.of(body).size.ballRadius);
    this.#largestRadius = largest;
    this.#cellSize = 2 * largest;
    const buckets = 2 ** Math.ceil(Math.log2(members.length + 1));
    this.#mask = buckets - 1;
    this.#starts = new Int32Array(buckets + 1);
    this.#items = new Int32Array(members.length);
    const { centres } = placed;
    for (const body of members) {
      this.#starts[this.#hashOf(body) + 1] += 1;
      for (let axis = 0; axis < 3; axis++) {
        this.#bounds[axis] = Math.min(this.#bounds[axis], centres[3 * body + axis]);
        this.#bounds[axis + 3] = Math.max(this.#bounds[axis + 3], centres[3 * body + axis]);
      }
    }
    for (let h = 0; h < buckets; h++) this.#starts[h + 1] += this.#starts[h];
    const next = this.#starts.slice();
    for (const body of members) this.#items[next[this.#hashOf(body)]++] = body;
  }

  /**
   * Calls `visit` with every body of the class whose ball meets this one. Looks at all of them if they are fewer than
   * the cells, or so far from the origin that cells cannot be counted.
   */
  visitNear(x: number, y: number, z: number, radius: number, visit: (body: number) => void): void {
    const reach = radius + this.#largestRadius;
    const b = this.#bounds;
    if (x < b[0] - reach || y < b[1] - reach || z < b[2] - reach) return;
    if (x > b[3] + reach || y > b[4] + reach || z > b[5] + reach) return;
    const x0 = this.#cell(x - reach);
    const x1 = this.#cell(x + reach);
    const y0 = this.#cell(y - reach);
    const y1 = this.#cell(y + reach);
    const z0 = this.#cell(z - reach);
    const z1 = this.#cell(z + reach);
    const cells = (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1);
    const farthest = Math.max(Math.abs(x0), Math.abs(x1), Math.abs(y0), Math.abs(y1), Math.abs(z0), Math.abs(z1));
    if (!(farthest <= Number.MAX_SAFE_INTEGER) || cells >= this.members.length) {
      for (const body of this.members) if (this.#meets(body, x, y, z, radius)) visit(body);
      return;
    }
    for (let i = x0; i <= x1; i++) {
      for (let j = y0; j <= y1; j++) {
        for (let k = z0; k <= z1; k++) {
          const h = this.#hash(i, j, k);
          for (let n = this.#starts[h]; n < this.#starts[h + 1]; n++) {
            const body = this.#items[n];
            // Cells may share a hash: a body counts in its own alone.
            if (this.#meets(body, x, y, z, radius) && this.#isIn(body, i, j, k)) visit(body);
          }
        }
      }
    }
  }

  #meets(body: number, x: number, y: number, z: number, radius: number): boolean {
    const { centres } = this.#placed;
    const dx = centres[3 * body] - x;
    const dy = centres[3 * body + 1] - y;
    const dz = centres[3 * body + 2] - z;
    const most = radius + this.#placed.of(body).size.ballRadius;
    return dx * dx + dy * dy + dz * dz <= most * most;
  }

  #isIn(body: number, i: number, j: number, k: number): boolean {
    const { centres } = this.#placed;
    const at = 3 * body;
    return this.#cell(centres[at]) === i && this.#cell(centres[at + 1]) === j && this.#cell(centres[at + 2]) === k;
  }

  #hashOf(body: number): number {
    const { centres } = this.#placed;
    const at = 3 * body;
    return this.#hash(this.#cell(centres[at]), this.#cell(centres[at + 1]), this.#cell(centres[at + 2]));
  }

  #cell(coordinate: number): number {
    return Math.floor(coordinate / this.#cellSize);
  }

  /** Neighbours along x have neighbouring hashes: their lists are near each other in memory. */
  #hash(x: number, y: number, z: number): number {
    return ((x | 0) + Math.imul(y | 0, 19_349_663) + Math.imul(z | 0, 83_492_791)) & this.#mask;
  }
}

/** Classes of sizes by their binary order. */
function sizeClasses(placed: PlacedBodies): Map<number, SizeClass> {
  const orderOf = placed.entries.map(({ size }) => Math.ceil(Math.log2(size.ballRadius)));
  const counts = new Map<number, number>();
  for (const number of placed.entryOf) {
    if (number >= 0) counts.set(orderOf[number], (counts.get(orderOf[number]) ?? 0) + 1);
  }
  const members = new Map([...counts].map(([order, count]) => [order, new Int32Array(count)]));
  const filled = new Map<number, number>();
  for (let body = 0; body < placed.count; body++) {
    const order = orderOf[placed.entryOf[body]];
    const list = members.get(order);
    if (list === undefined) continue;
    const at = filled.get(order) ?? 0;
    list[at] = body;
    filled.set(order, at + 1);
  }
  return new Map([...members].map(([order, list]) => [order, new SizeClass(placed, list)]));
}

/** All shifts to images of the domain next to it, the domain itself first. */
function imageShifts(domain: DomainSpec | undefined): Vector3[] {
  const none = { x: 0, y: 0, z: 0 };
  if (domain?.periodic === undefined) return [none];
  const { periodic } = domain;
  const min = vector3(domain.min);
  const max = vector3(domain.max);
  const along = (isPeriodic: boolean, side: number): number[] => (isPeriodic ? [0, -side, side] : [0]);
  return along(periodic[0], max.x - min.x).flatMap((x) =>
    along(periodic[1], max.y - min.y).flatMap((y) => along(periodic[2], max.z - min.z).map((z) => ({ x, y, z }))),
  );
}

/** Signed distance of two bodies, the first moved by `shift`. */
function gapOf(placed: PlacedBodies, a: number, b: number, shift: Vector3): number {
  const [own, other] = [placed.of(a).size, placed.of(b).size];
  const balls = distance(add(placed.centre(a), shift), placed.centre(b)) - own.ballRadius - other.ballRadius;
  if (balls > 0 || (own.shape.kind === 'sphere' && other.shape.kind === 'sphere')) return balls;
  const { position, orientation } = placed.pose(a);
  const moved = pose({ position: add(position, shift), orientation });
  return contact(own.shape, moved, other.shape, placed.pose(b)).distance;
}

class Worst {
  count = 0;
  readonly named: StartOverlap[] = [];

  /** `names` are those of the two, asked for when they are among the worst. */
  note(names: () => readonly [string, string], depth: number, radius: number): void {
    const ratio = depth / radius;
    if (!(ratio > TOUCHING_TOLERANCE)) return;
    this.count++;
    if (this.named.length === MOST_NAMED && (this.named[MOST_NAMED - 1]?.ratio ?? 0) >= ratio) return;
    const [a, b] = names();
    this.named.push({ a, b, depth, ratio });
    this.named.sort((first, second) => second.ratio - first.ratio);
    if (this.named.length > MOST_NAMED) this.named.pop();
  }
}

/**
 * Overlaps of bodies with each other, through periodic sides too, with half-spaces and with the facets of meshes. A
 * body within a mesh that reaches none of its facets is not seen.
 */
export function startOverlaps(spec: SimulationSpec): StartOverlaps {
  const placed = new PlacedBodies(spec);
  const { centres } = placed;
  const worst = new Worst();
  const classes = sizeClasses(placed);
  const shifts = imageShifts(spec.domain);
  for (const [order, { members }] of classes) {
    for (const [otherOrder, others] of classes) {
      if (otherOrder > order) continue;
      for (const a of members) {
        const { size, isFree: isFreeA } = placed.of(a);
        for (const shift of shifts) {
          const [x, y, z] = [centres[3 * a] + shift.x, centres[3 * a + 1] + shift.y, centres[3 * a + 2] + shift.z];
          others.visitNear(x, y, z, size.ballRadius, (b) => {
            const other = placed.of(b);
            if ((otherOrder === order && b <= a) || !(isFreeA || other.isFree)) return;
            worst.note(
              () => [placed.name(Math.min(a, b)), placed.name(Math.max(a, b))],
              -gapOf(placed, a, b, shift),
              Math.min(size.smallestRadius, other.size.smallestRadius),
            );
          });
        }
      }
    }
  }
  for (const { name, normal, offset } of spec.halfSpaces ?? []) {
    const unit = normalise(vector3(normal));
    const wall = halfSpace({ normal: unit, offset });
    for (let body = 0; body < placed.count; body++) {
      if (placed.entryOf[body] < 0) continue;
      const { size, isFree: isFreeBody } = placed.of(body);
      const height = unit.x * centres[3 * body] + unit.y * centres[3 * body + 1] + unit.z * centres[3 * body + 2];
      if (!isFreeBody || height - offset > size.ballRadius) continue;
      const depth = -contact(wall, {}, size.shape, placed.pose(body)).distance;
      worst.note(() => [placed.name(body), name], depth, size.smallestRadius);
    }
  }
  for (const each of spec.meshes ?? []) {
    const { name, mesh, shape, position, orientation, oneSided } = each;
    const wall = shape && wallImages({ ...each, shape }, spec.domain).shape;
    const placedMesh = pose({ ...(position && { position }), ...(orientation && { orientation }) });
    for (let body = 0; body < placed.count; body++) {
      if (placed.entryOf[body] < 0 || !placed.of(body).isFree) continue;
      const { size } = placed.of(body);
      const found =
        wall === undefined
          ? meshContacts(mesh, placedMesh, size.shape, placed.pose(body), { sides: oneSided ? 'one' : 'two' })
          : wallContacts(wall, placedMesh, size.shape, placed.pose(body));
      worst.note(() => [placed.name(body), name], -(found[0]?.distance ?? 0), size.smallestRadius);
    }
  }
  return { count: worst.count, worst: worst.named };
}
