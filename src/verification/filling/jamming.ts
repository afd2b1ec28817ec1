// SPDX-License-Identifier: MIT
/**
 * The fraction at which frictionless spheres in a periodic cell jam: they are filled to a fraction below, compressed
 * beyond it, and released in steps. The elastic energy of linear springs goes with the square of the distance from the
 * fraction at which it vanishes, so its root is extrapolated to zero, as the pressure would be.
 */
import { fillRegions } from '../../simulation/filling/fill.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

/** Sizes of equally many spheres. */
export interface SphereMix {
  readonly sizes: readonly number[];
  readonly count: number;
  readonly seed: number;
}

const FILLED = 0.6;
/** Fractions at which the cell is compressed, then released. */
const COMPRESSED = [0.62, 0.635, 0.645, 0.655, 0.665] as const;
const RELEASED = [0.6635, 0.662, 0.6605, 0.659] as const;
const STEPS = 4000;
const TIME_STEP = 0.2;
const VISCOUS = 0.03;

export async function jammingFraction({ sizes, count, seed }: SphereMix): Promise<number> {
  const each = sizes.reduce((sum, size) => sum + (4 / 3) * Math.PI * size ** 3, 0) / sizes.length;
  const sideAt = (fraction: number): number => Math.cbrt((count * each) / fraction);
  const cell = (side: number, bodies: readonly BodySpec[]): SimulationSpec => ({
    timeStep: TIME_STEP,
    gravity: [0, 0, 0],
    seed,
    law: { normal: 'linear', tangential: 'none' },
    materials: [{ name: 'grain', density: 1 / each, stiffness: 1, restitution: 0.5, friction: 0 }],
    shapes: [{ name: 'ball', sphere: { radius: 1 } }],
    bodies,
    domain: { min: [0, 0, 0], max: [side, side, side], periodic: [true, true, true] },
    damping: { viscous: VISCOUS },
  });
  let side = sideAt(FILLED);
  const [{ bodies: filled }] = await fillRegions({
    ...cell(side, []),
    insertions: [
      {
        name: 'spheres',
        shapes: sizes.map((size) => ({ shape: 'ball', material: 'grain', weight: 1, scale: { constant: size } })),
        region: { box: { min: [0, 0, 0], max: [side, side, side] } },
        fill: { fraction: FILLED },
      },
    ],
  });
  const volume = filled.reduce((sum, { scale = 1 }) => sum + (4 / 3) * Math.PI * scale ** 3, 0);
  let bodies = filled;
  const points: (readonly [fraction: number, root: number])[] = [];
  for (const fraction of [...COMPRESSED, ...RELEASED]) {
    const next = Math.cbrt(volume / fraction);
    const simulation = new Simulation(cell(next, moved(bodies, next / side)));
    simulation.step(STEPS);
    const { position } = simulation.bodies();
    bodies = bodies.map((body, k) => ({
      ...body,
      position: [position[3 * k], position[3 * k + 1], position[3 * k + 2]],
    }));
    side = next;
    if (points.length > 0 || fraction === COMPRESSED.at(-1)) {
      points.push([fraction, Math.sqrt(simulation.energy().elastic)]);
    }
    simulation.dispose();
  }
  return zeroOf(points);
}

function moved(bodies: readonly BodySpec[], factor: number): BodySpec[] {
  return bodies.map((body) => {
    const [x = 0, y = 0, z = 0] =
      'x' in body.position ? [body.position.x, body.position.y, body.position.z] : body.position;
    return { ...body, position: [factor * x, factor * y, factor * z] };
  });
}

/** Where the line through the points, by least squares, is zero. */
function zeroOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([value]) => value));
  const y = mean(points.map(([, value]) => value));
  const slope =
    points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0) / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0);
  return x - y / slope;
}
