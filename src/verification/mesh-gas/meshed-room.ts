// SPDX-License-Identifier: MIT
/** Elastic rocks and bricks by the pressure-field law in a room whose walls are meshes. */
import { Random } from '../../math/random.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import { pointsOnEllipsoid } from '../../shapes/random-shapes.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type Drift, measureDrift } from '../energy-drift/measured-drift.ts';

const SIZE = 0.01;
/** Half the side of the room. */
const HALF = 0.026;
/** Squares along a side of a wall; each is two facets. */
const SQUARES = 3;
/** The room around the origin, fronts inward. */
function roomMesh(): FacetMesh {
  const vertices: number[] = [];
  const facets: number[][] = [];
  const at = (i: number): number => ((2 * i) / SQUARES - 1) * HALF;
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [-1, 1]) {
      const first = vertices.length / 3;
      for (let i = 0; i <= SQUARES; i++) {
        for (let j = 0; j <= SQUARES; j++) {
          const point = [0, 0, 0];
          point[(axis + 1) % 3] = at(i);
          point[(axis + 2) % 3] = at(j);
          point[axis] = sign * HALF;
          vertices.push(...point);
        }
      }
      for (let i = 0; i < SQUARES; i++) {
        for (let j = 0; j < SQUARES; j++) {
          const v = first + i * (SQUARES + 1) + j;
          const [p, q, r, s] = [v, v + SQUARES + 1, v + SQUARES + 2, v + 1];
          if (sign < 0) facets.push([p, q, r], [p, r, s]);
          else facets.push([p, r, q], [p, s, r]);
        }
      }
    }
  }
  return facetMesh({ vertices: Float64Array.from(vertices), facets }, 'room', { weld: true });
}

function spec(timeStep: number, seed: number): SimulationSpec {
  const random = new Random(seed);
  const speed = (most: number): number => random.between(-most, most);
  return {
    timeStep,
    gravity: [0, 0, 0],
    law: { normal: 'pressure-field' },
    materials: [{ name: 'stone', density: 2500, stiffness: 1e10 }],
    shapes: [
      {
        name: 'rock',
        convex: polyhedron({ vertices: pointsOnEllipsoid(new Random(7), 14, [SIZE, 0.8 * SIZE, 0.7 * SIZE]) }),
      },
      { name: 'brick', convex: box({ halfExtents: [0.9 * SIZE, 0.5 * SIZE, 0.4 * SIZE] }) },
    ],
    bodies: Array.from({ length: 8 }, (_, k) => ({
      shape: k % 2 === 0 ? 'rock' : 'brick',
      material: 'stone',
      position: [k & 1, (k >> 1) & 1, k >> 2].map((i) => (2 * i - 1) * 1.2 * SIZE) as [number, number, number],
      orientation: random.rotation(),
      velocity: [speed(1), speed(1), speed(1)] as const,
      angularVelocity: [speed(50), speed(50), speed(50)] as const,
    })),
    meshes: [{ name: 'room', mesh: roomMesh(), material: 'stone' }],
  };
}

/** s */
export function criticalStep(): number {
  return new Simulation(spec(1e-6, 1)).criticalTimeStep();
}

/** The energy at `looks` times until `duration`, with steps of this fraction of the critical one. */
export function driftInRoom(share: number, duration: number, looks: number, seed: number): Drift {
  const timeStep = share * criticalStep();
  const simulation = new Simulation(spec(timeStep, seed));
  return measureDrift(simulation, Math.round(duration / looks / timeStep), looks);
}
