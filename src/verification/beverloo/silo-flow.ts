// SPDX-License-Identifier: MIT
/**
 * A square silo over a plate with a round opening. The packing settles once on a closed floor, which the plate then
 * replaces. The domain is periodic along z just above the packing: discharged grains fall in again at the top, so the
 * packing keeps its height and the flow lasts as long as the measurement.
 */
import { Random } from '../../math/random.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import {
  DIAMETER,
  GRAIN_LAW,
  GRAIN_SPACING,
  GRAIN_STEP,
  type GrainName,
  grainMaterial,
  grainShape,
} from '../grains.ts';

const SIDES = 16;
/** Of the plate, from the opening towards a corner of the silo, in diameters; there are at least three. */
const LONGEST_PIECE = 2.8;
/** Of the plate, in diameters: many times the overlap of grains with it. */
export const THICKNESS = 0.5;
/** Free height below the plate, and above the settled packing, in diameters. */
const BELOW = 3;
const ABOVE = 1.5;
const FRICTION = 0.5;
/** s in which a packing of ten diameters settles. The flow hides the vibration that remains. */
const SETTLING = 0.3;

export interface Silo {
  /** Of a side, in diameters. */
  readonly width: number;
  /** Of the initial lattice: the packing becomes about as high as the widest opening. */
  readonly layers: number;
  /** s until the flow is steady and grains are counted. */
  readonly before: number;
  /** Above the settled packing, in diameters. */
  readonly headroom?: number;
}

/** Shapes and fixed bodies with their tops at z = 0. */
export interface Plate {
  readonly shapes: readonly BodyShapeSpec[];
  readonly bodies: readonly BodySpec[];
}

export interface SettledPacking {
  readonly grain: GrainName;
  readonly silo: Silo;
  readonly bodies: readonly BodySpec[];
  /** Of the highest centre, m. */
  readonly top: number;
}

/**
 * Convex pieces with their tops at z = 0: the square |x|, |y| <= half without a regular polygon that has the area of a
 * circle. Several pieces lie behind each side of the polygon, because a period must be longer than two of the largest
 * bodies.
 */
function plateWithOpening(half: number, diameter: number): readonly BodyShapeSpec[] {
  const radius = (diameter / 2) * Math.sqrt((2 * Math.PI) / (SIDES * Math.sin((2 * Math.PI) / SIDES)));
  const rings = Math.max(3, Math.ceil((Math.SQRT2 * half - radius) / (LONGEST_PIECE * DIAMETER)));
  const at = (corner: number, ring: number): readonly [number, number] => {
    const angle = (2 * Math.PI * corner) / SIDES;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const out = half / Math.max(Math.abs(c), Math.abs(s));
    const r = radius + ((out - radius) * ring) / rings;
    return [r * c, r * s];
  };
  return Array.from({ length: SIDES * rings }, (_, piece) => {
    const [k, ring] = [Math.floor(piece / rings), piece % rings];
    const outline = [at(k, ring), at(k + 1, ring), at(k, ring + 1), at(k + 1, ring + 1)];
    const vertices = outline.flatMap(([x, y]) => [x, y, 0, x, y, -THICKNESS * DIAMETER]);
    return { name: `plate ${piece}`, convex: polyhedron({ vertices: Float64Array.from(vertices) }) };
  });
}

function siloSpec(grain: GrainName, { width }: Silo, bodies: readonly BodySpec[]) {
  const half = (width * DIAMETER) / 2;
  const wall = (name: string, normal: readonly [number, number, number], offset = -half) =>
    ({ name, normal, offset, material: 'grain' }) as const;
  return {
    timeStep: GRAIN_STEP,
    gravity: [0, 0, -9.81],
    law: GRAIN_LAW,
    materials: [grainMaterial(FRICTION)],
    shapes: [grainShape(grain)],
    bodies,
    halfSpaces: [
      wall('west', [1, 0, 0]),
      wall('east', [-1, 0, 0]),
      wall('south', [0, 1, 0]),
      wall('north', [0, -1, 0]),
      wall('floor', [0, 0, 1], 0),
    ],
  } as const satisfies SimulationSpec;
}

