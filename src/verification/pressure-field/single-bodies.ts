// SPDX-License-Identifier: MIT
/**
 * One body on a floor by the pressure-field law, against closed forms: the slope at which a brick tips, restitution of
 * a face, an edge and a corner, and Coulomb's law of a face.
 */
import { fromAxisAngle, type Quaternion } from '../../math/quaternion.ts';
import { box } from '../../shapes/kinds/box.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { HalfSpaceSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

/** Half the size of a body, m. */
const SIZE = 0.01;
const DENSITY = 2500;
const STIFFNESS = 1e10;
const GRAVITY = 9.81;
const DEGREE = Math.PI / 180;

interface Single {
  readonly shape: ConvexShape;
  readonly height: number;
  readonly orientation?: Quaternion;
  readonly velocity?: readonly [number, number, number];
  readonly gravity?: readonly [number, number, number];
  readonly restitution?: number;
  readonly friction?: number;
  readonly floor?: Pick<HalfSpaceSpec, 'motion'>;
  /** Of the critical step. */
  readonly share: number;
  /** N/m3 */
  readonly stiffness?: number;
}

function single(given: Single): SimulationSpec {
  const { shape, height, orientation = { w: 1, x: 0, y: 0, z: 0 }, velocity = [0, 0, 0], floor = {} } = given;
  const { gravity = [0, 0, 0], restitution = 1, friction = 0, stiffness = STIFFNESS } = given;
  const spec = (timeStep: number): SimulationSpec => ({
    timeStep,
    gravity,
    law: { normal: 'pressure-field', ...(friction > 0 && { tangential: 'linear' }) },
    materials: [{ name: 'stone', density: DENSITY, stiffness, restitution, friction }],
    shapes: [{ name: 'body', convex: shape }],
    bodies: [{ shape: 'body', material: 'stone', position: [0, 0, height], orientation, velocity }],
    halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'stone', ...floor }],
  });
  return spec(given.share * new Simulation(spec(1e-6)).criticalTimeStep());
}

/** Gravity on a slope that falls along x, in axes of the slope. */
function onSlope(angle: number): readonly [number, number, number] {
  return [GRAVITY * Math.sin(angle), 0, -GRAVITY * Math.cos(angle)];
}

/** Half length along the slope, half width and half height of the brick that tips. */
const TIPPING = { length: 0.4 * SIZE, width: 0.4 * SIZE, height: SIZE };
/** rad; the brick is put down that much before the slope at which it should tip: it rocks a little at first. */
const BEFORE = 0.3 * DEGREE;
/** rad/s: while the brick falls over, for a tenth of a second, the slope changes by a hundredth of a degree. */
const TILTING = 0.1 * DEGREE;
/** Rotation on the slope that counts as tipping, rad; a brick that stands leans by less. */
const TIPPED = 0.05;

interface Tipping {
  /** Of the simulation, rad. */
  readonly found: number;
  /** Of a rigid brick: half length over half height. */
  readonly rigid: number;
  /** Of a brick on a bed of springs. */
  readonly onBed: number;
}

/**
 * Slope at which a brick tips on a bed of springs. It leans by f = 2 F / (b L w^2) on a strip of width w = 3 s, s the
 * distance of the centre of pressure from the edge, L the length of the strip and b the bed in N/m3. With the half
 * length a and the half height h, s = a - h t - (h + a t) f on the slope t. No such s exists beyond the slope at which
 * a - h t = 3/2 (2 C)^(1/3), C = 2 F (h + a t) / (9 b L).
 */
function tippingOnBed(stiffness: number): number {
  const { length: a, width, height: h } = TIPPING;
  const volume = 8 * a * width * h;
  const surface = 8 * (a * width + width * h + h * a);
  const bed = (stiffness * 3 * volume) / (surface * h);
  let slope = a / h;
  for (let k = 0; k < 50; k++) {
    const force = DENSITY * volume * GRAVITY * Math.cos(Math.atan(slope));
    const c = (2 * force * (h + a * slope)) / (9 * bed * 2 * width);
    slope = (a - 1.5 * Math.cbrt(2 * c)) / h;
  }
  return Math.atan(slope);
}

