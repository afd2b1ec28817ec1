// SPDX-License-Identifier: MIT
/** The key `bonds` of a scene: numbers with units, and errors with their line. */
import { expect, it } from 'vitest';
import { readScene } from './read-scene.ts';

const scene = (bonds: string): string => `
title: bonded balls
time: { duration: 1 ms, timeStep: 1 us }
gravity: [0, 0, 0]
materials: { rock: { density: 2500 kg/m3, youngsModulus: 1 GPa, poissonsRatio: 0.3 } }
law: { normal: hertz }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies:
  - { shape: ball, material: rock, position: [0, 0, 0] }
  - { shape: ball, material: rock, position: [10 mm, 0, 0] }
bonds:
  cement: ${bonds}
`;

const problem = (bonds: string) => () => readScene(scene(bonds), { file: 'a' });

it('bonds are read with their units', () => {
  const read = problem('{ youngsModulus: 1 GPa, tensileStrength: 1 MPa, damping: 0.1, at: 1 ms }')();
  expect(JSON.stringify(read)).toContain(
    '"bonds":[{"name":"cement","at":0.001,"youngsModulus":1000000000,"tensileStrength":1000000,"damping":0.1}]',
  );
});

it('wrong bonds are refused by line', () => {
  expect(problem('{ tensileStrength: 1 MPa }')).toThrow(/a:12:11 bonds\.cement: expected either youngsModulus/);
  expect(problem('{ youngsModulus: 1 GPa, damping: 2 }')).toThrow(/a:12:\d+ bonds\.cement\.damping/);
  expect(problem('{ youngsModulus: 1 GPa, between: [rock, sand] }')).toThrow(/a:12:\d+ bonds\.cement\.between\[1\]/);
  expect(problem('{ youngsModulus: 1 GPa, walls: [floor] }')).toThrow(/a:12:\d+ bonds\.cement\.walls\[0\]: expected/);
  expect(problem('{ youngsModulus: 1 GPa, groups: [grains] }')).toThrow(
    /a:12:\d+ bonds\.cement\.groups\[0\]: unknown bodies "grains"; give bodies as a mapping with names/,
  );
  expect(problem('{ youngsModulus: 1 GPa, list: [[0, 1]], gap: 1 mm }')).toThrow(
    /a:12:\d+ bonds\.cement\.gap: expected nothing with list/,
  );
  expect(problem('{ youngsModulus: 1 GPa, bendingStrength: 1 MPa }')).toThrow(
    /a:12:\d+ bonds\.cement\.bendingStrength: expected nothing without criterion sum/,
  );
});

it('groups name entries and single bodies of a lattice; those of an insertion are refused with the alternative', () => {
  const named = (groups: string) =>
    readScene(
      scene(`{ youngsModulus: 1 GPa, groups: ${groups} }`).replace(
        / {2}- { shape: ball, material: rock, position: \[0, 0, 0\] }\n.*\n/,
        '  root: { shape: ball, material: rock, position: [0, 0, 5 cm] }\n' +
          '  beam: { shape: ball, material: rock, position: [0, 0, 0], lattice: { count: [9, 1, 1], spacing: 1 cm } }\n' +
          'insertions:\n' +
          '  rain: { shapes: [{ shape: ball, material: rock }], region: { sphere: { centre: [0, 0, 1], radius: 1 } }, count: 1 }\n',
      ),
      { file: 'a' },
    ).simulation.bonds?.[0]?.groups;
  expect(named('[beam]')).toEqual([[[1, 10]]]);
  expect(named('["beam[8]", root]')).toEqual([[[9, 10]], [[0, 1]]]);
  expect(() => named('["beam[9]"]')).toThrow('unknown bodies "beam[9]"; there are root, beam');
  expect(() => named('[rain]')).toThrow(
    'bonds.cement.groups[0]: "rain" is an insertion, whose bodies are not there when the scene is read; give them a ' +
      'material of their own and bond that with between',
  );
});
