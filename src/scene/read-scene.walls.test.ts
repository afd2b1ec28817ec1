// SPDX-License-Identifier: MIT
/** Walls that are shapes, and regions that follow walls, in scene files: what is read, and what is said of mistakes. */
import { describe, expect, it } from 'vitest';
import { messageBelow, ONE_BALL_TEXT, sceneError } from '../../tests/support/wrong-scene.ts';
import { sceneSummary } from './check/scene-summary.ts';
import { startOverlaps } from './check/start-overlaps.ts';
import { readScene } from './read-scene.ts';
import { sceneFromSimulation } from './write-scene.ts';

const WALLS = `meshes:
  drum: { cylinder: { radius: 10 cm, length: 20 cm }, material: glass, motion: { rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 60 rpm } } }
  hopper: { cone: { bottomRadius: 2 cm, topRadius: 9 cm, height: 10 cm }, open: both, material: glass, position: [0, 0, 1] }
  knob: { sphere: { radius: 1 cm }, side: outside, material: glass, position: [9 cm, 0, 0] }
`;

describe('walls that are shapes', () => {
  it('are read in SI units and written again', () => {
    const { simulation, duration } = readScene(`${ONE_BALL_TEXT}${WALLS}`);
    expect(simulation.meshes?.map(({ name, shape }) => ({ name, shape }))).toEqual([
      { name: 'drum', shape: { cylinder: { radius: 0.1, length: 0.2 }, side: 'inside' } },
      {
        name: 'hopper',
        shape: { cone: { bottomRadius: 0.02, topRadius: 0.09, height: 0.1 }, side: 'inside', open: 'both' },
      },
      { name: 'knob', shape: { sphere: { radius: 0.01 }, side: 'outside' } },
    ]);
    const again = readScene(JSON.stringify(sceneFromSimulation(simulation, duration)));
    expect(again.simulation.meshes?.map(({ shape }) => shape)).toEqual(simulation.meshes?.map(({ shape }) => shape));
  });

  it('are told by scree check, with overlaps at the start', () => {
    const scene = readScene(`${ONE_BALL_TEXT}${WALLS}`);
    const text = sceneSummary(scene);
    expect(text).toContain('drum: cylinder without facets, radius 100 mm, length 200 mm, inside, moving');
    expect(text).toContain('open: both');
    expect(startOverlaps(scene.simulation).count).toBe(0);
    const moved = readScene(`${ONE_BALL_TEXT.replace('[0, 0, 0]', '[96 mm, 0, 50 mm]')}${WALLS}`);
    const { worst } = startOverlaps(moved.simulation);
    expect(worst.map(({ b, depth }) => [b, Number(depth.toPrecision(6))])).toEqual([['drum', 0.001]]);
  });

  it('have no ends along a period that they fill, and none that overlaps its image is read', () => {
    const domain = 'domain: { min: [-1, -1, -1], max: [1, 1, 1], periodic: [x, y] }\n';
    const floor =
      'meshes: { m: { box: { halfExtents: [1, 2, 0.1] }, side: outside, position: [0, 0, -1], material: glass } }';
    expect(sceneSummary(readScene(`${ONE_BALL_TEXT}${domain}${floor}`))).toContain(
      'outside, without ends along x and y',
    );
    const ball = 'meshes: { m: { sphere: { radius: 1.1 }, material: glass } }';
    const { message } = sceneError(`${ONE_BALL_TEXT}${domain}${ball}`);
    expect(message).toContain('scene.yaml:8:11 meshes.m: the wall overlaps its periodic image at (');
  });

  it.each([
    [
      'meshes: { m: { sphere: { radius: 1 }, file: a.stl, material: glass } }',
      'scene.yaml:7:14 meshes.m: expected either file, or vertices and facets, or one of sphere, cylinder, cone, torus, box',
    ],
    [
      'meshes: { m: { torus: { ringRadius: 1, tubeRadius: 2 }, material: glass } }',
      'scene.yaml:7:23 meshes.m.torus: tubeRadius 2 must be less than ringRadius 1',
    ],
    [
      'meshes: { m: { sphere: { radius: 1 }, open: top, material: glass } }',
      'scene.yaml:7:45 meshes.m.open: only a cylinder or a cone has ends that can be open',
    ],
    [
      'meshes: { m: { sphere: { radius: 1 }, free: {}, material: glass } }',
      'meshes.m.free: a wall that is a shape has none: only meshes of facets do',
    ],
    [
      'meshes: { m: { vertices: [[0,0,0],[1,0,0],[0,1,0]], facets: [[0,1,2]], side: inside, material: glass } }',
      'meshes.m.side: a mesh of facets has none; give one of sphere, cylinder, cone, torus, box in place of the facets',
    ],
  ])('refuse %s', (text, message) => {
    expect(messageBelow(text)).toContain(message);
  });
});

