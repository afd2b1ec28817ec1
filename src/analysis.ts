// SPDX-License-Identifier: MIT
/**
 * `scree/analysis`: bulk quantities of simulations: stress, fabric, packing, coordination, flow, mixing, force chains.
 */

export type { AngleOfRepose, Flank, NoAngle } from './analysis/angle-of-repose.ts';
export type { Bulk } from './analysis/bulk.ts';
export type { Coordination } from './analysis/coordination.ts';
export type { Fabric } from './analysis/fabric.ts';
export { chainPoints, type ForceChains, forceChains } from './analysis/force-chains.ts';
export { type FrameFragments, frameFragments } from './analysis/frame-fragments.ts';
export type { AnalysedBodies, AnalysedContacts, GranularState } from './analysis/granular-state.ts';
export type { HeapOptions, SurfaceProfile } from './analysis/heap.ts';
export { type ColumnMean, columnMean, type LinearFit, linearFit } from './analysis/linear-fit.ts';
export type { Mixing, MixingOptions } from './analysis/mixing-index.ts';
export type { Packing } from './analysis/packing.ts';
export { type Crossings, type FlowState, PlaneFlow, type PlaneSpec } from './analysis/plane-flow.ts';
export { type AnalysisRegion, type AnalysisRegionSpec, analysisRegion } from './analysis/region.ts';
export {
  Measured,
  type MeasuredRegion,
  REGION_QUANTITIES,
  type RegionQuantity,
  regionComponents,
  regionQuantityUnit,
} from './analysis/region-quantities.ts';
export {
  SECTION_QUANTITIES,
  type Section,
  type SectionGrid,
  type SectionQuantity,
  sectionAxes,
  sectionGrid,
  sectionState,
  trajectoryKinds,
} from './analysis/section-grid.ts';
export { measure, present } from './analysis/simulation-state.ts';
export { type Slice, type SliceAxis, slices } from './analysis/slices.ts';
export { deviator, pressure, type Stress, type Tensor, totalStress } from './analysis/stress.ts';
