// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bookedAsOnGpu, expectEnergies, expectSameBitsInPieces } from '../../../tests/support/beside-cpu.ts';
import { softwareGpu } from '../../../tests/support/software-gpu.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { ContactLawSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

const RADIUS = 0.005;
/** Rounding of float32 in the distance of two centres, over an overlap of a hundredth of the size. */
const FORCE_TOLERANCE = 1e-5;

const GRAINS = {
  name: 'grains',
  density: 2500,
  youngsModulus: 1e7,
  poissonsRatio: 0.25,
  stiffness: 2e4,
  restitution: 0.5,
  friction: 0.4,
  rollingFriction: 0.05,
  twistingFriction: 0.02,
  cohesion: 500,
};

function spec(
  law: ContactLawSpec,
  bodies: SimulationSpec['bodies'],
  more: Partial<SimulationSpec> = {},
): SimulationSpec {
  return {
    timeStep: 2e-5,
    gravity: [0, 0, -9.81],
    materials: [GRAINS],
    law,
    shapes: [{ name: 'ball', sphere: { radius: RADIUS } }],
    bodies: bodies ?? [],
    ...more,
  };
}

const LAWS: readonly (readonly [string, ContactLawSpec])[] = [
  ['linear', { normal: 'linear' }],
  ['linear with friction', { normal: 'linear', tangential: 'linear', attraction: 'allowed' }],
  ['Hertz-Mindlin', { normal: 'hertz', tangential: 'mindlin' }],
  ['Hertz-Mindlin by increments', { normal: 'hertz', tangential: 'mindlin-incremental' }],
  ['rolling and twisting', { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a', twisting: 'model-a' }],
  ['cohesion', { normal: 'hertz', tangential: 'mindlin', cohesion: 'sjkr' }],
];

/** Two overlapping balls on the move, one of them on an oblique floor, at an overlap of a hundredth of the size. */
function touchingPair(law: ContactLawSpec, friction: number): SimulationSpec {
  const gap = 2 * RADIUS * 0.99;
  const at = [0.3, -0.2, 0.4].map((x) => x * RADIUS);
  const direction = [0.48, 0.6, 0.64];
  const second = at.map((x, k) => x + gap * direction[k]);
  const floor = { normal: [0.36, 0.48, 0.8] as const, offset: 0 };
  const height = at.reduce((sum, x, k) => sum + x * floor.normal[k], 0);
  return spec(
    law,
    [
      {
        shape: 'ball',
        material: 'grains',
        position: at as never,
        velocity: [0.1, -0.2, 0.05],
        angularVelocity: [3, -5, 2],
      },
      {
        shape: 'ball',
        material: 'grains',
        position: second as never,
        velocity: [-0.15, 0.1, -0.1],
        angularVelocity: [-4, 1, 6],
      },
    ],
    {
      materials: [{ ...GRAINS, friction }],
      halfSpaces: [{ name: 'floor', normal: floor.normal, offset: height - 0.985 * RADIUS, material: 'grains' }],
    },
  );
}

/** Overlaps over the diameter, normals, speeds along and across them, and spins, each with each. */
const GRID = [1e-4, 1e-3, 1e-2, 3e-2].flatMap((overlap) =>
  [
    [1, 0, 0],
    [0.48, 0.6, 0.64],
  ].flatMap((normal) =>
    [-0.3, 0.005].flatMap((approach) =>
      [0, 0.2].flatMap((slide) => [0, 40].map((spin) => ({ overlap, normal, approach, slide, spin }))),
    ),
  ),
);

/** A pair for each point of the grid, far from the others. */
function gridOfPairs(law: ContactLawSpec): SimulationSpec {
  const bodies = GRID.flatMap(({ overlap, normal, approach, slide, spin }, k) => {
    const at = [8 * RADIUS * (k % 8), 8 * RADIUS * Math.floor(k / 8), 0];
    const across = [-normal[1], normal[0], 0];
    return [-0.5, 0.5].map((side) => ({
      shape: 'ball',
      material: 'grains',
      position: at.map((x, c) => x + side * 2 * RADIUS * (1 - overlap) * normal[c]) as never,
      velocity: normal.map((n, c) => side * (approach * n + slide * across[c])) as never,
      angularVelocity: [0.3 * spin, side * spin, 0.5 * spin] as never,
    }));
  });
  const floor = { name: 'floor', normal: [0, 0, 1] as const, offset: -10 * RADIUS, material: 'grains' };
  return spec(law, bodies, { halfSpaces: [floor] });
}

describe('a contact on the GPU', () => {
  for (const [name, law] of LAWS) {
    for (const friction of [0.05, 5]) {
      it(`has the force of the CPU: ${name}, friction ${friction}`, async () => {
        const scene = touchingPair(law, friction);
        const cpu = new Simulation(scene);
        const gpu = await GpuSimulation.create(scene, await softwareGpu());
        // The second look has springs, the third ones that have turned with the contact.
        for (const steps of [0, 1, 3]) {
          cpu.step(steps);
          await gpu.step(steps);
          const wanted = cpu.bodies();
          const got = await gpu.bodies();
          const largest = Math.max(...wanted.force.map(Math.abs));
          const strongest = Math.max(...wanted.torque.map(Math.abs));
          for (let k = 0; k < 6; k++) {
            expect(Math.abs(got.force[k] - wanted.force[k]) / largest).toBeLessThan(FORCE_TOLERANCE);
            if (strongest > 0) {
              expect(Math.abs(got.torque[k] - wanted.torque[k]) / strongest).toBeLessThan(FORCE_TOLERANCE);
            }
          }
        }
        gpu.destroy();
      });
    }
  }

  for (const [name, law] of LAWS) {
    it(`has the force of the CPU on a grid of overlaps, normals, velocities and spins: ${name}`, async () => {
      const scene = gridOfPairs(law);
      const cpu = new Simulation(scene);
      const gpu = await GpuSimulation.create(scene, await softwareGpu());
      for (const steps of [0, 2]) {
        cpu.step(steps);
        await gpu.step(steps);
        const wanted = cpu.bodies();
        const got = await gpu.bodies();
        expect(cpu.contacts().count).toBe(GRID.length);
        for (let pair = 0; pair < GRID.length; pair++) {
          const force = wanted.force.subarray(6 * pair, 6 * pair + 3);
          const largest = Math.max(...force.map(Math.abs));
          // The overlap has the digits of quanta, the relative velocity those of float32.
          const most = (FORCE_TOLERANCE + 4e-9 / GRID[pair].overlap) * largest;
          force.forEach((x, k) => {
            expect(Math.abs(got.force[6 * pair + k] - x), `pair ${pair}`).toBeLessThanOrEqual(most);
          });
        }
      }
      gpu.destroy();
    });
  }

  it('has the force of the CPU at any distance from the origin and across a periodic side', async () => {
    const law = { normal: 'hertz', tangential: 'mindlin' } as const;
    const scene = (shift: number): SimulationSpec =>
      spec(
        law,
        [0.1 * RADIUS, -1.86 * RADIUS].map((x, k) => ({
          shape: 'ball',
          material: 'grains',
          position: [x + shift, shift, shift] as const,
          velocity: [k === 0 ? -1 : 1, 0.3, 0.1] as const,
        })),
        {
          gravity: [0, 0, 0],
          domain: {
            min: [shift, shift - 0.1, shift - 0.1],
            max: [shift + 0.2, shift + 0.1, shift + 0.1],
            periodic: [true, false, false],
          },
        },
      );
    const wanted = new Simulation(scene(0)).bodies().force;
    for (const shift of [0, 1000]) {
      const gpu = await GpuSimulation.create(scene(shift), await softwareGpu());
      const { force } = await gpu.bodies();
      const largest = Math.max(...wanted.map(Math.abs));
      // Places a kilometre away are known to 1e-13 m in float64 to begin with.
      wanted.forEach((x, k) => {
        expect(Math.abs(force[k] - x) / largest).toBeLessThan(FORCE_TOLERANCE);
      });
      gpu.destroy();
    }
  });
});

/** Balls thrown about in a box with an oblique floor. */
function jumble(count: number, more: Partial<SimulationSpec> = {}): SimulationSpec {
  let state = 7;
  const next = (): number => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
  const side = Math.ceil(Math.cbrt(count));
  const bodies = Array.from({ length: count }, (_, i) => ({
    shape: 'ball',
    material: 'grains',
    position: [i % side, Math.floor(i / side) % side, Math.floor(i / side / side) + 1].map(
      (k) => 2.1 * RADIUS * (k + 0.7) + 0.1 * RADIUS * next(),
    ) as unknown as [number, number, number],
    velocity: [next() - 0.5, next() - 0.5, next() - 0.5] as [number, number, number],
  }));
  const width = 2.1 * RADIUS * (side + 0.6);
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'grains',
  });
  return spec({ normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' }, bodies, {
    halfSpaces: [
      wall('floor', [0.06, 0, 1], 0),
      wall('left', [1, 0, 0], 0),
      wall('right', [-1, 0, 0], -width),
      wall('front', [0, 1, 0], 0),
      wall('back', [0, -1, 0], -width),
    ],
    ...more,
  });
}

