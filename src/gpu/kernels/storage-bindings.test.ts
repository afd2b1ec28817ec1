// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { convexTexts } from '../convex/convex-programs.ts';
import { sphereTexts } from '../spheres/sphere-programs.ts';
import type { ConvexForm } from './convex-prelude.ts';
import type { KernelForm } from './prelude.ts';

/** Storage buffers of a kernel that every adapter binds (WebGPU, section 3.6.2, maxStorageBuffersPerShaderStage). */
const EVERY_ADAPTER = 8;

/** With all that a scene can have. */
const FORM: KernelForm = {
  maskWords: 1,
  partners: 22,
  contacts: 13,
  levels: 3,
  halfSpaces: 3,
  hasTurningWalls: true,
  meshes: 2,
  shapeWalls: [1],
  materials: 2,
  law: undefined,
  isDamped: true,
  hasAccounts: true,
  isTurning: true,
  regions: 2,
  travelLimit: 1,
  isPacked: true,
  clumps: 3,
};

const CONVEX: ConvexForm = {
  ...FORM,
  levels: 0,
  clumps: undefined,
  points: 8,
  edges: 30,
  corners: 6,
  faces: 20,
  hasPolyhedra: true,
  arePolyhedra: false,
  areBoxes: false,
  hasSmooth: true,
  hasSuperquadrics: true,
  hasSwept: true,
  hasSuperquadricCores: true,
};

function storageBuffers(text: string): string[] {
  return [...text.matchAll(/var<storage, read(?:_write)?> (\w+)/g)].map(([, name = '']) => name);
}

describe('kernels', () => {
  it.each([
    ['spheres and clumps', sphereTexts(FORM, () => true)],
    ['spheres in rows of one size', sphereTexts({ ...FORM, levels: 0, clumps: undefined, maskWords: 3 }, () => true)],
    ['spheres in walls without facets', sphereTexts({ ...FORM, shapeWalls: [0, 1] }, () => true)],
    ['convex bodies', convexTexts(CONVEX)],
    ['boxes', convexTexts({ ...CONVEX, areBoxes: true })],
    ['convex bodies in walls without facets', convexTexts({ ...CONVEX, shapeWalls: [0, 1] })],
  ] as const)('of %s bind no more storage buffers than every adapter has', (_, texts) => {
    expect(texts.length).toBeGreaterThan(20);
    for (const [name, text] of texts) {
      const names = storageBuffers(text);
      expect(names.length, `${name}: ${names.join(', ')}`).toBeLessThanOrEqual(EVERY_ADAPTER);
    }
  });
});
