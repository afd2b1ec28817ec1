// SPDX-License-Identifier: MIT
/**
 * Touches between bodies: spheres whose contacts are found by a finder instead of the kernel must move as spheres do.
 */
import { describe, expect, it } from 'vitest';
import { heap } from '../../../tests/support/sphere-heap.ts';
import { stepModule, wasmStepKernel } from '../../step-kernel/step-kernel.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import { BodyTable } from '../bodies/body-table.ts';
import { finishList } from '../neighbour-list/list-room.ts';
import { writeLaws, writeSettings } from '../set-up.ts';
import { Simulation } from '../simulation.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import { roomFor } from '../time-loop/simulation-room.ts';
import * as loop from '../time-loop/step-loop.ts';
import { StepMemory } from '../time-loop/step-memory.ts';
import { type TouchFinder, TouchFinders } from './touch-finder.ts';
import { finishTouches } from './touch-room.ts';
import type { TouchWriter } from './touch-writer.ts';

/** Spheres against each other and against half-spaces, as the kernel has them, from the rows of the neighbour list. */
class SphereFinder implements TouchFinder {
  find(_block: number, writer: TouchWriter): void {
    const { F, I } = writer;
    const row = (e: number, k: number): number => I[2 * I[layout.ROW] + layout.ROW_INTEGERS * e + k];
    const partners = 2 * I[layout.PARTNER];
    const place = (e: number): number[] => {
      const at = I[layout.POSITION] + 4 * e;
      return [...F.subarray(at, at + 4)];
    };
    for (let e = writer.firstElement; e < writer.endElement; e++) {
      writer.open(e);
      const [x = 0, y = 0, z = 0, radius = 0] = place(e);
      const write = (touch: number, n: readonly number[], lever: number, overlap: number, effective: number): void => {
        F.set([x + lever * n[0], y + lever * n[1], z + lever * n[2]], touch + layout.TOUCH_POINT);
        F.set(n, touch + layout.TOUCH_NORMAL);
        F[touch + layout.TOUCH_OVERLAP] = overlap;
        F[touch + layout.TOUCH_RADIUS] = effective;
      };
      for (let p = row(e, layout.ROW_FIRST); p < row(e, layout.ROW_WALLS); p++) {
        const other = I[partners + p] & layout.PARTNER_MASK;
        const [u = 0, v = 0, w = 0, second = 0] = place(other);
        const distance = Math.hypot(u - x, v - y, w - z);
        if (distance >= radius + second) continue;
        const isAcross = p >= row(e, layout.ROW_CROSS);
        const slot = isAcross ? row(e, layout.ROW_SLOT) + p - row(e, layout.ROW_CROSS) : -1;
        const touch = writer.append(layout.TOUCH_BODY, other, slot, 0, 0);
        const lever = 0.5 * (distance + ((radius - second) * (radius + second)) / distance);
        const normal = [(u - x) / distance, (v - y) / distance, (w - z) / distance];
        write(touch, normal, lever, radius + second - distance, (radius * second) / (radius + second));
      }
      for (let p = row(e, layout.ROW_WALLS); p < row(e, layout.ROW_END); p++) {
        const k = I[partners + p] & layout.PARTNER_MASK;
        const wall = I[layout.HALF_SPACE] + layout.HALF_SPACE_STRIDE * k;
        const normal = [...F.subarray(wall, wall + 3)].map((component) => -component);
        const [a = 0, b = 0, c = 0] = normal;
        const height = -(a * x + b * y + c * z) - F[wall + layout.HALF_SPACE_OFFSET];
        if (height >= radius) continue;
        write(writer.append(layout.TOUCH_HALF_SPACE, k, -1, 0, 0), normal, height, radius - height, radius);
      }
      writer.inheritByKeys();
    }
  }
}

/** Runs the scene with every sphere marked as something else; returns positions, spins and losses by friction. */
function runByTouches(spec: SimulationSpec, steps: number): { bodies: number[]; frictionLoss: number } {
  const module = stepModule(false);
  // Room for one touch a block at first: it must grow, in the middle of a step too.
  const memory = new StepMemory({ ...roomFor(spec), touches: 4 }, 'private');
  if (module === undefined || memory.memory === undefined) throw new Error('no WebAssembly here');
  const kernel = wasmStepKernel(module, memory.memory);
  writeSettings(memory, spec, 0);
  const table = new BodyTable(spec, memory, kernel);
  table.addAll(spec.bodies);
  writeLaws(memory, spec, table);
  for (let e = 0; e < memory.I[layout.ELEMENT_COUNT]; e++) {
    const motion = memory.address(layout.MOTION) + layout.MOTION_STRIDE * e;
    const flags = 2 * (motion + layout.MOTION_INTEGERS) + layout.FLAGS;
    memory.I[flags] = memory.I[flags] | layout.NOT_SPHERE;
  }
  memory.I[layout.PAIR_LOOP] = layout.PAIRS_ANY_ELEMENT;
  const touches = new TouchFinders(() => [new SphereFinder()], kernel);
  for (let left = steps; left > 0; ) {
    const { F, I } = memory;
    const status = loop.runSteps({ kernel, F, I, thread: 0, threads: 1, touches }, left);
    left -= I[layout.STEPS_DONE];
    if (status === loop.TOUCHES_FULL) finishTouches(memory, touches);
    else if (status !== loop.DONE) finishList(memory, kernel, status);
  }
  const bodies = [...table.handles()].flatMap((e) => {
    const { angularVelocity } = table.motionOf(e);
    const { x, y, z } = table.positionOf(e);
    return [x, y, z, angularVelocity.x, angularVelocity.y, angularVelocity.z];
  });
  const blocks = memory.capacities.blocks;
  const loss = (b: number): number =>
    memory.F[memory.address(layout.BLOCK) + layout.BLOCK_STRIDE * b + layout.BLOCK_FRICTION_LOSS];
  return { bodies, frictionLoss: Array.from({ length: blocks }, (_, b) => loss(b)).reduce((sum, one) => sum + one, 0) };
}

/** Rounding of the two ways to write the same contact, grown by the collisions in between. */
const SAME_MOTION = 1e-7;

describe('touches between bodies', () => {
  it('move spheres as the pairs of the kernel do, across blocks and new lists', { tags: ['long'] }, () => {
    const spec = heap(200, { timeStep: 5e-6, law: { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a' } });
    const steps = 700;
    const simulation = new Simulation(spec);
    simulation.step(steps);
    expect(simulation.statistics().rebuilds).toBeGreaterThan(2);
    expect(simulation.statistics().contacts).toBeGreaterThan(20);
    const { count, position } = simulation.bodies();
    const { bodies, frictionLoss } = runByTouches(spec, steps);
    for (let k = 0; k < count; k++) {
      for (let c = 0; c < 3; c++) {
        const gap = Math.abs(bodies[6 * k + c] - position[3 * k + c]);
        expect(gap).toBeLessThan(SAME_MOTION * 0.005);
      }
    }
    const expected = simulation.bookedEnergy().frictionLoss;
    expect(Math.abs(frictionLoss - expected)).toBeLessThan(SAME_MOTION * expected);
    simulation.dispose();
  });
});
