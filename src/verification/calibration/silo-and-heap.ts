// SPDX-License-Identifier: MIT
/**
 * A silo and a heap of the same grains, small enough for a calibration within a test: a slice that is periodic along y.
 * A packing settles between two walls on rough ground. For the heap the walls are taken away, for the silo a part of
 * the ground. Both results depend on sliding and on rolling friction, in different ways.
 */
import { fitLineRobustly } from '../../math/line-fit.ts';
import { Random } from '../../math/random.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { DIAMETER, GRAIN_DENSITY, GRAIN_LAW, GRAIN_SPACING, GRAIN_STEP, grainMaterial, grainShape } from '../grains.ts';

export interface Frictions {
  readonly sliding: number;
  readonly rolling: number;
}

/** Lengths in diameters. */
export interface Rig {
  /** Between the walls. */
  readonly width: number;
  /** Of the slice. */
  readonly thickness: number;
  /** Of the initial lattice. */
  readonly layers: number;
  /** Width of the opening of the silo. */
  readonly opening: number;
}

const LAW = { ...GRAIN_LAW, rolling: 'model-a' } as const;
/** s in which a packing settles, and a heap comes to rest. */
const SETTLING = 0.35;
const COLLAPSE = 0.6;
/** s after which a silo is taken to be blocked: five times as long as a slow one takes. */
const LONGEST_DISCHARGE = 1.5;
/** The packing settles with these, so that all frictions start from the same one. */
const SETTLING_FRICTIONS: Frictions = { sliding: 0.3, rolling: 0.05 };
/** The rate is that between these shares of the mass: not the start, and not the last grains over the ground. */
const COUNTED = [0.1, 0.5] as const;
/** s between two looks at the mass. */
const LOOK = 0.004;
/** Sizes of grains against crystals. */
const SIZES = [0.85, 1.15] as const;
/** Half the length of the ground under a heap, in widths of the packing. Grains that roll further are lost. */
const GROUND = 1.7;
/** Solid share of a loose heap: it scales the angle, not its dependence on friction. */
const PACKING_FRACTION = 0.6;

function ground(half: number, { thickness, opening }: Rig, isOpen: boolean): BodySpec[] {
  const along = Math.round(thickness);
  const spacing = (thickness * DIAMETER) / along;
  const bodies: BodySpec[] = [];
  const count = Math.ceil(half / DIAMETER);
  for (let i = -count; i <= count; i++) {
    const x = i * DIAMETER;
    if (isOpen && Math.abs(x) < ((opening + 1) / 2) * DIAMETER - 1e-9) continue;
    for (let j = 0; j < along; j++) {
      const y = (j + 0.5) * spacing - (thickness * DIAMETER) / 2;
      bodies.push({ shape: 'grain', material: 'grain', position: [x, y, -DIAMETER / 2], fixed: true });
    }
  }
  return bodies;
}

function spec(rig: Rig, { sliding, rolling }: Frictions, bodies: readonly BodySpec[], hasWalls: boolean) {
  const half = (rig.width * DIAMETER) / 2;
  const [long, deep] = [2 * GROUND * half + DIAMETER, (rig.thickness * DIAMETER) / 2];
  const wall = (name: string, x: 1 | -1) => ({ name, normal: [x, 0, 0], offset: -half, material: 'grain' }) as const;
  return {
    timeStep: GRAIN_STEP,
    gravity: [0, 0, -9.81],
    law: LAW,
    materials: [{ ...grainMaterial(sliding), rollingFriction: rolling }],
    shapes: [grainShape('spheres')],
    bodies,
    halfSpaces: hasWalls ? [wall('west', 1), wall('east', -1)] : [],
    domain: {
      min: [-long, -deep, -6 * DIAMETER],
      max: [long, deep, 100 * DIAMETER],
      periodic: [false, true, false],
      onEscape: 'delete',
    },
  } as const satisfies SimulationSpec;
}

