// SPDX-License-Identifier: MIT
/** `scree/dem`: discrete-element simulations of spheres, clumps, convex bodies and compounds between half-spaces and meshes. Runs in Node; in a browser with one thread. */
export type { MotionSpec } from './bodies/prescribed-motion.ts';
export type { ContactLaw, LawContact, LawForce } from './contact-laws/contact-law.ts';
export { hertzContactTime, linearContactTime, rayleighTime } from './contact-laws/critical-step.ts';
export { type Attraction, dampingRatio, restitutionOf } from './contact-laws/damping-ratio.ts';
export { type ElasticMaterial, effectiveModulus, effectiveShearModulus } from './contact-laws/elastic-pair.ts';
export { SceneError, ScreeError, SimulationError } from './errors.ts';
export type { MeshLoad } from './simulation/meshes.ts';
export type { DeepOverlap } from './simulation/overlap-watch.ts';
export { Simulation } from './simulation/simulation.ts';
export type { SimulationOptions } from './simulation/simulation-options.ts';
export type * from './simulation/simulation-spec.ts';
export {
  type BodyState,
  type BodyView,
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  CONTACT_MESH,
  type ContactView,
  type EnergyBalance,
  type SimulationStatistics,
} from './simulation/simulation-views.ts';
export { type StepCosts, StepTimer } from './simulation/step-costs.ts';
export { loadLaws } from './simulation/user-laws/law-modules.ts';
