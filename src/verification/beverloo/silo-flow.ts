// SPDX-License-Identifier: MIT
/**
 * A square silo over a plate with a round opening. The domain repeats along z: what has run out falls in again at the top, so that the bed keeps its height
 * and the flow goes on for as long as one likes to look.
 */
import { Random } from '../../math/random.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { DIAMETER, GRAIN_LAW, GRAIN_STEP, type GrainName, grainMaterial, grainShape } from '../grains.ts';

const SIDES = 16;
/** Room below the plate, and above the bed as it is filled, in diameters. */
const BELOW = 3;
const ABOVE = 2;
/** Distance of grains in the lattice that the bed starts from, in diameters: any orientation has room. */
const SPACING = 1.45;
const FRICTION = 0.5;

export interface Silo {
  /** In diameters. */
  readonly width: number;
  readonly height: number;
  /** s before grains are counted, and while they are. */
  readonly before: number;
  readonly counted: number;
}

/** The square |x|, |y| <= half at z = 0 with a regular polygon of the area of a circle left out. */
export function plateWithOpening(half: number, diameter: number): FacetMesh {
  const equal = Math.sqrt((2 * Math.PI) / (SIDES * Math.sin((2 * Math.PI) / SIDES)));
  const vertices: number[] = [];
  const facets: number[][] = [];
  for (let k = 0; k < SIDES; k++) {
    const angle = (2 * Math.PI * k) / SIDES;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const out = half / Math.max(Math.abs(c), Math.abs(s));
    const radius = (diameter / 2) * equal;
    vertices.push(radius * c, radius * s, 0, out * c, out * s, 0);
    const next = (k + 1) % SIDES;
    facets.push([2 * k, 2 * k + 1, 2 * next + 1, 2 * next]);
  }
  return facetMesh({ vertices: Float64Array.from(vertices), facets }, 'plate');
}

function siloSpec(grain: GrainName, opening: number, { width, height }: Silo): SimulationSpec {
  const half = (width * DIAMETER) / 2;
  const random = new Random(1);
  const along = Math.floor(width / SPACING);
  const spacing = (2 * half) / along;
  const layers = Math.round(height / SPACING);
  const bodies: BodySpec[] = [];
  for (let k = 0; k < along * along * layers; k++) {
    const jitter = (): number => random.between(-0.1, 0.1) * DIAMETER;
    const at = (i: number): number => -half + (i + 0.5) * spacing + jitter();
    bodies.push({
      shape: 'grain',
      material: 'grain',
      position: [
        at(k % along),
        at(Math.floor(k / along) % along),
        (0.8 + Math.floor(k / along ** 2) * SPACING) * DIAMETER,
      ],
      orientation: random.rotation(),
    });
  }
  const wall = (name: string, normal: readonly [number, number, number]) =>
    ({ name, normal, offset: -half, material: 'wall' }) as const;
  return {
    timeStep: GRAIN_STEP,
    gravity: [0, 0, -9.81],
    law: GRAIN_LAW,
    materials: [grainMaterial(FRICTION), { ...grainMaterial(0), name: 'wall', rigid: true }],
    pairs: [{ materials: ['grain', 'wall'], friction: FRICTION }],
    shapes: [grainShape(grain)],
    bodies,
    halfSpaces: [
      wall('west', [1, 0, 0]),
      wall('east', [-1, 0, 0]),
      wall('south', [0, 1, 0]),
      wall('north', [0, -1, 0]),
    ],
    meshes: [{ name: 'plate', mesh: plateWithOpening(1.2 * half, opening * DIAMETER), material: 'wall' }],
    domain: {
      min: [-2 * half, -2 * half, -BELOW * DIAMETER],
      max: [2 * half, 2 * half, (height + ABOVE) * DIAMETER],
      periodic: [false, false, true],
    },
  };
}

/** Steps between two looks: no grain falls by more than a small part of the period meanwhile. */
const LOOK = 100;

/** Grains a second through the opening. */
export function dischargeRate(grain: GrainName, opening: number, silo: Silo): number {
  const simulation = new Simulation(siloSpec(grain, opening, silo));
  simulation.step(Math.round(silo.before / GRAIN_STEP));
  const level = -0.5 * DIAMETER;
  const half = ((silo.height + ABOVE + BELOW) * DIAMETER) / 2;
  const looks = Math.ceil(silo.counted / (LOOK * GRAIN_STEP));
  let last = simulation.bodies().position;
  let passed = 0;
  for (let k = 0; k < looks; k++) {
    simulation.step(LOOK);
    const { position, count } = simulation.bodies();
    for (let b = 0; b < count; b++) {
      const before = last[3 * b + 2] ?? 0;
      const now = position[3 * b + 2] ?? 0;
      if (before > level && now <= level) passed++;
      // What comes up from below the level has bounced, unless it has come in at the top.
      if (before <= level && now > level && now - before < half) passed--;
    }
    last = position;
  }
  simulation.dispose();
  return passed / (looks * LOOK * GRAIN_STEP);
}
