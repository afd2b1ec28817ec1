// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomConvexShape, SHAPE_KINDS } from '../../tests/support/random-convex-shapes.ts';
import { SceneError } from '../errors.ts';
import { Random } from '../math/random.ts';
import { facetMesh } from '../meshes/facet-mesh.ts';
import { compound } from '../shapes/kinds/compound.ts';
import type { ConvexShape } from '../shapes/shape.ts';
import type { BodyShapeSpec, MotionSpec, SimulationSpec } from '../simulation/simulation-spec.ts';
import { readScene } from './read-scene.ts';
import { sceneFromSimulation } from './write-scene.ts';

const SOLID_KINDS = SHAPE_KINDS.filter((kind) => !['halfSpace', 'point', 'segment', 'facet', 'sphere'].includes(kind));

/** A simulation with something in every section, defaults written out as the reader writes them. */
function randomSimulation(random: Random): SimulationSpec {
  const vector = (size = 1) => {
    const { x, y, z } = random.unitVector();
    return { x: size * x, y: size * y, z: size * z };
  };
  const solid = (): ConvexShape =>
    randomConvexShape(SOLID_KINDS[random.integer(SOLID_KINDS.length)], random) as ConvexShape;
  const motion: MotionSpec = {
    velocity: vector(),
    rotation: { axis: vector(), through: vector(), rate: random.between(-5, 5) },
    oscillation: { direction: vector(), amplitude: random.next(), frequency: 1 + random.next(), phase: random.next() },
    from: random.next(),
    until: 2 + random.next(),
  };
  const shapes: BodyShapeSpec[] = [
    { name: 'ball', sphere: { radius: 0.1 + random.next() } },
    {
      name: 'twins',
      clump: {
        spheres: [
          { centre: vector(), radius: 1 },
          { centre: vector(), radius: random.between(0.5, 2) },
        ],
      },
    },
    { name: 'stone', convex: solid() },
    {
      name: 'cross',
      compound: compound([
        { shape: solid(), pose: { position: vector(), orientation: random.rotation() } },
        { shape: solid() },
      ]),
    },
  ];
  return {
    timeStep: random.between(1e-6, 1e-4),
    gravity: vector(9.81),
    seed: random.integer(2 ** 31),
    materials: [
      { name: 'glass', density: random.between(1000, 8000), stiffness: 1e4, friction: random.next(), rigid: false },
      { name: 'steel', density: 7850, stiffness: 1e5, restitution: random.between(0.1, 1), rigid: random.next() < 0.5 },
    ],
    pairs: [
      {
        materials: ['steel', 'glass'],
        rollingFriction: random.next(),
        law: { normal: 'linear', tangential: 'linear' },
      },
    ],
    law: { normal: 'linear', attraction: 'allowed', rolling: 'model-a' },
    shapes,
    bodies: [
      ...shapes.map(({ name }, i) => ({
        name: `${name}.${i}`,
        shape: name,
        material: 'glass',
        position: vector(10),
        orientation: random.rotation(),
        velocity: vector(),
        angularVelocity: vector(),
        fixed: false,
        id: 10 + i,
      })),
      { shape: 'ball', material: 'steel', position: vector(20), fixed: false, motion },
      { shape: 'ball', material: 'steel', scale: random.between(0.5, 2), position: vector(20), fixed: true },
    ],
    halfSpaces: [
      { name: 'floor', normal: random.unitVector(), offset: random.between(-1, 1), material: 'steel', motion },
      {
        name: 'belt',
        normal: random.unitVector(),
        offset: 0,
        material: 'steel',
        surface: { velocity: vector(), rotation: { axis: vector(), through: vector(), rate: 2 }, from: 0, until: 3 },
      },
      {
        name: 'lid',
        normal: random.unitVector(),
        offset: 0,
        material: 'steel',
        servo: { force: 1, maxSpeed: 0.5, smoothing: 0, from: 0.5 },
      },
      {
        name: 'ram',
        normal: random.unitVector(),
        offset: 0,
        material: 'steel',
        servo: {
          direction: vector(),
          stress: 5,
          area: 2,
          maxSpeed: 0.5,
          gain: 2,
          smoothing: 1,
          from: 0,
          until: 1,
        },
      },
      {
        name: 'band',
        normal: random.unitVector(),
        offset: 0,
        material: 'steel',
        surface: { belt: { axis: vector(), speed: random.next() }, from: 0.5 },
      },
    ],
    meshes: [
      {
        name: 'plate',
        mesh: facetMesh({
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [1, 1, 0],
            [0, random.between(1, 2), 0],
          ],
          facets: [[0, 1, 2, 3]],
        }),
        material: 'steel',
        position: vector(),
        orientation: random.rotation(),
        motion,
        oneSided: random.next() < 0.5,
      },
    ],
    bonds: [
      { name: 'cement', between: ['glass', 'steel'], gap: random.next(), youngsModulus: 1e9, scatter: 0.2 },
      {
        name: 'glue',
        walls: ['floor', 'plate'],
        normalStiffness: random.between(1, 9),
        contact: true,
        onContact: true,
      },
    ],
    outlets: [
      { name: 'hole', region: { plane: { through: vector(), direction: vector() } }, shapes: ['ball'], from: 0 },
      {
        name: 'bin',
        region: { cylinder: { from: vector(), to: vector(3), radius: 1 } },
        materials: ['steel'],
        every: 1,
        from: 0.5,
        until: 2,
      },
    ],
    insertions: [
      {
        name: 'rain',
        shapes: [
          { shape: 'ball', material: 'glass', weight: random.between(0.1, 2), scale: { uniform: [0.5, 1.5] } },
          {
            shape: 'stone',
            material: 'glass',
            weight: 1,
            scale: { normal: { mean: 1, deviation: 0.1, min: 0.5, max: 2 } },
          },
          {
            shape: 'twins',
            material: 'glass',
            weight: 1,
            scale: {
              table: [
                { size: 1, share: 2 },
                { size: 2, share: 1 },
              ],
            },
          },
          { shape: 'cross', material: 'glass', weight: 1, scale: { constant: 2 } },
        ],
        region: { cylinder: { from: vector(), to: vector(3), radius: 1 } },
        count: 1 + random.integer(100),
        ...(random.next() < 0.5 ? { rate: random.between(1, 100) } : { massRate: random.next(), mass: 2 }),
        onFull: random.next() < 0.5 ? 'stop' : 'accept',
        places: random.next() < 0.5 ? 'balls' : 'shapes',
        from: 0,
        until: 5,
        velocity: vector(),
        randomOrientation: true,
        attempts: 7,
      },
    ],
    domain: {
      min: { x: -50, y: -50, z: -50 },
      max: { x: 50, y: 50, z: 50 },
      periodic: [true, false, true],
      onEscape: 'delete',
    },
    damping: { global: 0.1, viscous: random.next() },
    neighbours: { skin: random.between(0.01, 0.1) },
    limits: { overlapRatio: 0.5 },
    threads: 1 + random.integer(4),
    capacity: { bodies: 1000, pairsPerBody: 12 },
  };
}

