// SPDX-License-Identifier: MIT
/** Regions that are filled, in scene files. */
import { describe, expect, it } from 'vitest';
import { insertionLines } from '../runs/insertion-report.ts';
import { Simulation } from '../simulation/simulation.ts';
import { estimates } from './check/estimates.ts';
import { sceneSummary } from './check/scene-summary.ts';
import { readScene } from './read-scene.ts';
import { sceneFromSimulation } from './write-scene.ts';

const scene = (insertion: string, more = ''): string => `
time: { duration: 1 ms, timeStep: 10 us }
gravity: [0, 0, 0]
materials: { m: { density: 2500, stiffness: 100 N/mm, restitution: 0.5, friction: 0.3 } }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: 5 mm } }, brick: { box: { halfExtents: [4 mm, 4 mm, 4 mm] } } }
${more}
insertions:
  bed:
    shapes:
      - { shape: ball, material: m, weight: 1 }
      - { shape: brick, material: m, weight: 3 }
    ${insertion}
`;
const FILL = 'fill: { region: { box: { min: [0, 0, 0], max: [4 cm, 4 cm, 4 cm] } }, fraction: 0.2 }';
const TETRAHEDRON = `meshes:
  pot:
    vertices: [[0, 0, 0], [8 cm, 0, 0], [0, 8 cm, 0], [0, 0, 8 cm]]
    facets: [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
    material: m
    position: [1 cm, 0, 0]`;

function problem(text: string): string {
  try {
    readScene(text, { file: 'scene.yaml' });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('fill in a scene', () => {
  it('is read, estimated and written', () => {
    const read = readScene(scene(FILL));
    const [bed] = read.simulation.insertions ?? [];
    expect(bed).toMatchObject({ fill: { fraction: 0.2 }, region: { box: { max: { x: 0.04 } } } });
    expect(sceneSummary(read)).toMatch(/insertion +bed: fills a fraction 0.2 of its box: ball, brick/);
    expect(sceneSummary(read)).toMatch(/filling +about 25 bodies before the first step, in about \d+ ms of CPU time/);
    const { insertions } = sceneFromSimulation(read.simulation, 1e-3) as { insertions: { bed: object } };
    expect(insertions.bed).toMatchObject({ fill: { region: { box: { min: [0, 0, 0] } }, fraction: 0.2 } });
    expect('region' in insertions.bed).toBe(false);
  });

  it('of clumps is estimated by the volume of their union', () => {
    // Two balls of 5 mm, 5 mm apart: 1.6875 times the volume of one.
    const text = scene(FILL).replace(
      'ball: { sphere: { radius: 5 mm } }',
      'ball: { clump: { spheres: [{ centre: [0, 0, 0], radius: 5 mm }, { centre: [5 mm, 0, 0], radius: 5 mm }] } }',
    );
    const ball = (4 / 3) * Math.PI * 0.005 ** 3;
    const mean = (1.6875 * ball + 3 * 0.008 ** 3) / 4;
    expect(estimates(readScene(text)).bodiesInserted).toBe(Math.round((0.2 * 0.04 ** 3) / mean));
  });

  it('of a mesh has the box around it', () => {
    const read = readScene(scene('fill: { region: { mesh: pot }, fraction: 0.2 }', TETRAHEDRON));
    const [bed] = read.simulation.insertions ?? [];
    expect(bed).toMatchObject({ fill: { fraction: 0.2, mesh: 'pot' } });
    expect(bed.region).toEqual({ box: { min: { x: 0.01, y: 0, z: 0 }, max: { x: 0.09, y: 0.08, z: 0.08 } } });
  });

  it('reports the shares that it reached', { tags: ['long'] }, () => {
    const simulation = new Simulation(readScene(scene(`weightsBy: volume\n    ${FILL}`)).simulation);
    expect(simulation.contacts().count).toBe(0);
    const [{ kinds }] = simulation.insertions();
    expect(kinds.map(({ wanted }) => wanted)).toEqual([0.25, 0.75]);
    // Within a body of its quota: a ball has 4 % of the volume.
    expect(Math.abs(kinds[0].share - 0.25)).toBeLessThan(0.05);
    expect(insertionLines(simulation.insertions())[0]).toMatch(
      /^filled bed: \d+ bodies, 0\.\d+ kg, fraction 0\.\d+ of its region: \d+ ball: 2\d.*%, wanted 25 %; \d+ brick: 7\d/,
    );
  });

  it('is refused by line where it cannot be', () => {
    expect(problem(scene('fill: { region: { box: { min: [0, 0, 0], max: [1, 1, 1] } }, fraction: 1.2 }'))).toMatch(
      /^scene.yaml:13:\d+ insertions.bed.fill.fraction: expected a plain number > 0 and <= 1, got 1.2/,
    );
    expect(problem(scene('fill: { region: { mesh: pan }, fraction: 0.2 }', TETRAHEDRON))).toMatch(
      /insertions.bed.fill.region.mesh: unknown mesh "pan"/,
    );
    const open = TETRAHEDRON.replace(', [1, 2, 3]]', ']');
    expect(problem(scene('fill: { region: { mesh: pot }, fraction: 0.2 }', open))).toMatch(
      /^scene.yaml:\d+:\d+ insertions.bed.fill.region.mesh: a closed mesh is needed .* "pot" is open: 3 /,
    );
    expect(problem(scene(`count: 3\n    ${FILL}`))).toMatch(/insertions.bed.fill: expected no count, mass/);
    expect(problem(scene(`from: 1 s\n    ${FILL}`))).toMatch(/insertions.bed.from: expected 0 with fill/);
    expect(problem(scene('count: 3'))).toMatch(/insertions.bed.region: expected either region, or fill/);
  });
});
