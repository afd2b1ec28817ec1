// SPDX-License-Identifier: MIT
/** Piles that should stand still by the pressure-field law: stacks of boxes and of tablets, a wall in running bond. */
import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { cylinder } from '../../shapes/kinds/cylinder.ts';
import { tablet } from '../../shapes/kinds/tablet.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

/** m: bricks are 0.2 m long. */
const SIZE = 0.1;
const DENSITY = 2500;
const GRAVITY = 9.81;
/** N/m3 */
export const STIFFNESSES = [1e8, 1e9, 1e10] as const;
/** Of the critical step. */
const SHARE = 0.1;

export const PILE_KINDS = ['boxes', 'tablets', 'cylinders', 'wall'] as const;
type PileKind = (typeof PILE_KINDS)[number];

type Place = readonly [x: number, y: number, z: number];

interface Placed {
  readonly shape: string;
  readonly position: Place;
  readonly orientation: readonly [w: number, x: number, y: number, z: number];
}

export interface Pile {
  readonly name: string;
  /** The word for its kind on the command line. */
  readonly kind: PileKind;
  readonly shapes: Readonly<Record<string, ConvexShape>>;
  readonly bodies: readonly Placed[];
}

/** Bodies of this height on top of each other, not quite in line and turned about the vertical. */
function stack(kind: PileKind, shape: ConvexShape, height: number, count: number): Pile {
  const random = new Random(5);
  const aside = (): number => random.between(-0.03, 0.03) * SIZE;
  const bodies = Array.from({ length: count }, (_, k): Placed => {
    const turn = random.between(-0.1, 0.1);
    return {
      shape: 'body',
      position: [aside(), aside(), (k + 0.5) * height],
      orientation: [Math.cos(turn), 0, 0, Math.sin(turn)],
    };
  });
  return { name: `stack of ${count} ${kind}`, kind, shapes: { body: shape }, bodies };
}

const BRICK = { length: 2 * SIZE, width: SIZE, height: 0.6 * SIZE };

/** Rows of bricks in running bond; every second row begins and ends in a half brick. All are a little out of place. */
function wall(count: number, inRow: number): Pile {
  const { length, width, height } = BRICK;
  const random = new Random(6);
  const bodies: Placed[] = [];
  const put = (shape: string, x: number, row: number): void => {
    const aside = (): number => random.between(-1, 1) * 1e-3 * SIZE;
    const turn = random.between(-5e-4, 5e-4);
    bodies.push({
      shape,
      // Joints as wide as bricks are out of place.
      position: [1.002 * x + aside(), aside(), (row + 0.5) * height],
      orientation: [Math.cos(turn), 0, 0, Math.sin(turn)],
    });
  };
  for (let row = 0; bodies.length < count; row++) {
    const isMoved = row % 2 === 1;
    if (isMoved) put('half', -0.25 * length, row);
    for (let k = 0; k < (isMoved ? inRow - 1 : inRow); k++) put('brick', (k + (isMoved ? 0.5 : 0)) * length, row);
    if (isMoved) put('half', (inRow - 0.75) * length, row);
  }
  const halfExtents = (part: number): Place => [0.5 * part * length, 0.5 * width, 0.5 * height];
  return {
    name: `wall of ${count} bricks in running bond`,
    kind: 'wall',
    shapes: { brick: box({ halfExtents: halfExtents(1) }), half: box({ halfExtents: halfExtents(0.5) }) },
    bodies: bodies.slice(0, count),
  };
}

/** Its caps are nearly flat: a stack of ten more domed tablets would fall over. */
const TABLET = tablet({ diameter: 2 * SIZE, bandHeight: 0.5 * SIZE, capRadius: 40 * SIZE });
const CUBE = box({ halfExtents: [0.5 * SIZE, 0.5 * SIZE, 0.5 * SIZE] });
const CAN = cylinder({ radius: 0.5 * SIZE, halfLength: 0.5 * SIZE });

interface Numbers {
  /** Bodies in a stack. */
  readonly high: number;
  /** The same for tablets, whose contacts cost ten times as much. */
  readonly tablets: number;
  /** In the wall, and in each of its rows. */
  readonly bricks: number;
  readonly inRow: number;
}