/** Slopes at which a brick tips on a floor that tilts slowly, rad. */
export function tippingSlope(stiffness: number): Tipping {
  const { length, width, height } = TIPPING;
  const rigid = Math.atan(length / height);
  const onBed = tippingOnBed(stiffness);
  const from = onBed - BEFORE;
  const simulation = new Simulation(
    single({
      shape: box({ halfExtents: [length, width, height] }),
      height,
      stiffness,
      gravity: onSlope(from),
      // Stronger dashpots hold a brick that falls over: with 0.1 it takes half a second longer.
      restitution: 0.8,
      friction: 1,
      floor: { motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: TILTING } } },
      share: 0.1,
    }),
  );
  const chunk = Math.round(0.005 / simulation.spec.timeStep);
  for (;;) {
    simulation.step(chunk);
    const floor = TILTING * simulation.time;
    const { w, y } = simulation.body(0).orientation;
    const found = from + floor;
    if (2 * Math.atan2(y, w) - floor > TIPPED || found > rigid + BEFORE) return { found, rigid, onBed };
  }
}

/** Orientations in which a cube meets the floor. */
export const IMPACTS = {
  face: fromAxisAngle({ x: 0, y: 0, z: 1 }, 0),
  edge: fromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4),
  corner: fromAxisAngle({ x: Math.SQRT1_2, y: -Math.SQRT1_2, z: 0 }, Math.acos(Math.sqrt(1 / 3))),
} as const satisfies Readonly<Record<string, Quaternion>>;

/** Speed after a head-on impact on the floor over that before. */
export function reboundOf(feature: keyof typeof IMPACTS, restitution: number, speed: number, share: number): number {
  const half = 0.6 * SIZE;
  const heights = { face: half, edge: Math.SQRT2 * half, corner: Math.sqrt(3) * half };
  const simulation = new Simulation(
    single({
      shape: box({ halfExtents: [half, half, half] }),
      height: heights[feature] + 1e-7,
      orientation: IMPACTS[feature],
      velocity: [0, 0, -speed],
      restitution,
      share,
    }),
  );
  const chunk = Math.ceil(2 / share);
  for (let k = 0; k < 400; k++) {
    simulation.step(chunk);
    const { z } = simulation.body(0).velocity;
    if (z > 0 && simulation.statistics().contacts === 0) return z / speed;
  }
  return Number.NaN;
}

/** Acceleration of a brick that slides down a slope on a face, and that of Coulomb's law; m/s2. */
export function slidingAcceleration(friction: number, slope: number): { readonly found: number; readonly law: number } {
  const gravity = onSlope(Math.atan(slope));
  const simulation = new Simulation(
    single({
      shape: box({ halfExtents: [SIZE, SIZE, 0.3 * SIZE] }),
      height: 0.3 * SIZE,
      velocity: [0.1, 0, 0],
      gravity,
      restitution: 0.1,
      friction,
      share: 0.1,
    }),
  );
  const { timeStep } = simulation.spec;
  simulation.step(Math.round(0.05 / timeStep));
  const start = { time: simulation.time, speed: simulation.body(0).velocity.x };
  simulation.step(Math.round(0.05 / timeStep));
  const found = (simulation.body(0).velocity.x - start.speed) / (simulation.time - start.time);
  return { found, law: gravity[0] + friction * gravity[2] };
}

/** Largest speed, m/s, of a brick that should stick on a slope, after it has settled. */
export function stickingSpeed(friction: number, slope: number): number {
  const simulation = new Simulation(
    single({
      shape: box({ halfExtents: [SIZE, SIZE, 0.3 * SIZE] }),
      height: 0.3 * SIZE,
      gravity: onSlope(Math.atan(slope)),
      restitution: 0.1,
      friction,
      share: 0.1,
    }),
  );
  simulation.step(Math.round(0.1 / simulation.spec.timeStep));
  return Math.abs(simulation.body(0).velocity.x);
}
