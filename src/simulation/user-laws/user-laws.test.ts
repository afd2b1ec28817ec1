// SPDX-License-Identifier: MIT
/**
 * Laws from modules: the linear law, written by a user, moves bodies as the one that is built in does; what goes wrong
 * is told by name.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { bitsOf, opened, restore } from '../../../tests/support/simulations.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../simulation.ts';
import type { ContactLawSpec, SimulationOptions, SimulationSpec } from '../simulation-spec.ts';
import { loadLaws } from './law-modules.ts';

const law = (name: string): string => new URL(`../../../tests/support/laws/${name}.mjs`, import.meta.url).href;
const LINEAR: ContactLawSpec = { normal: 'linear', tangential: 'linear', attraction: 'allowed' };
const OWN: ContactLawSpec = { module: law('linear-spring') };
const RADIUS = 0.01;
/**
 * The two ways round differently in the last digit; a few hundred steps of contacts that part bodies again let that
 * grow a hundredfold.
 */
const TOLERANCE = 1e-12;
/** Most workers have begun by then. */
const FAILING_MS = 300;

async function create(spec: SimulationSpec, options?: SimulationOptions): Promise<Simulation> {
  return opened(await Simulation.create(spec, options));
}

/** Spheres that fall into a corner of half-spaces, with spin. */
function heap(count: number, more: Partial<SimulationSpec> = {}): SimulationSpec {
  const random = new Random(7);
  const grain = { name: 'grain', density: 2500, stiffness: 2e4, restitution: 0.6, friction: 0.4 };
  const side = Math.ceil(Math.cbrt(count));
  const bodies = Array.from({ length: count }, (_, k) => ({
    shape: 'ball',
    material: 'grain',
    position: [k % side, Math.floor(k / side) % side, Math.floor(k / side ** 2)].map(
      (i) => 1.98 * RADIUS * (i + 0.5 + 0.01 * random.next()),
    ) as [number, number, number],
    velocity: [0.3, 0.2, -0.5] as const,
    angularVelocity: [20, -30, 10] as const,
  }));
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    law: OWN,
    materials: [grain, { name: 'wall', density: 1, rigid: true, restitution: 0.6, friction: 0.4 }],
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies,
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wall' },
      { name: 'left', normal: [1, 0, 0], offset: 0, material: 'wall' },
      { name: 'right', normal: [-1, 0, 0], offset: -1.98 * RADIUS * (side + 0.1), material: 'wall' },
    ],
    ...more,
  };
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  return a.reduce((most, value, k) => Math.max(most, Math.abs(value - b[k])), 0);
}

