// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readStudyFile } from '../study-file/read-study.ts';
import { planStudy } from './study-plan.ts';

const SCENE = `time: { duration: 1 s }
gravity: [0, 0, -9.81]
variables: { drop: 10 cm }
materials: { glass: { density: 2500, stiffness: 10 N/mm, friction: 0.3 } }
law: { normal: linear, tangential: linear }
bodies: { ball: { shape: { sphere: { radius: 5 mm } }, material: glass, position: [0, 0, =drop] } }
outputs:
  csv:
    a: { every: 0.1 s, quantities: [energy.kinetic] }
    b: { every: 0.1 s, quantities: [energy.kinetic, energy.potential] }
`;

const folder = mkdtempSync(join(tmpdir(), 'scree-study-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => writeFileSync(join(folder, 'scene.yaml'), SCENE));

function plan(text: string, program = '1'): ReturnType<typeof planStudy> {
  const path = join(folder, 'study.yaml');
  writeFileSync(path, text);
  return planStudy(readStudyFile(path), program, {});
}

function study({
  parameters = '{ drop: { values: [10 cm, 20 cm] } }',
  results = '{ e: { column: energy.potential } }',
  more = '',
}: {
  readonly parameters?: string;
  readonly results?: string;
  readonly more?: string;
} = {}): string {
  return `scene: scene.yaml\nparameters: ${parameters}\nresults: ${results}\n${more}`;
}

const idsOf = ({ cases }: ReturnType<typeof planStudy>): string[] => cases.map(({ id }) => id);

describe('a case', () => {
  it('has an id that depends on the scene, the parameters, the seed and the version, and on nothing else', () => {
    const ids = idsOf(plan(study({ more: 'seeds: 2' })));
    expect(new Set(ids).size).toBe(4);
    const wider = plan(study({ parameters: '{ drop: { values: [5 cm, 10 cm, 20 cm] } }', more: 'seeds: 2' }));
    expect(idsOf(wider).slice(2)).toEqual(ids);
    expect(idsOf(plan(study({ results: '{ x: { column: energy.potential, at: 0 } }', more: 'seeds: 2' })))).toEqual(
      ids,
    );
    expect(idsOf(plan(study({ more: 'seeds: 2' }), '2'))).not.toEqual(ids);
    writeFileSync(join(folder, 'scene.yaml'), `${SCENE}# changed\n`);
    expect(idsOf(plan(study({ more: 'seeds: 2' })))).not.toEqual(ids);
  });

  it('has the settings of the study, its parameters and its seed', () => {
    const { cases } = plan(study({ more: 'seeds: [4]\nset: { time.duration: 0.5 s }' }));
    expect(cases[1]?.settings).toEqual(['time.duration="0.5 s"', 'variables.drop="20 cm"', 'seed=4']);
  });
});

describe('a study whose scene cannot be read at a point', () => {
  const friction = (values: string): string => `{ friction: { set: materials.glass.friction, values: ${values} } }`;
  it.each([
    [
      { parameters: friction('[0.1, -1]') },
      /study\.yaml:2:25 parameters\.friction: materials\.glass\.friction=-1: .*got -1/,
    ],
    [
      { parameters: '{ height: { values: [1] } }' },
      /parameters\.height: variables\.height=1: there is no variables\.height/,
    ],
    [
      { parameters: '{ drop: { values: [10 cm, 1 kg] } }' },
      /^\S*study\.yaml:2:21 parameters\.drop: variables\.drop="1 kg": \S*scene\.yaml:6:90 bodies\.ball\.position\[2\]: expected a length/,
    ],
    [
      { more: 'set: { variables.drop: 1 kg }', parameters: friction('[0.1]') },
      /^\S*study\.yaml:4:6 set: variables\.drop="1 kg": \S*scene\.yaml:6:90 bodies/,
    ],
    [{ parameters: friction('[0.1]').replace('glass', 'glas') }, /there is no materials\.glas; did you mean glass\?/],
    [
      { more: 'set: { gravty: 1 }' },
      /study\.yaml:4:16 set\.gravty: gravty=1: a scene has no key gravty; did you mean gravity/,
    ],
    [
      { results: '{ e: { column: energy.kinetic } }' },
      /study\.yaml:3:15 results\.e: the tables a and b have this column/,
    ],
    [{ results: '{ e: { column: mass } }' }, /no table of the scene has the column "mass"; there are energy\.kinetic/],
    [{ results: '{ e: { column: energy.kinetic, table: c } }' }, /the scene has no table "c"; there are a, b/],
    [{ results: '{ e: { quantity: region.all.porosity } }' }, /measured from the trajectory; add trajectory/],
    [{ results: '{ e: { quantity: region.all.stress } }' }, /has 9 components; take one: region\.all\.stress\.xx/],
    [{ results: '{ e: { quantity: region.core.mass } }' }, /the scene has no region "core"; there are all/],
    [{ results: '{ e: { column: energy.potential, at: 2 s } }' }, /the run ends at 1 s, before 2 s/],
  ])('is refused by line: %o', (parts, message) => {
    expect(() => plan(study(parts))).toThrow(message);
  });

  it('tells of a path that does not exist once, not for each value', () => {
    const parameters = friction('[0.1, 0.2, 0.3]').replace('glass', 'glas');
    expect(() => plan(study({ parameters }))).toThrow(/^[^\n]*there is no materials\.glas[^\n]*$/);
    expect(() => plan(study({ parameters: friction('[-1, -2]') }))).toThrow(/got -1\n.*got -2/);
  });

  it('names all parameters if only their values together are wrong', () => {
    const both = SCENE.replace('{ drop: 10 cm }', '{ low: 0 cm, high: 1 cm }').replace('5 mm', '=low + high');
    writeFileSync(join(folder, 'scene.yaml'), both.replace('=drop', '0'));
    const parameters = '{ low: { values: [-6 mm] }, high: { values: [5 mm] } }';
    expect(() => plan(study({ parameters }))).toThrow(
      /study\.yaml:2:13 parameters: variables\.low="-6 mm", variables\.high="5 mm": \S*scene\.yaml:6:46 .*got -0\.001 m/,
    );
    expect(() => plan(study({ parameters: parameters.replace('-6', '-4') }))).not.toThrow();
  });

  it('names the scene file and its line if the scene itself is wrong', () => {
    writeFileSync(join(folder, 'scene.yaml'), SCENE.replace('duration: 1 s', 'duration: 1 m'));
    expect(() => plan(study())).toThrow(/scene\.yaml:1:19 time\.duration: expected a time, got 1 m/);
  });
});
