// SPDX-License-Identifier: MIT
/**
 * Finds bodies that overlap each other or a wall at the start. Candidates come from one grid for each size class
 * (factor 2), so a few large bodies among many small ones cost little. Spheres have a formula; other shapes use the
 * narrow phase.
 */
import { type Pose, pose, transformPoint } from '../../math/pose.ts';
import { add, distance, dot, normalise, type Vector3, vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { scaledShape } from '../../simulation/bodies/body-scale.ts';
import type { BodySpec, DomainSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
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

interface PlacedBody {
  readonly index: number;
  readonly name: string;
  readonly size: BodySize;
  readonly pose: Pose;
  /** Of the ball around the body. */
  readonly centre: Vector3;
  readonly isFree: boolean;
}

function placeBodies({ shapes = [], bodies = [] }: SimulationSpec): PlacedBody[] {
  const specs = new Map(shapes.map((spec) => [spec.name, spec]));
  const sizes = new Map<string, BodySize>();
  return bodies.flatMap((body, index) => {
    const key = `${body.shape}\n${body.scale ?? 1}`;
    const spec = specs.get(body.shape);
    const size = sizes.get(key) ?? (spec && bodySizeOf(scaledShape(spec, body.scale ?? 1)));
    if (size === undefined) return [];
    sizes.set(key, size);
    const { position, orientation, fixed, motion } = body;
    const placed = pose({ position, ...(orientation !== undefined && { orientation }) });
    const centre = transformPoint(placed, size.ballCentre);
    const isFree = fixed !== true && motion === undefined;
    return [{ index, name: nameOf(body, index), size, pose: placed, centre, isFree }];
  });
}

const nameOf = ({ name }: BodySpec, index: number): string => name ?? `bodies[${index}]`;

const NOBODY: readonly PlacedBody[] = [];

/** Bodies of radii from r to 2 r in cells of side 4 r: a ball touches at most the cells around it. */
class SizeClass {
  readonly cellSize: number;
  readonly bodies: PlacedBody[] = [];
  readonly #cells = new Map<number, PlacedBody[]>();

  constructor(largestRadius: number) {
    this.cellSize = 2 * largestRadius;
  }

  add(body: PlacedBody): void {
    const key = this.#key(this.#cell(body.centre.x), this.#cell(body.centre.y), this.#cell(body.centre.z));
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, [body]);
    else cell.push(body);
    this.bodies.push(body);
  }

  /**
   * Calls `visit` with every body of the class that may touch the ball, and perhaps with others: with all if they are
   * fewer than the cells, or so far from the origin that cells cannot be counted.
   */
  visitNear(centre: Vector3, radius: number, visit: (body: PlacedBody) => void): void {
    const reach = radius + this.cellSize / 2;
    const x0 = this.#cell(centre.x - reach);
    const x1 = this.#cell(centre.x + reach);
    const y0 = this.#cell(centre.y - reach);
    const y1 = this.#cell(centre.y + reach);
    const z0 = this.#cell(centre.z - reach);
    const z1 = this.#cell(centre.z + reach);
    const isCounted = [x0, x1, y0, y1, z0, z1].every(Number.isSafeInteger);
    if (!isCounted || (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1) >= this.bodies.length) {
      for (const body of this.bodies) visit(body);
      return;
    }
    for (let x = x0; x <= x1; x++) {
      for (let y = y0; y <= y1; y++) {
        for (let z = z0; z <= z1; z++) {
          for (const body of this.#cells.get(this.#key(x, y, z)) ?? NOBODY) if (this.#isIn(body, x, y, z)) visit(body);
        }
      }
    }
  }

  /** Cells may share a key. */
  #isIn({ centre }: PlacedBody, x: number, y: number, z: number): boolean {
    return this.#cell(centre.x) === x && this.#cell(centre.y) === y && this.#cell(centre.z) === z;
  }

  #cell(coordinate: number): number {
    return Math.floor(coordinate / this.cellSize);
  }

  #key(x: number, y: number, z: number): number {
    return Math.imul(x | 0, 73_856_093) ^ Math.imul(y | 0, 19_349_663) ^ Math.imul(z | 0, 83_492_791);
  }
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
function gapOf(a: PlacedBody, b: PlacedBody, shift: Vector3): number {
  const balls = distance(add(a.centre, shift), b.centre) - a.size.ballRadius - b.size.ballRadius;
  if (balls > 0 || (a.size.shape.kind === 'sphere' && b.size.shape.kind === 'sphere')) return balls;
  const moved = pose({ position: add(a.pose.position, shift), orientation: a.pose.orientation });
  return contact(a.size.shape, moved, b.size.shape, b.pose).distance;
}

class Worst {
  count = 0;
  readonly named: StartOverlap[] = [];

  note(a: string, b: string, depth: number, radius: number): void {
    const ratio = depth / radius;
    if (!(ratio > TOUCHING_TOLERANCE)) return;
    this.count++;
    if (this.named.length === MOST_NAMED && (this.named[MOST_NAMED - 1]?.ratio ?? 0) >= ratio) return;
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
  const placed = placeBodies(spec);
  const worst = new Worst();
  const classes = new Map<number, SizeClass>();
  for (const body of placed) {
    const order = Math.ceil(Math.log2(body.size.ballRadius));
    const sizeClass = classes.get(order) ?? new SizeClass(2 ** order);
    classes.set(order, sizeClass);
    sizeClass.add(body);
  }
  const shifts = imageShifts(spec.domain);
  for (const [order, { bodies }] of classes) {
    for (const [otherOrder, others] of classes) {
      if (otherOrder > order) continue;
      for (const a of bodies) {
        for (const shift of shifts) {
          others.visitNear(add(a.centre, shift), a.size.ballRadius, (b) => {
            if ((otherOrder === order && b.index <= a.index) || !(a.isFree || b.isFree)) return;
            const [first, second] = a.index < b.index ? [a, b] : [b, a];
            worst.note(
              first.name,
              second.name,
              -gapOf(a, b, shift),
              Math.min(a.size.smallestRadius, b.size.smallestRadius),
            );
          });
        }
      }
    }
  }
  for (const { name, normal, offset } of spec.halfSpaces ?? []) {
    const unit = normalise(vector3(normal));
    const wall = halfSpace({ normal: unit, offset });
    for (const body of placed) {
      if (!body.isFree || dot(unit, body.centre) - offset > body.size.ballRadius) continue;
      worst.note(body.name, name, -contact(wall, {}, body.size.shape, body.pose).distance, body.size.smallestRadius);
    }
  }
  for (const { name, mesh, position, orientation, oneSided } of spec.meshes ?? []) {
    const placedMesh = pose({ ...(position && { position }), ...(orientation && { orientation }) });
    for (const body of placed) {
      if (!body.isFree) continue;
      const found = meshContacts(mesh, placedMesh, body.size.shape, body.pose, { sides: oneSided ? 'one' : 'two' });
      const deepest = found[0]?.distance ?? 0;
      worst.note(body.name, name, -deepest, body.size.smallestRadius);
    }
  }
  return { count: worst.count, worst: worst.named };
}