describe('the linear law as a module', () => {
  it('moves spheres between half-spaces as the one that is built in does', async () => {
    const own = await create(heap(30));
    const known = await create(heap(30, { law: LINEAR }));
    let most = 0;
    for (const steps of [1, 50, 200]) {
      own.step(steps);
      known.step(steps);
      const [a, b] = [own.bodies(), known.bodies()];
      expect(own.contacts().count).toBe(known.contacts().count);
      most = Math.max(most, own.contacts().count);
      expect(largestDifference(a.position, b.position)).toBeLessThan(TOLERANCE * RADIUS);
      expect(largestDifference(a.velocity, b.velocity)).toBeLessThan(TOLERANCE);
      expect(largestDifference(a.angularVelocity, b.angularVelocity)).toBeLessThan(TOLERANCE * 100);
      expect(own.energy().elastic).toBeCloseTo(known.energy().elastic, 12);
    }
    expect(most).toBeGreaterThan(30);
  });

  it('does so in a periodic domain on a shaken floor, with the same work of the floor', async () => {
    const motion = { oscillation: { direction: [1, 0, 1], amplitude: 1e-3, frequency: 50 } } as const;
    const more = {
      domain: { min: [0, 0, -1], max: [0.08, 0.08, 1], periodic: [true, true, false] },
      halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wall', motion }],
    } as const;
    const own = await create(heap(40, more));
    const known = await create(heap(40, { ...more, law: LINEAR }));
    own.step(300);
    known.step(300);
    expect(largestDifference(own.bodies().position, known.bodies().position)).toBeLessThan(TOLERANCE * RADIUS);
    const { wallWork } = known.energy();
    expect(wallWork).not.toBe(0);
    expect(Math.abs(own.energy().wallWork - wallWork)).toBeLessThan(1e-10 * Math.abs(wallWork));
  });

  it('is used for one pair of materials beside laws that are built in', async () => {
    const pairs = [{ materials: ['grain', 'wall'] as const, law: OWN }];
    const mixed = await create(heap(30, { law: LINEAR, pairs }));
    const known = await create(heap(30, { law: LINEAR }));
    mixed.step(200);
    known.step(200);
    expect(largestDifference(mixed.bodies().position, known.bodies().position)).toBeLessThan(TOLERANCE * RADIUS);
  });

  it('closes the energy balance with the energies that it returns', async () => {
    const simulation = await create(heap(30));
    simulation.step(1000);
    const { balance, dampingLoss, kinetic } = simulation.energy();
    expect(dampingLoss).toBeGreaterThan(kinetic);
    // The law counts the loss of whole steps, at the velocity before the kick: first order in the step.
    expect(Math.abs(balance)).toBeLessThan(0.02 * dampingLoss);
  });

  it('has the same bits on two threads and without WebAssembly', { tags: ['long'] }, async () => {
    const alone = await create(heap(300));
    const together = await create(heap(300, { threads: 2 }));
    alone.step(300);
    together.step(300);
    expect(bitsOf(together)).toEqual(bitsOf(alone));
    const plain = await create(heap(20), { kernel: 'typescript' });
    const compiled = await create(heap(20));
    plain.step(100);
    compiled.step(100);
    expect(bitsOf(plain)).toEqual(bitsOf(compiled));
  });

  it('tells at once why a further thread cannot import it', { tags: ['long'] }, async () => {
    const spec = heap(2, { threads: 2, law: { module: law('not-on-threads') } });
    const asked = await create(spec);
    expect(() => asked.step()).toThrow(/a worker could not import .*not-on-threads\.mjs.*: no licence for a second/);
    const late = await create(spec);
    // The worker fails meanwhile, before anyone waits for it.
    await new Promise((resolve) => setTimeout(resolve, FAILING_MS));
    expect(() => late.step()).toThrow(/no licence for a second thread; mend it, or run with threads: 1/);
  });

  it('goes on from a saved state with the same bits, and being looked at changes nothing', async () => {
    const straight = await create(heap(60));
    straight.step(400);
    const before = await create(heap(60));
    before.step(150);
    before.contacts();
    before.energy();
    const after = restore(heap(60), before.save());
    after.step(250);
    expect(bitsOf(after)).toEqual(bitsOf(straight));
  });

  it('serves convex bodies, corner by corner', async () => {
    const shapes = [
      { name: 'ball', sphere: { radius: RADIUS } },
      { name: 'brick', convex: box({ halfExtents: [RADIUS, RADIUS, RADIUS] }) },
    ];
    const more = {
      shapes,
      bodies: [
        { shape: 'brick', material: 'grain', position: [0, 0, RADIUS - 1e-5], velocity: [0.1, 0, 0] },
        { shape: 'ball', material: 'grain', position: [0, 0, 3 * RADIUS], velocity: [0, 0, -0.2] },
      ],
      halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'wall' }],
    } as const;
    const own = await create(heap(0, more));
    const known = await create(heap(0, { ...more, law: LINEAR }));
    expect(own.contacts().count).toBe(4);
    own.step(500);
    known.step(500);
    // Dashpots of the corners of a face differ: by their share here, by its root there.
    expect(largestDifference(own.bodies().position, known.bodies().position)).toBeLessThan(0.01 * RADIUS);
  });

  it('moves spheres on a mesh as the one that is built in does', async () => {
    const vertices = [
      [-1, -1, 0],
      [1, -1, 0],
      [1, 1, 0],
      [-1, 1, 0],
    ] as const;
    const mesh = facetMesh({
      vertices,
      facets: [
        [0, 1, 2],
        [0, 2, 3],
      ],
    });
    const more = { halfSpaces: [], meshes: [{ name: 'floor', mesh, material: 'wall' }] };
    const own = await create(heap(8, more));
    const known = await create(heap(8, { ...more, law: LINEAR }));
    own.step(50);
    expect(own.meshLoads()[0]?.force.z).toBeLessThan(0);
    own.step(250);
    known.step(300);
    expect(largestDifference(own.bodies().position, known.bodies().position)).toBeLessThan(TOLERANCE * RADIUS);
  });
});

describe('a law that cannot be used', () => {
  const loading = (name: string): Promise<Simulation> => Simulation.create(heap(2, { law: { module: law(name) } }));

  it('is refused by the name of its module', async () => {
    await expect(loading('nowhere')).rejects.toThrow(/^law\.module: ".*nowhere\.mjs" .* cannot be imported: /);
    await expect(loading('no-default')).rejects.toThrow(/no-default\.mjs" is not a contact law: it has no default/);
    await expect(loading('no-evaluate')).rejects.toThrow(
      /no-evaluate\.mjs" is not a contact law: its evaluate is missing/,
    );
  });

  it('must have been imported before', async () => {
    const module = fileURLToPath(law('no-number'));
    const spec = heap(2, { law: { module } });
    expect(() => new Simulation(spec)).toThrow(
      /no-number\.mjs" .* has not been imported; use await Simulation\.create/,
    );
    await loadLaws(spec);
    const simulation = new Simulation(spec);
    simulation.dispose();
  });

  it('stands alone', () => {
    const both = { normal: 'linear', module: law('no-number') } as const;
    expect(() => new Simulation(heap(2, { law: both }))).toThrow('law.normal: expected nothing beside module');
  });

  it.each([1, 2])(
    'that returns what is not a number ends the step, on %i threads',
    { tags: ['long'] },
    async (threads) => {
      const simulation = await create(heap(200, { law: { module: law('no-number') }, threads }));
      expect(() => simulation.step(2000)).toThrow(
        /^step \d+, time [\d.e-]+ s: the law "root of what is left" of module ".*no-number\.mjs", asked about the contact of body \d+ \("grain"\) and (body|half-space) \d+ \("(grain|wall)"\), returned force \(NaN/,
      );
      expect(simulation.stepCount).toBeGreaterThan(0);
    },
  );

  it('that lets a motion run away is not told to keep to a critical step that nobody knows', async () => {
    const grain = { name: 'grain', density: 1e-300, stiffness: 1e290, restitution: 0.6, friction: 0.4 };
    const simulation = await create(heap(2, { timeStep: 1, materials: [grain, { ...grain, name: 'wall' }] }));
    expect(() => simulation.step(1)).toThrow(
      /is no longer finite; the time step is 1 s, the critical one of its law not known: take a smaller one/,
    );
  });

  it('that throws is told with what it threw', async () => {
    const simulation = await create(heap(8, { law: { module: law('thrower') } }));
    expect(() => simulation.step(500)).toThrow(/thrower.*threw TypeError: Cannot assign to read only property 'force'/);
  });
});