/** Grains between the walls, at rest. */
export function settledPacking(rig: Rig, seed: number): readonly BodySpec[] {
  const random = new Random(seed);
  const half = (rig.width * DIAMETER) / 2;
  const alongX = Math.floor(rig.width / GRAIN_SPACING);
  const alongY = Math.floor(rig.thickness / GRAIN_SPACING);
  const grains: BodySpec[] = [];
  for (let k = 0; k < alongX * alongY * rig.layers; k++) {
    const jitter = (): number => random.between(-0.1, 0.1) * DIAMETER;
    const [i, j, layer] = [k % alongX, Math.floor(k / alongX) % alongY, Math.floor(k / (alongX * alongY))];
    grains.push({
      shape: 'grain',
      material: 'grain',
      scale: random.between(...SIZES),
      position: [
        ((i + 0.5) / alongX - 0.5) * 2 * half + jitter(),
        ((j + 0.5) / alongY - 0.5) * rig.thickness * DIAMETER + jitter(),
        (0.8 + layer * GRAIN_SPACING) * DIAMETER,
      ],
    });
  }
  const floor = ground(half, rig, false);
  const simulation = new Simulation(spec(rig, SETTLING_FRICTIONS, [...floor, ...grains], true));
  simulation.step(Math.round(SETTLING / GRAIN_STEP));
  const { position } = simulation.bodies();
  const settled = grains.map((grain, k) => {
    const at = 3 * (floor.length + k);
    return { ...grain, position: [position[at] ?? 0, position[at + 1] ?? 0, position[at + 2] ?? 0] as const };
  });
  simulation.dispose();
  return settled;
}

const volumeOf = ({ scale = 1 }: BodySpec): number => (Math.PI / 6) * (scale * DIAMETER) ** 3;

/**
 * Slope of the heap, degrees: that of a triangle with the cross-section of the packing and the height of its centre of
 * mass. All grains contribute, so that a few hundred suffice.
 */
export function heapAngle(rig: Rig, packing: readonly BodySpec[], frictions: Frictions): number {
  const floor = ground(GROUND * rig.width * DIAMETER, rig, false);
  const simulation = new Simulation(spec(rig, frictions, [...floor, ...packing], false));
  simulation.step(Math.round(COLLAPSE / GRAIN_STEP));
  const { position, ids } = simulation.bodies();
  let [volume, moment] = [0, 0];
  for (const [row, id] of ids.entries()) {
    const grain = packing[id - floor.length];
    if (grain === undefined) continue;
    volume += volumeOf(grain);
    moment += volumeOf(grain) * (position[3 * row + 2] ?? 0);
  }
  simulation.dispose();
  const section = volume / (PACKING_FRACTION * rig.thickness * DIAMETER);
  return (180 / Math.PI) * Math.atan((3 * (moment / volume)) ** 2 / section);
}

/** Sum of the masses of the grains above the ground; their ids begin with `first`. */
function massAbove(simulation: Simulation, first: number, masses: readonly number[]): number {
  const { position, ids } = simulation.bodies();
  return ids.reduce((sum, id, row) => {
    return (position[3 * row + 2] ?? 0) > -DIAMETER ? sum + (masses[id - first] ?? 0) : sum;
  }, 0);
}

/** Rate of discharge, kg/s: the slope of the lost mass over time; 0 for a silo that is blocked. */
export function siloRate(rig: Rig, packing: readonly BodySpec[], frictions: Frictions): number {
  const floor = ground((rig.width * DIAMETER) / 2, rig, true);
  const simulation = new Simulation(spec(rig, frictions, [...floor, ...packing], true));
  const masses = packing.map((grain) => GRAIN_DENSITY * volumeOf(grain));
  const total = masses.reduce((sum, mass) => sum + mass, 0);
  const points: (readonly [time: number, mass: number])[] = [];
  for (let lost = 0; lost < COUNTED[1] * total && simulation.time < LONGEST_DISCHARGE; ) {
    simulation.step(Math.round(LOOK / GRAIN_STEP));
    lost = total - massAbove(simulation, floor.length, masses);
    if (lost >= COUNTED[0] * total) points.push([simulation.time, lost]);
  }
  simulation.dispose();
  return points.length < 3 ? 0 : fitLineRobustly(points).slope;
}
