// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { modulePath, profiled, stageOf, summariseProfile } from './step-profile.ts';

const kernel = (functionName: string) => ({ functionName, url: 'wasm://wasm/1', lineNumber: 0 });
const script = (path: string) => ({ functionName: 'find', url: `file:///home/mesh/dist/${path}`, lineNumber: 9 });

describe('the profile of a step', () => {
  it('assigns kernel functions and JavaScript modules to stages', () => {
    expect(stageOf('rows/makeRows')).toBe('neighbour-list rebuild');
    expect(stageOf('simulation/neighbour-list/rebuild.js')).toBe('neighbour-list rebuild');
    expect(stageOf('superquadric/superquadric-pair/writeTerms')).toBe('pairs: curved bodies');
    expect(stageOf('simulation/touches/convex-finder.js')).toBe('pairs: lists and results');
    expect(stageOf('simulation/touches/body-mesh-finder.js')).toBe('mesh queries');
    expect(stageOf('touch-forces/touchForces')).toBe('forces');
    expect(stageOf('integrate-clumps/integrateClumps')).toBe('motion');
    expect(stageOf('support/support/support')).toBeUndefined();
  });

  it('finds the module of a function by the comment before it in a bundle, otherwise by its file', () => {
    const bundle = ['// dist/a/first.js', 'one', '// dist/b/second.js', 'two', 'three'];
    const frame = { functionName: 'f', url: 'file:///p/dist/chunks/c.js', lineNumber: 4 };
    expect(modulePath(frame, () => bundle)).toBe('b/second.js');
    expect(modulePath({ ...frame, lineNumber: 1 }, () => bundle)).toBe('a/first.js');
    expect(modulePath(frame, () => [])).toBe('chunks/c.js');
  });

  it('counts shared functions for their caller, queries of a mesh for the mesh, and leaves the profiler out', () => {
    const nodes = [
      { id: 1, callFrame: { functionName: '(root)', url: '', lineNumber: -1 }, children: [2, 5, 8, 9] },
      { id: 2, callFrame: script('simulation/touches/convex-finder.js'), children: [3] },
      { id: 3, callFrame: kernel('gjk/gjk/gjk'), children: [4] },
      { id: 4, callFrame: kernel('support/support/support') },
      { id: 5, callFrame: script('simulation/touches/body-mesh-finder.js'), children: [6] },
      { id: 6, callFrame: kernel('gjk/gjk/gjk'), children: [7] },
      { id: 7, callFrame: kernel('support/support/support') },
      { id: 8, callFrame: script('simulation/simulation.js') },
      { id: 9, callFrame: { functionName: 'post', url: 'node:inspector', lineNumber: 0 }, children: [10] },
      { id: 10, callFrame: { functionName: 'dispatch', url: '', lineNumber: -1 } },
    ];
    const samples = [2, 3, 4, 5, 6, 7, 8, 9, 10];
    const timeDeltas = [10, 20, 30, 5, 5, 10, 20, 1000, 1000];
    const { stages, functions } = summariseProfile({ nodes, samples, timeDeltas }, () => []);
    expect(stages).toEqual([
      { stage: 'mesh queries', share: 0.2 },
      { stage: 'pairs: lists and results', share: 0.1 },
      { stage: 'pairs: GJK', share: 0.5 },
      { stage: 'other', share: 0.2 },
    ]);
    expect(functions[0]).toEqual({ name: 'support/support/support', share: 0.4 });
  });

  it('comes from the profiler of this process', () => {
    let sum = 0;
    const { stages } = profiled(() => {
      for (let k = 0; k < 3e6; k++) sum += Math.sqrt(k);
    });
    expect(sum).toBeGreaterThan(0);
    expect(stages.reduce((total, { share }) => total + share, 0)).toBeCloseTo(1, 9);
  });
});
