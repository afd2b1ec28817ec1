// SPDX-License-Identifier: MIT
/**
 * The scenes as published, and short forms of them that take seconds: larger spheres in the same vessels, shorter,
 * softer grains where the motion is slow.
 */

import { drumScene, impactScene, siloScene } from './published-scenes.ts';
import type { RoundRobinScene } from './round-robin-scene.ts';

export const SHORT_FORMS: readonly RoundRobinScene[] = [
  impactScene(25_000, { coarseness: 2.5, duration: 0.02 }),
  drumScene({ coarseness: 2.5, duration: 0.6, softening: 100 }),
  siloScene('large', 'M1', { coarseness: 2.5, duration: 0.45, softening: 100, count: 3000 }),
];

const PUBLISHED = { coarseness: 1 };

export const FULL_FORMS: readonly RoundRobinScene[] = [
  impactScene(25_000, PUBLISHED),
  impactScene(50_000, PUBLISHED),
  impactScene(100_000, PUBLISHED),
  drumScene(PUBLISHED),
  siloScene('large', 'M1', PUBLISHED),
  siloScene('small', 'M1', PUBLISHED),
  siloScene('large', 'M2', PUBLISHED),
  siloScene('small', 'M2', PUBLISHED),
];