export function piles({ high, tablets, bricks, inRow }: Numbers): readonly Pile[] {
  return [
    stack('boxes', CUBE, SIZE, high),
    stack('tablets', TABLET, TABLET.bandHeight + 2 * TABLET.capHeight, tablets),
    stack('cylinders', CAN, SIZE, high),
    wall(bricks, inRow),
  ];
}

export function pileSpec({ shapes, bodies }: Pile, stiffness: number, timeStep: number): SimulationSpec {
  return {
    timeStep,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'pressure-field', tangential: 'linear' },
    materials: [{ name: 'stone', density: DENSITY, stiffness, restitution: 0.3, friction: 0.5 }],
    shapes: Object.entries(shapes).map(([name, convex]) => ({ name, convex })),
    bodies: bodies.map((body) => ({ ...body, material: 'stone' })),
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone' }],
  };
}

export function steppedPile(pile: Pile, stiffness: number): SimulationSpec {
  const critical = new Simulation(pileSpec(pile, stiffness, 1e-6)).criticalTimeStep();
  return pileSpec(pile, stiffness, SHARE * critical);
}

/** Weighted sums over samples of a part of the run, in the order of the bodies, and the range of the coordinates. */
export interface PileMean {
  weight: number;
  readonly position: number[];
  readonly orientation: number[];
  /** Least and greatest coordinates of positions. */
  readonly least: number[];
  readonly greatest: number[];
}

/** What is seen of a pile in the second and in the last third of the time. */
export interface PileRecord {
  readonly second: PileMean;
  readonly last: PileMean;
}

const emptyMean = (): PileMean => ({ weight: 0, position: [], orientation: [], least: [], greatest: [] });

export const emptyRecord = (): PileRecord => ({ second: emptyMean(), last: emptyMean() });

function addTo(sums: number[], values: Float64Array, weight: number): void {
  values.forEach((value, k) => {
    sums[k] = (sums[k] ?? 0) + weight * value;
  });
}

/**
 * Adds a sample; `part` is the time over a third of the whole, from 1 to 3. The weights of a third begin and end with
 * zero (von Hann's window), so that a swaying of a few periods has the mean zero. Quaternions of a body that stands do
 * not change their sign.
 */
export function samplePile(simulation: Simulation, record: PileRecord, part: number): void {
  const { position, orientation } = simulation.bodies();
  const mean = part > 2 ? record.last : record.second;
  const weight = Math.sin(Math.PI * part) ** 2;
  mean.weight += weight;
  addTo(mean.position, position, weight);
  addTo(mean.orientation, orientation, weight);
  position.forEach((value, k) => {
    mean.least[k] = Math.min(mean.least[k] ?? value, value);
    mean.greatest[k] = Math.max(mean.greatest[k] ?? value, value);
  });
}

export interface Creep {
  /** Largest change of a mean position over SIZE, and of a mean orientation, rad. */
  readonly way: number;
  readonly turn: number;
  /** Largest range of a coordinate over SIZE in the second and in the last third. */
  readonly swayBefore: number;
  readonly sway: number;
}

export function creepOf({ second, last }: PileRecord): Creep {
  let [way, turn] = [0, 0];
  const means = [second, last].map(({ weight, position, orientation }) => ({
    position: position.map((sum) => sum / weight),
    orientation: orientation.map((sum) => sum / weight),
  }));
  for (let k = 0; 3 * k < second.position.length; k++) {
    const [p, q] = means.map(({ position }) => position.slice(3 * k, 3 * k + 3));
    way = Math.max(way, Math.hypot(...q.map((value, c) => value - p[c])) / SIZE);
    const [from, to] = means.map(({ orientation }) => orientation.slice(4 * k, 4 * k + 4));
    // The chord of the two quaternions keeps its digits for small angles.
    turn = Math.max(turn, 4 * Math.asin(Math.min(1, Math.hypot(...to.map((value, c) => value - from[c])) / 2)));
  }
  const [swayBefore, sway] = [second, last].map(
    ({ least, greatest }) => Math.max(...greatest.map((value, k) => value - least[k])) / SIZE,
  );
  return { way, turn, swayBefore, sway };
}

/** Largest speed of a body, m/s. */
export function largestSpeed(simulation: Simulation): number {
  const { velocity, count } = simulation.bodies();
  let most = 0;
  for (let k = 0; k < count; k++) most = Math.max(most, Math.hypot(...velocity.subarray(3 * k, 3 * k + 3)));
  return most;
}
