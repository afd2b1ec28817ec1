// SPDX-License-Identifier: MIT
/** A program that Node gets on its command line, whose threads inherit the options of Node. */
import { describe, expect, it } from 'vitest';
import { ROOT } from '../source-files.ts';
import { runCommand } from '../support/built-program.ts';

const PROGRAM = `
const { Simulation } = await import('./dist/dem.js');
const simulation = new Simulation({
  timeStep: 1e-5,
  gravity: [0, 0, -9.81],
  threads: 2,
  materials: [{ name: 'glass', density: 2500, youngsModulus: 5e7, poissonsRatio: 0.25, restitution: 0.5, friction: 0 }],
  law: { normal: 'hertz', tangential: 'mindlin' },
  shapes: [{ name: 'ball', sphere: { radius: 0.01 } }],
  bodies: [0, 1].map((x) => ({ shape: 'ball', material: 'glass', position: [x, 0, 0] })),
});
simulation.step(10);
console.log(simulation.threads, simulation.time);
simulation.dispose?.();
`;

describe('a simulation with two threads', () => {
  it.each([['--input-type=module'], ['--input-type=commonjs']])('runs in a program after %s --eval', (type) => {
    const text = type.endsWith('module') ? PROGRAM : `(async () => {${PROGRAM}})()`;
    const { status, stdout, stderr } = runCommand(process.execPath, [type, '--eval', text], { cwd: ROOT });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^2 0\.0001/);
  });
});
