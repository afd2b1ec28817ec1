// SPDX-License-Identifier: MIT
/** The kernel's scratch memory is laid out by hand: no region may overlap another. */
import { describe, expect, it } from 'vitest';
import * as layout from './layout.ts';

/** First cell and number of cells of every region of scratch; integers count half a cell. */
const REGIONS: Readonly<Record<string, readonly [first: number, cells: number]>> = {
  edgeCandidate: [layout.EDGE_CANDIDATE, 6],
  portablePow: [8, 1],
  faceCandidate: [layout.FACE_CANDIDATE, 6],
  pair: [layout.PAIR_A / 2, 4],
  relative: [layout.RELATIVE, 12],
  rotationA: [layout.ROTATION_A, 9],
  originA: [layout.ORIGIN_A, 3],
  scale: [layout.SCALE, 1],
  rounding: [layout.ROUNDING, 1],
  stopDistance: [layout.STOP_DISTANCE, 1],
  placement: [layout.PLACEMENT, 1],
  separation: [layout.SEPARATION, 3],
  support: [layout.SUPPORT, 7],
  localPoint: [layout.LOCAL_POINT, 3],
  closest: [layout.CLOSEST, 3],
  simplex: [layout.SIMPLEX, 32],
  simplexCount: [layout.SIMPLEX_COUNT / 2, 3],
  core: [layout.CORE, 9],
  coreCodes: [layout.CORE_CODES / 2, 3],
  weights: [layout.WEIGHTS, 3],
  best: [layout.BEST, 7],
  lineA: [layout.LINE_A, 3],
  featureSpread: [layout.FEATURE_SPREAD, 1],
  featureLoose: [layout.FEATURE_LOOSE, 1],
  featureA: [layout.FEATURE_A / 2, (layout.FEATURE_LIMIT + 2) / 2],
  featureB: [layout.FEATURE_B / 2, (layout.FEATURE_LIMIT + 2) / 2],
  faces: [layout.FACE_A / 2, 1],
  patchCount: [layout.PATCH_COUNT / 2, 1],
  patch: [layout.PATCH, 2 * layout.PATCH_BUFFER],
  patchAxes: [layout.PATCH_AXES, 6],
  lineB: [layout.LINE_B, 3],
  corePointB: [layout.CORE_POINT_B, 3],
  epaVertices: [layout.EPA_VERTICES, 8 * layout.EPA_VERTEX_LIMIT],
  epaFaces: [layout.EPA_FACES, 8 * layout.EPA_FACE_LIMIT],
  epaFree: [layout.EPA_FREE / 2, layout.EPA_FACE_LIMIT / 2],
  epaHorizon: [layout.EPA_HORIZON / 2 - 2, (layout.EPA_REMOVED - layout.EPA_HORIZON) / 2 + 2],
  epaRemoved: [layout.EPA_REMOVED / 2, (layout.EPA_STACK - layout.EPA_REMOVED) / 2],
  epaDistances: [layout.EPA_DISTANCES, layout.EPA_FACE_LIMIT],
  bestPointB: [layout.BEST_POINT_B, 3],
  offered: [layout.OFFERED, 6],
  supportValue: [layout.SUPPORT_VALUE, 1],
  climbAbove: [layout.CLIMB_ABOVE / 2, 4],
  gapDirection: [layout.GAP_DIRECTION, 3],
  knownWarm: [layout.KNOWN_WARM / 2, 2],
  kept: [layout.KEPT, 3],
  tried: [layout.TRIED, 3],
  superquadricNorms: [layout.SUPERQUADRIC_NORMS, 16],
  superquadricDerivatives: [layout.SUPERQUADRIC_DERIVATIVES, 10],
  superquadricParameters: [layout.SUPERQUADRIC_PARAMETERS, 10],
  superquadricSegment: [layout.SUPERQUADRIC_SEGMENT, 4],
  superquadricBodies: [layout.SUPERQUADRIC_BODIES, 10],
  superquadricForms: [layout.SUPERQUADRIC_FORMS, 10],
  superquadricFrame: [layout.SUPERQUADRIC_FRAME, 12],
  superquadricMetric: [layout.SUPERQUADRIC_METRIC, 6],
  superquadricLocal: [layout.SUPERQUADRIC_LOCAL, 10],
  superquadricTerms: [layout.SUPERQUADRIC_TERMS, 20],
  superquadricPoint: [layout.SUPERQUADRIC_POINT, 9],
  superquadricQuadratic: [layout.SUPERQUADRIC_QUADRATIC, 21],
  superquadricAnswer: [layout.SUPERQUADRIC_ANSWER, 23],
  superquadricNormal: [layout.SUPERQUADRIC_NORMAL, 3],
  superquadricTrace: [layout.SUPERQUADRIC_TRACE, 6 * layout.SUPERQUADRIC_TRACE_LIMIT],
  ownCache: [layout.OWN_CACHE, layout.CACHE_STRIDE],
  pengHanley: [layout.PENG_HANLEY_POINT, 12],
  pengHanleyLower: [layout.PENG_HANLEY_LOWER, 2],
  pengHanleyEdge: [layout.PENG_HANLEY_EDGE / 2, 2],
  pengHanleyCounts: [layout.PENG_HANLEY_FACE / 2, 1],
  pengHanleySteps: [layout.PENG_HANLEY_STEPS, 8 * (layout.PENG_HANLEY_LIMIT + 1)],
  gaugeNorm: [layout.GAUGE_NORM, 7],
  smoothA: [layout.SMOOTH_A, 12],
  smoothB: [layout.SMOOTH_B, 12],
  smoothAxes: [layout.SMOOTH_AXES, 6],
  smoothEdge: [layout.SMOOTH_EDGE, 3],
  smoothCorner: [layout.SMOOTH_CORNER, 3],
  smoothFeature: [layout.SMOOTH_FEATURE / 2, 2],
  shrink: [layout.SHRINK_A, 2],
  newtonOff: [layout.NEWTON_OFF / 2, 1],
  superellipse: [layout.SUPERELLIPSE, 8],
  chartA: [layout.CHART_A, layout.CHART_STRIDE],
  chartB: [layout.CHART_B, layout.CHART_STRIDE],
  chartSystem: [layout.CHART_SYSTEM, 20],
  chartStep: [layout.CHART_STEP, 4],
  chartOrder: [layout.CHART_ORDER / 2, 2],
};

describe('the scratch memory', () => {
  it('has no regions that overlap, and ends before the heap', () => {
    const sorted = Object.entries(REGIONS).sort(([, [a]], [, [b]]) => a - b);
    for (let i = 1; i < sorted.length; i++) {
      const [before, [first, cells]] = sorted[i - 1] as [string, [number, number]];
      const [after, [start]] = sorted[i] as [string, [number, number]];
      expect(first + cells, `${before} runs into ${after}`).toBeLessThanOrEqual(start);
    }
    const [, [first, cells]] = sorted.at(-1) as [string, [number, number]];
    expect(first + cells).toBeLessThanOrEqual(layout.HEAP);
  });
});
