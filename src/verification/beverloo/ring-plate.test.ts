// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Simulation } from '../../simulation/simulation.ts';
import { DIAMETER } from '../grains.ts';
import { ringPlate } from './ring-plate.ts';
import { closedSilo, openSilo, Passage, type Silo, THICKNESS } from './silo-flow.ts';

const SILO: Silo = { width: 5, layers: 3, before: 0, headroom: 2 };
const OPENING = 3;
/** m/s, so that few steps will do. */
const SPEED = 3;
const STEPS = 960;

describe('the plate of rings', () => {
  it('covers the silo but for an opening with the area of the circle', () => {
    const half = 4 * DIAMETER;
    const diameter = 3 * DIAMETER;
    const { shapes, bodies } = ringPlate(half, diameter, DIAMETER);
    const volumes = new Map(
      shapes.map((shape) => [shape.name, 'convex' in shape ? shape.convex.massProperties().volume : 0]),
    );
    // Pieces of the first ring fill the ring between two polygons of its sides.
    const [first] = bodies;
    const sides = bodies.filter(({ shape }) => shape === first?.shape).length;
    const inner = (Math.PI / 4) * diameter ** 2;
    const outerRadius = Math.sqrt((2 * inner) / (sides * Math.sin((2 * Math.PI) / sides))) + DIAMETER;
    const outer = (sides / 2) * outerRadius ** 2 * Math.sin((2 * Math.PI) / sides);
    const area = (sides * (volumes.get(first?.shape ?? '') ?? 0)) / DIAMETER;
    expect(Math.abs(area / (outer - inner) - 1)).toBeLessThan(1e-12);
    const reach = Math.max(...bodies.map(({ position }) => Math.hypot(...(position as readonly number[]))));
    expect(reach).toBeGreaterThan(Math.SQRT2 * half - DIAMETER);
  });
});

describe('grains that pass', () => {
  it('are counted once, however often they come in again at the top', () => {
    const half = (SILO.width * DIAMETER) / 2;
    const { bodies } = closedSilo('spheres', SILO);
    const falling = bodies.map((body) => ({ ...body, velocity: [0, 0, -SPEED] as const }));
    const bed = { grain: 'spheres' as const, silo: SILO, bodies: falling, top: 1.45 * SILO.layers * DIAMETER };
    const plate = ringPlate(half, OPENING * DIAMETER, THICKNESS * DIAMETER);
    const spec = openSilo(bed, plate);
    const looksOf = (steps: number): number => {
      const simulation = new Simulation(spec);
      const passage = new Passage(spec, simulation.bodies());
      let passed = 0;
      for (let done = 0; done < STEPS; done += steps) {
        simulation.step(steps);
        passed += passage.look(simulation.bodies());
      }
      simulation.dispose();
      return passed;
    };
    const passed = looksOf(10);
    // Few looks, between which grains go from above the plate to below the top, tell the same.
    expect(looksOf(60)).toBe(passed);
    // More than the column over the opening: some have come around.
    expect(passed).toBeGreaterThan(SILO.layers);
  });
});
