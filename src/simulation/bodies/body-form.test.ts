// SPDX-License-Identifier: MIT
/** Convex shapes and compounds as bodies: mass, moments, frames, and their free motion. */
import { describe, expect, it } from 'vitest';
import { opened } from '../../../tests/support/simulations.ts';
import { LINEAR } from '../../../tests/support/sphere-scene.ts';
import { conjugate, fromAxisAngle, multiply, normaliseQuaternion, rotate } from '../../math/quaternion.ts';
import { rotateMatrix } from '../../math/symmetric-matrix.ts';
import { add, distance, length, subtract, type Vector3 } from '../../math/vector.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { cone } from '../../shapes/kinds/cone.ts';
import { segment } from '../../shapes/kinds/segment.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import { Simulation } from '../simulation.ts';
import type { BodyShapeSpec, BodySpec, SimulationSpec } from '../simulation-spec.ts';
import { bodyForm } from './body-form.ts';

const ROUNDING = 1e-12;
const TURN = normaliseQuaternion({ w: 0.8, x: 0.1, y: -0.4, z: 0.3 });
/** Three different principal moments, axes askew, centroid off the origin. */
const ODD = compound([
  { shape: box({ halfExtents: [0.02, 0.01, 0.005] }), pose: { position: [0.05, 0, 0], orientation: TURN } },
  { shape: cone({ radius: 0.01, height: 0.03 }), pose: { position: [0.05, 0.03, 0] } },
  { shape: sphere({ radius: 0.008 }), pose: { position: [0.05, 0, 0.02] } },
]);

function start(shape: BodyShapeSpec, body: Partial<BodySpec>, more: Partial<SimulationSpec> = {}): Simulation {
  const simulation = new Simulation({
    timeStep: 1e-4,
    gravity: [0, 0, 0],
    law: LINEAR,
    materials: [
      { name: 'stone', density: 2000, stiffness: 1e5, tangentialStiffnessRatio: 0.5, friction: 0.3, restitution: 0.8 },
    ],
    shapes: [shape],
    bodies: [{ shape: shape.name, material: 'stone', position: [0, 0, 0], ...body }],
    ...more,
  });
  return opened(simulation);
}

describe('the form of a body', () => {
  it('has the mass properties of the shape, along its principal axes', () => {
    const form = bodyForm({ name: 'odd', compound: ODD });
    const { volume, centroid, inertia } = ODD.massProperties();
    expect(form?.volume).toBe(volume);
    expect(form?.centroid).toEqual(centroid);
    const turned = rotateMatrix(inertia, form?.own ?? TURN);
    const moments = form?.inertia ?? [0, 0, 0];
    const scale = length({ x: moments[0], y: moments[1], z: moments[2] });
    [turned.xx, turned.yy, turned.zz].forEach((value, k) => {
      expect(Math.abs(value - moments[k])).toBeLessThan(ROUNDING * scale);
    });
    for (const product of [turned.xy, turned.xz, turned.yz]) expect(Math.abs(product)).toBeLessThan(ROUNDING * scale);
  });

  it('places every part inside its ball: the part goes back to where it was in the own frame', () => {
    const form = bodyForm({ name: 'odd', compound: ODD });
    if (form?.parts === undefined) throw new Error('no parts');
    ODD.pieces.forEach(({ shape, pose }, k) => {
      const part = form.parts?.[k];
      const ball = form.spheres[k];
      if (ball === undefined) throw new Error('no ball');
      if (part === undefined) {
        expect(shape.kind).toBe('sphere');
        return;
      }
      const toOwn = (p: Vector3): Vector3 => add(form.centroid, rotate(form.principal, p));
      expect(distance(toOwn(add(ball.centre, part.origin)), pose.position)).toBeLessThan(ROUNDING);
      const back = multiply(conjugate(pose.orientation), multiply(form.principal, part.turn));
      expect(Math.abs(Math.abs(back.w) - 1)).toBeLessThan(ROUNDING);
      expect(part.radius).toBeCloseTo(Math.cbrt((0.75 * shape.massProperties().volume) / Math.PI), 14);
    });
  });
});

describe('a convex body or compound', () => {
  it('is seen in the frame of its own shape', () => {
    const simulation = start({ name: 'odd', compound: ODD }, { position: [1, 2, 3], orientation: TURN });
    const { position, orientation } = simulation.body(0);
    const { centroid } = ODD.massProperties();
    expect(length(subtract(position, add({ x: 1, y: 2, z: 3 }, rotate(TURN, centroid))))).toBeLessThan(ROUNDING);
    for (const key of ['w', 'x', 'y', 'z'] as const) expect(orientation[key]).toBeCloseTo(TURN[key], 14);
  });

  it('tumbles with constant energy', () => {
    const simulation = start({ name: 'odd', compound: ODD }, { angularVelocity: [1, 30, 3], velocity: [0, 1, 0] });
    const before = simulation.energy();
    simulation.step(5000);
    const after = simulation.energy();
    // The midpoint rule keeps the angular momentum and bounds the energy error by the square of the step: (30 / s *
    // 1e-4 s)^2 / 12.
    expect(Math.abs(after.rotational / before.rotational - 1)).toBeLessThan(1e-6);
    expect(Math.abs(after.kinetic / before.kinetic - 1)).toBeLessThan(ROUNDING);
  });

  it('turns as it is told when it follows a motion, and stays when it is fixed', () => {
    const shape = { name: 'brick', convex: box({ halfExtents: [0.1, 0.05, 0.02] }) };
    const turning = start(shape, { motion: { rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 2 } } });
    turning.step(1000);
    const { w, z } = fromAxisAngle({ x: 0, y: 0, z: 1 }, 0.2);
    expect(turning.body(0).orientation.w).toBeCloseTo(w, 8);
    expect(turning.body(0).orientation.z).toBeCloseTo(z, 8);
    const fixed = start(shape, { fixed: true }, { gravity: [0, 0, -10] });
    fixed.step(100);
    expect(fixed.body(0).position).toEqual({ x: 0, y: 0, z: 0 });
  });

  it('leaves a domain by its centre', () => {
    const simulation = start(
      { name: 'brick', convex: box({ halfExtents: [0.1, 0.05, 0.02] }) },
      { velocity: [10, 0, 0] },
      { domain: { min: [-1, -1, -1], max: [1, 1, 1], onEscape: 'delete' }, neighbours: { skin: 0.01 } },
    );
    simulation.step(1200);
    expect(simulation.bodyCount).toBe(0);
  });

  it('has the critical step of what a force at a corner moves: a quarter of the mass of a cube', () => {
    const simulation = start({ name: 'cube', convex: box({ halfExtents: [0.1, 0.1, 0.1] }) }, {});
    const mass = 2000 * 8 * 0.1 ** 3;
    const expected = Math.PI * Math.sqrt(mass / 4 / 2 / 1e5);
    expect(simulation.criticalTimeStep() / expected).toBeCloseTo(1, 1);
  });

  it('needs a volume', () => {
    const line = segment({ from: [0, 0, 0], to: [1, 0, 0] });
    expect(() => start({ name: 'line', convex: line }, {})).toThrow(
      'shapes[0].convex: expected a shape with a volume (rounding gives it one), got "segment"',
    );
    expect(() => start({ name: 'pair', compound: compound([{ shape: line }]) }, {})).toThrow(
      'shapes[0].compound[0].shape',
    );
  });
});
