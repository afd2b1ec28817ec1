// SPDX-License-Identifier: MIT
/**
 * Packs bodies into a region: random first positions, then growth relative to the world in rounds, each followed by
 * steps without friction until overlaps are small. At the end the world is slightly smaller than its true size, so that
 * bodies which touch there are separated at the true size. Bodies whose overlaps stay large are jammed: the world is
 * then enlarged until they are separated, which gives the fraction that they reach.
 */
import { enlarged } from '../../bodies/filling/first-places.ts';
import type { InsertedBody } from '../../bodies/insertion/inserter.ts';
import type { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { CONTACT_BODY } from '../views/simulation-views.ts';
import type { FillingWorld } from './filling-world.ts';

/** How a packing makes its simulations. */
export type MakeSimulation = (spec: SimulationSpec) => Simulation;

export interface PackingProgress {
  /** Fraction at the present sizes, relative to the world. */
  readonly fraction: number;
  /** Deepest overlap over the smaller half thickness. */
  readonly overlap: number;
  /** Steps so far. */
  readonly steps: number;
}

export interface Packing {
  readonly bodies: readonly InsertedBody[];
  /** Volume of the bodies over that of the region; if they jam, that at which they are separated. */
  readonly fraction: number;
  readonly isJammed: boolean;
  readonly steps: number;
}

/** Step over the critical one of a pair: bodies have up to a dozen contacts. */
const STEP_SHARE = 0.1;
/** The world shrinks by this in a round, at most, and by less of the thickness where bodies are thin. */
const LARGEST_SHRINKAGE = 0.02;
const USUAL_SHRINKAGE = 0.01;
const SHRINKAGE_OF_THICKNESS = 0.1;
const SHRINKAGE_CHANGE = 1.2;
const STEPS_PER_ROUND = 40;
/** Overlap over the half thickness that a round may leave, and how often it takes more steps until it does. */
const ROUND_OVERLAP = 0.05;
const MOST_WAITS = 20;
/** Rounds in a row that leave more, after which growth ends early: the bodies are jammed. */
const MOST_SQUEEZED = 3;
/** How much smaller the world is at the end than its true size: gaps of this fraction of the sizes are left. */
export const END_GAP = 5e-4;
/** Overlap over the half thickness that rounding may leave. */
export const START_OVERLAP = 1e-9;
const STEPS_PER_CHECK = 200;
/** The elastic energy of bodies that are not jammed falls at least by this factor in so many checks. */
const CHECKS_PER_FALL = 12;
const LEAST_FALL = 0.85;
const MOST_CHECKS = 400;
/** Enlargement of a jammed world in a round: this share of the deepest overlap, but at least and at most so much. */
const RELEASE_OF_OVERLAP = 0.1;
const LEAST_RELEASE = 0.001;
const LARGEST_RELEASE = 0.01;
const MOST_RELEASES = 300;

export interface PackingTask {
  readonly world: FillingWorld;
  readonly first: { readonly factor: number; readonly bodies: readonly InsertedBody[] };
  /** Half the smallest thickness of each body, and the radius of the ball around it. */
  readonly halfWidths: Float64Array;
  readonly radii: Float64Array;
  /** At the final sizes. */
  readonly fraction: number;
  readonly make: MakeSimulation;
}

/** Yields after every round. */
export function* packing(task: PackingTask): Generator<PackingProgress, Packing> {
  const { world, halfWidths, radii, fraction, make } = task;
  let { factor, bodies } = task.first;
  let steps = 0;
  if (factor === 1) return { bodies, fraction, isJammed: false, steps };
  const open = (size: number, placed: readonly InsertedBody[]): Simulation => make(world.at(size, placed, timeStep));
  const trial = make(world.at(factor, bodies, 1));
  const timeStep = STEP_SHARE * trial.criticalTimeStep();
  trial.dispose();
  const thickness = halfWidths.reduce((least, width, k) => Math.min(least, width / radii[k]), 1);
  const usual = Math.min(USUAL_SHRINKAGE, SHRINKAGE_OF_THICKNESS * thickness);
  let shrinkage = usual;
  let squeezed = 0;
  let overlap = 0;
  const end = 1 - END_GAP;
  const present = (): number => fraction / (factor * factor * factor);
  while (factor > end) {
    const next = Math.max(end, factor * (1 - shrinkage));
    bodies = moved(bodies, world, next / factor);
    factor = next;
    const simulation = open(factor, bodies);
    simulation.step(STEPS_PER_ROUND);
    steps += STEPS_PER_ROUND;
    overlap = deepest(simulation, halfWidths);
    const isFree = overlap < 0.1 * ROUND_OVERLAP;
    for (let wait = 0; wait < MOST_WAITS && overlap > ROUND_OVERLAP; wait++) {
      simulation.step(STEPS_PER_ROUND);
      steps += STEPS_PER_ROUND;
      overlap = deepest(simulation, halfWidths);
    }
    bodies = placesOf(simulation, bodies);
    simulation.dispose();
    // While there are few contacts, growth may be faster.
    shrinkage = isFree ? Math.min(LARGEST_SHRINKAGE, SHRINKAGE_CHANGE * shrinkage) : usual;
    yield { fraction: present(), overlap, steps };
    squeezed = overlap > ROUND_OVERLAP ? squeezed + 1 : 0;
    if (squeezed === MOST_SQUEEZED) break;
  }
  let energies: number[] = [];
  const relaxed = open(factor, bodies);
  for (let check = 0; check < MOST_CHECKS && factor <= end; check++) {
    relaxed.step(STEPS_PER_CHECK);
    steps += STEPS_PER_CHECK;
    overlap = deepest(relaxed, halfWidths);
    yield { fraction: present(), overlap, steps };
    if (overlap <= 2 * END_GAP) {
      const apart = moved(placesOf(relaxed, bodies), world, 1 / factor);
      if (areApart(open(1, apart), halfWidths)) {
        relaxed.dispose();
        return { bodies: apart, fraction, isJammed: false, steps };
      }
    }
    energies = [...energies.slice(-CHECKS_PER_FALL), relaxed.energy().elastic];
    if (energies.length > CHECKS_PER_FALL && !(energies[CHECKS_PER_FALL] < LEAST_FALL * energies[0])) break;
  }
  bodies = placesOf(relaxed, bodies);
  relaxed.dispose();
  for (let k = 0; k < MOST_RELEASES; k++) {
    const release = 1 + Math.max(LEAST_RELEASE, Math.min(LARGEST_RELEASE, RELEASE_OF_OVERLAP * overlap));
    bodies = moved(bodies, world, release);
    factor *= release;
    const simulation = open(factor, bodies);
    simulation.step(STEPS_PER_CHECK);
    steps += STEPS_PER_CHECK;
    overlap = deepest(simulation, halfWidths);
    bodies = placesOf(simulation, bodies);
    simulation.dispose();
    yield { fraction: present(), overlap, steps };
    if (overlap > 2 * END_GAP) continue;
    const size = factor * (1 + END_GAP);
    if (areApart(open(size, moved(bodies, world, 1 + END_GAP)), halfWidths)) {
      return { bodies, fraction: fraction / (size * size * size), isJammed: true, steps };
    }
  }
  return { bodies, fraction: 0, isJammed: true, steps };
}

/** Deepest overlap of a new body over the smaller half thickness. Bodies that are not new come after them. */
function deepest(simulation: Simulation, halfWidths: Float64Array): number {
  const { count, idA, idB, kind, overlap } = simulation.contacts();
  let most = 0;
  for (let c = 0; c < count; c++) {
    const a = halfWidths[idA[c]] ?? Infinity;
    const b = kind[c] === CONTACT_BODY ? (halfWidths[idB[c]] ?? Infinity) : Infinity;
    most = Math.max(most, overlap[c] / Math.min(a, b));
  }
  return most;
}

function areApart(simulation: Simulation, halfWidths: Float64Array): boolean {
  const overlap = deepest(simulation, halfWidths);
  simulation.dispose();
  return overlap <= START_OVERLAP;
}

function moved(bodies: readonly InsertedBody[], { centre }: FillingWorld, factor: number): InsertedBody[] {
  return bodies.map((body) => ({ ...body, position: enlarged(body.position, centre, factor) }));
}

function placesOf(simulation: Simulation, bodies: readonly InsertedBody[]): InsertedBody[] {
  const { position, orientation } = simulation.bodies();
  return bodies.map(({ kind, scale }, k) => ({
    kind,
    scale,
    position: { x: position[3 * k], y: position[3 * k + 1], z: position[3 * k + 2] },
    orientation: {
      w: orientation[4 * k],
      x: orientation[4 * k + 1],
      y: orientation[4 * k + 2],
      z: orientation[4 * k + 3],
    },
  }));
}