/**
 * Hulls remember in which order their points came, which is no part of the shape; their JSON form has the points in
 * their own.
 */
function comparable({ shapes = [], ...rest }: SimulationSpec): unknown {
  const plain = shapes.map((shape) => {
    if ('convex' in shape) return { name: shape.name, convex: shape.convex.toJson() };
    return 'compound' in shape ? { name: shape.name, compound: shape.compound.toJson() } : shape;
  });
  return { ...rest, shapes: plain };
}

describe('a simulation written as a scene', () => {
  it('is read back the same, to the bit', { tags: ['long'] }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 }), (seed) => {
        const spec = randomSimulation(new Random(seed));
        const text = JSON.stringify(sceneFromSimulation(spec, 3, 'random'));
        const scene = readScene(text, { file: 'scene.json' });
        expect(comparable(scene.simulation)).toEqual(comparable(spec));
        expect({ title: scene.title, duration: scene.duration }).toEqual({ title: 'random', duration: 3 });
      }),
      { numRuns: 30 },
    );
  });

  it('may leave out all that may be left out', () => {
    const spec: SimulationSpec = {
      timeStep: 1e-5,
      gravity: [0, 0, -9.81],
      materials: [{ name: 'glass', density: 2500, stiffness: 1e4 }],
      law: { normal: 'linear' },
      shapes: [{ name: 'ball', sphere: { radius: 0.01 } }],
      bodies: [{ shape: 'ball', material: 'glass', position: [0, 0, 1], orientation: [1, 0, 0, 0] }],
    };
    const { simulation } = readScene(JSON.stringify(sceneFromSimulation(spec, 1)), { file: 'scene.json' });
    expect(simulation).toMatchObject({
      ...spec,
      gravity: { x: 0, y: 0, z: -9.81 },
      bodies: [{ position: { x: 0, y: 0, z: 1 }, orientation: { w: 1, x: 0, y: 0, z: 0 } }],
    });
  });

  it('is refused when a name cannot stand in a file', () => {
    const spec: SimulationSpec = {
      timeStep: 1,
      gravity: [0, 0, 0],
      materials: [{ name: '2 mm glass', density: 2500 }],
      law: { normal: 'linear' },
    };
    expect(() => sceneFromSimulation(spec, 1)).toThrow(SceneError);
    expect(() => sceneFromSimulation(spec, 1)).toThrow('materials: the name "2 mm glass" cannot stand in a scene file');
  });
});