/** The first lists are made for eight steps; this ball crosses the margin in one. */
function impact(more: Partial<SimulationSpec> = {}): SimulationSpec {
  return spec(
    { normal: 'linear' },
    [
      { shape: 'ball', material: 'grains', position: [0, 0, 0] as const, velocity: [40, 0, 0] },
      { shape: 'ball', material: 'grains', position: [0.016, 0, 0] as const },
    ],
    {
      gravity: [0, 0, 0],
      timeStep: 5e-6,
      materials: [{ ...GRAINS, stiffness: 2e6 }],
      domain: { min: [-0.02, -0.02, -0.02], max: [0.06, 0.02, 0.02] },
      ...more,
    },
  );
}

describe('a simulation on the GPU', () => {
  it('moves as the CPU does until chaos sets in, and its energies add up as there', async () => {
    const scene = jumble(64);
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    cpu.step(300);
    await gpu.step(300);
    const wanted = cpu.bodies();
    const got = await gpu.bodies();
    const farthest = Math.max(...wanted.position.map((x, k) => Math.abs(x - got.position[k])));
    expect(farthest / RADIUS).toBeLessThan(1e-4);
    const energy = bookedAsOnGpu(cpu);
    expectEnergies(await gpu.energy(), energy, 1e-4 * energy.kinetic);
    expect((await gpu.counts()).contacts).toBe(cpu.statistics().contacts);
    gpu.destroy();
  });

  it('has the same bits when it runs again, in pieces, and from a saved state', async () => {
    await expectSameBitsInPieces(jumble(64), await softwareGpu(), [7, 50, 63]);
  });

  it('makes a list in time however fast a ball comes', async () => {
    const scene = impact();
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    cpu.step(60);
    await gpu.step(60);
    const wanted = cpu.bodies().velocity;
    const got = (await gpu.bodies()).velocity;
    expect(Math.abs(wanted[3])).toBeGreaterThan(1);
    wanted.forEach((v, k) => {
      expect(Math.abs(got[k] - v)).toBeLessThan(1e-3);
    });
    gpu.destroy();
  });

  it('ends where bodies overlap more than they may, as the CPU does, and goes on from a state before that', async () => {
    const scene = impact({ limits: { overlapRatio: 0.1 } });
    const deep = /overlaps a partner by 0\.1\d* of the smaller radius, the limit is 0\.1/;
    expect(() => new Simulation(scene).step(60)).toThrow(deep);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    const start = await gpu.save();
    await expect(gpu.step(60)).rejects.toThrow(deep);
    gpu.restore(start);
    await gpu.step(10);
    expect(gpu.deepest).toBe(0);
    gpu.destroy();
  });

  it('ends where a ball leaves the domain, and goes on from a state before that', async () => {
    const gpu = await GpuSimulation.create(impact(), await softwareGpu());
    const start = await gpu.save();
    await expect(gpu.step(600)).rejects.toThrow('domain: 1 spheres have left it');
    gpu.restore(start);
    await gpu.step(10);
    expect(gpu.stepCount).toBe(10);
    gpu.destroy();
  });

  it('has nothing between bodies that never move, even where they overlap', async () => {
    const held = [-1, 0, 1].map((k) => ({
      shape: 'ball',
      material: 'grains',
      position: [1.9 * RADIUS * k, 0, 0] as const,
      fixed: true,
    }));
    const falling = { shape: 'ball', material: 'grains', position: [0.2 * RADIUS, 0, 1.99 * RADIUS] as const };
    const scene = spec({ normal: 'hertz', tangential: 'mindlin' }, [...held, falling]);
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    cpu.step(40);
    await gpu.step(40);
    const [wanted, got] = [bookedAsOnGpu(cpu), await gpu.energy()];
    expect(wanted.elastic).toBeGreaterThan(0);
    for (const key of ['kinetic', 'elastic', 'dampingLoss', 'frictionLoss'] as const) {
      expect(Math.abs(got[key] - wanted[key])).toBeLessThan(1e-4 * (wanted.kinetic + wanted.elastic));
    }
    expect((await gpu.counts()).contacts).toBe(cpu.contacts().count);
    gpu.destroy();
  });

  it('makes room where a sphere has more near ones than a row holds, with the same bits from a saved state', async () => {
    const scene = jumble(64, { neighbours: { skin: 2 * RADIUS } });
    const cpu = new Simulation(scene);
    const device = await softwareGpu();
    const gpu = await GpuSimulation.create(scene, device);
    await gpu.step(20);
    const saved = await gpu.save();
    await gpu.step(60);
    cpu.step(80);
    expect((await gpu.counts()).overflow).toBeGreaterThan(0);
    const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
    const farthest = Math.max(...wanted.position.map((x, k) => Math.abs(x - got.position[k])));
    expect(farthest / RADIUS).toBeLessThan(1e-4);
    const resumed = await GpuSimulation.create(scene, device);
    resumed.restore(saved);
    await resumed.step(60);
    const again = await resumed.bodies();
    for (const key of ['position', 'velocity', 'angularVelocity', 'force', 'torque'] as const)
      expect(again[key]).toEqual(got[key]);
    for (const simulation of [gpu, resumed]) simulation.destroy();
  });

  it('makes room where a sphere has more contacts than before, and keeps their springs', async () => {
    // Twelve balls that do not move hold a thirteenth, which goes on to two more; overlaps of the former are of no
    // account.
    const around = Array.from({ length: 14 }, (_, k) => {
      const z = 1 - (2 * k + 1) / 14;
      const across = Math.sqrt(1 - z * z);
      const distance = (k < 12 ? 1.97 : 2.001 + 0.002 * (k - 12)) * RADIUS;
      return {
        shape: 'ball',
        material: 'grains',
        fixed: true,
        position: [across * Math.cos(2.4 * k), across * Math.sin(2.4 * k), z].map((x) => x * distance) as never,
      };
    });
    const middle = { shape: 'ball', material: 'grains', position: [0, 0, 0] as const, velocity: [0.1, 0, -0.4] };
    const scene = spec(
      { normal: 'hertz', tangential: 'mindlin' },
      [...around, { ...middle, angularVelocity: [9, 5, 0] }] as never,
      {
        domain: { min: [-0.03, -0.03, -0.03], max: [0.03, 0.03, 0.03] },
      },
    );
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    const bytes = gpu.bytes;
    const counts: number[] = [];
    for (let k = 0; k < 4; k++) {
      cpu.step(1);
      await gpu.step(1);
      counts.push(cpu.contacts().count);
    }
    for (let k = 0; k < 6; k++) {
      cpu.step(4);
      await gpu.step(4);
      counts.push(cpu.contacts().count);
      const [wanted, got] = [cpu.bodies(), await gpu.bodies()];
      const largest = Math.max(...wanted.force.map(Math.abs));
      const worst = Math.max(...wanted.force.map((x, c) => Math.abs(x - got.force[c])));
      expect(worst / largest).toBeLessThan(10 * FORCE_TOLERANCE);
    }
    expect(counts[0]).toBe(12);
    expect(counts).toContain(13);
    expect(Math.max(...counts)).toBe(14);
    expect(gpu.bytes).toBeGreaterThan(bytes);
    gpu.destroy();
  });

  it('slows a ball by viscous damping as the CPU does', async () => {
    const ball = { shape: 'ball', material: 'grains', position: [0, 0, 0], velocity: [1, -2, 0.5] } as const;
    const scene = spec({ normal: 'linear' }, [ball], { damping: { viscous: 2000 }, gravity: [0, 0, 0] });
    const cpu = new Simulation(scene);
    const gpu = await GpuSimulation.create(scene, await softwareGpu());
    cpu.step(50);
    await gpu.step(50);
    const [wanted, got] = [cpu.bodies().velocity, (await gpu.bodies()).velocity];
    wanted.forEach((v, k) => {
      expect(got[k]).toBeCloseTo(v, 6);
    });
    gpu.destroy();
  });

  it('names all that it cannot do', async () => {
    const scene = jumble(8, {
      shapes: [
        { name: 'ball', sphere: { radius: RADIUS } },
        { name: 'pair', compound: compound([{ shape: box({ halfExtents: [RADIUS, RADIUS, RADIUS] }) }]) },
      ],
      law: { normal: 'hertz', cohesion: 'jkr' },
    });
    await expect(GpuSimulation.create(scene, await softwareGpu())).rejects.toThrow(
      /law: .*JKR[\s\S]*shapes\[1\]: .*"pair"/,
    );
    const [grains] = scene.materials;
    const materials = Array.from({ length: 37 }, (_, k) => ({ ...grains, name: k === 0 ? 'grains' : `of ${k}` }));
    await expect(
      GpuSimulation.create(jumble(8, { materials } as Partial<SimulationSpec>), await softwareGpu()),
    ).rejects.toThrow(
      'materials: not on the GPU yet: 37 of them: more than 36 (constants of every two lie in one table of 65536 bytes)',
    );
  });
});