/** Grains in random orientations over a closed floor, at distances at which none touch. */
export function closedSilo(grain: GrainName, silo: Silo) {
  const half = (silo.width * DIAMETER) / 2;
  const random = new Random(1);
  const along = Math.floor(silo.width / GRAIN_SPACING);
  const spacing = (2 * half) / along;
  const lattice: BodySpec[] = [];
  for (let k = 0; k < along * along * silo.layers; k++) {
    const jitter = (): number => random.between(-0.1, 0.1) * DIAMETER;
    const at = (i: number): number => -half + (i + 0.5) * spacing + jitter();
    const height = (0.8 + Math.floor(k / along ** 2) * GRAIN_SPACING) * DIAMETER;
    const position = [at(k % along), at(Math.floor(k / along) % along), height] as const;
    lattice.push({ shape: 'grain', material: 'grain', position, orientation: random.rotation() });
  }
  return siloSpec(grain, silo, lattice);
}

/** The settled bodies as a packing at rest. */
export function packingFrom(
  grain: GrainName,
  silo: Silo,
  settled: Grains & { readonly orientation: Float64Array },
): SettledPacking {
  const { position, orientation, count } = settled;
  let top = 0;
  const bodies = Array.from({ length: count }, (_, b): BodySpec => {
    const [x = 0, y = 0, z = 0] = position.subarray(3 * b, 3 * b + 3);
    const [qw = 1, qx = 0, qy = 0, qz = 0] = orientation.subarray(4 * b, 4 * b + 4);
    top = Math.max(top, z);
    return { shape: 'grain', material: 'grain', position: [x, y, z], orientation: [qw, qx, qy, qz] };
  });
  return { grain, silo, bodies, top };
}

/** A packing at rest on a closed floor. */
export function settledPacking(grain: GrainName, silo: Silo): SettledPacking {
  const simulation = new Simulation(closedSilo(grain, silo));
  simulation.step(Math.round(SETTLING / GRAIN_STEP));
  const bed = packingFrom(grain, silo, simulation.bodies());
  simulation.dispose();
  return bed;
}

export function openSilo({ grain, silo, bodies, top }: SettledPacking, plate: Plate) {
  const half = (silo.width * DIAMETER) / 2;
  const closed = siloSpec(grain, silo, bodies);
  return {
    ...closed,
    shapes: [...closed.shapes, ...plate.shapes],
    bodies: [...plate.bodies, ...bodies],
    halfSpaces: closed.halfSpaces.filter(({ name }) => name !== 'floor'),
    domain: {
      min: [-2 * half, -2 * half, -BELOW * DIAMETER],
      max: [2 * half, 2 * half, top + (silo.headroom ?? ABOVE) * DIAMETER],
      periodic: [false, false, true],
    },
  } as const satisfies SimulationSpec;
}

/** Positions at one time: stride 3. */
interface Grains {
  readonly count: number;
  readonly position: Float64Array;
}

/**
 * Net number of grains that passed the level below the plate since the last call; grains that bounced up again are
 * subtracted. No grain may move farther than half the period in between.
 */
export class Passage {
  readonly #level = -(THICKNESS + 0.5) * DIAMETER;
  readonly #period: number;
  #last: Float64Array;

  constructor({ domain }: ReturnType<typeof openSilo>, { position }: Grains) {
    this.#period = domain.max[2] - domain.min[2];
    this.#last = position;
  }

  look({ count, position }: Grains): number {
    let passed = 0;
    const turns = (z: number): number => Math.floor((z - this.#level) / this.#period);
    for (let b = 0; b < count; b++) {
      const before = this.#last[3 * b + 2];
      const way = position[3 * b + 2] - before;
      passed += turns(before) - turns(before + way - this.#period * Math.round(way / this.#period));
    }
    this.#last = position;
    return passed;
  }
}

/** Steps between two counts: no grain falls by more than a small part of the period in between. */
const LOOK = 25;

/** Number of grains that pass the opening in each of `parts` equal parts of the time, `counted` s in total. */
export function dischargedGrains(
  bed: SettledPacking,
  opening: number,
  counted: number,
  parts: number,
): readonly number[] {
  const half = (bed.silo.width * DIAMETER) / 2;
  const shapes = plateWithOpening(1.03 * half, opening * DIAMETER);
  const pieces = shapes.map(
    ({ name }) => ({ shape: name, material: 'grain', position: [0, 0, 0], fixed: true }) as const,
  );
  const spec = openSilo(bed, { shapes, bodies: pieces });
  const simulation = new Simulation(spec);
  simulation.step(Math.round(bed.silo.before / GRAIN_STEP));
  const looks = Math.round(counted / (parts * LOOK * GRAIN_STEP));
  const passage = new Passage(spec, simulation.bodies());
  const passed = Array.from({ length: parts }, () => {
    let sum = 0;
    for (let k = 0; k < looks; k++) {
      simulation.step(LOOK);
      sum += passage.look(simulation.bodies());
    }
    return sum;
  });
  simulation.dispose();
  return passed;
}