describe('regions that follow a wall', () => {
  it('know its place at the start', () => {
    const { simulation, outputs } = readScene(`${ONE_BALL_TEXT}${WALLS}outlets:
  pan: { region: { sphere: { centre: [0, 0, 1], radius: 1 } }, follows: hopper }
outputs: { regions: { cell: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, follows: drum } } }
`);
    expect(simulation.outlets?.[0]?.follows).toMatchObject({
      wall: 'hopper',
      start: { position: { x: 0, y: 0, z: 1 } },
    });
    expect(outputs.analysis.regions.get('cell')?.follows?.wall).toBe('drum');
  });

  it.each([
    ['outlets: { a: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, follows: drun } }', 'did you mean drum?'],
    [
      'outlets: { a: { region: { box: { min: [0, 0, 0], max: [1, 1, 1] } }, follows: drum } }',
      'outlets.a.follows: the mesh "drum" turns, and a box stays along the axes; give a cylinder or a sphere',
    ],
    [
      'halfSpaces: { w: { normal: [0, 0, 1], material: glass, motion: { rotation: { axis: [1, 0, 0], through: [0, 0, 0], rate: 1 } } } }\n' +
        'outlets: { a: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, follows: w } }',
      'the half-space "w" turns',
    ],
    [
      'halfSpaces: { w: { normal: [0, 0, 1], material: glass, motion: [{ velocity: [0, 0, 1], until: 1 s }, ' +
        '{ rotation: { axis: [1, 0, 0], through: [0, 0, 0], rate: 1 }, from: 1 s }] } }\n' +
        'outlets: { a: { region: { sphere: { centre: [0, 0, 0], radius: 1 } }, follows: w } }',
      'the half-space "w" turns',
    ],
  ])('refuse %s', (text, message) => {
    expect(messageBelow(`${WALLS}${text}`)).toContain(message);
  });

  it.each([
    ['halfSpaces', 'sphere: { centre: [0, 0, 0], radius: 1 }', 'has no place to keep to when it turns; follow a mesh'],
    ['meshes', 'box: { min: [0, 0, 0], max: [1, 1, 1] }', 'stays along the axes; give it a cylinder or a sphere'],
  ])('refuse a stage that turns one of the %s', (kind, region, message) => {
    const turn = '{ rotation: { axis: [1, 0, 0], through: [0, 0, 0], rate: 1 }, from: 1 ms }';
    const wall = kind === 'meshes' ? 'sphere: { radius: 2 }' : 'normal: [0, 0, 1]';
    const scene = `${ONE_BALL_TEXT.replace('duration: 1 s, ', '')}${kind}: { w: { ${wall}, material: glass } }
outlets: { a: { region: { ${region} }, follows: w } }
stages: { s: { duration: 1 ms, set: { ${kind}: { w: { motion: [{ velocity: [0, 0, 1] }, ${turn}] } } } } }
`;
    const said = sceneError(scene).message;
    expect(said).toContain(`scene.yaml:9:`);
    expect(said).toContain(`stages.s.set.${kind}.w.motion: the `);
    expect(said).toContain(message);
  });
});
