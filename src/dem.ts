// SPDX-License-Identifier: MIT
/**
 * `scree/dem`: discrete-element simulations of spheres, clumps, convex bodies and compounds between half-spaces and
 * meshes, and event-driven ones with error control. Runs in Node and in a browser; threads take a page that is isolated
 * from others and a worker that asks for the steps.
 */
export type { MotionSpec, MotionTable } from './bodies/prescribed-motion.ts';
export type { BodyIds, BondRule } from './bonds/bond-rule.ts';
export { fragmentSizes, fragmentsOf } from './bonds/fragments.ts';
export { hertzContactTime, linearContactTime, rayleighTime } from './contact-laws/critical-step.ts';
export { type Attraction, dampingRatio, restitutionOf } from './contact-laws/damping-ratio.ts';
export { type ElasticMaterial, effectiveModulus, effectiveShearModulus } from './contact-laws/elastic-pair.ts';
export { type EventLaw, type EventLawSpec, eventLaw } from './contact-laws/event-law.ts';
export { impactDamping, impactRestitution } from './contact-laws/hunt-crossley.ts';
export type { ContactLaw, LawContact, LawForce } from './contact-laws/user-contact-law.ts';
export { SceneError, ScreeError, SimulationError } from './errors.ts';
export type { CrossingOptions } from './events/contact-crossings.ts';
export type { OverflowPolicy } from './events/contact-pairs.ts';
export { type ContactBody, ContactPieces } from './events/contact-pieces.ts';
export { type ContactEvent, ContactSystem, type ContactWrench } from './events/contact-system.ts';
export type { DistanceQuery } from './events/kept-distances.ts';
export type {
  DragLaw,
  FieldExpression,
  FieldSpec,
  FieldVector,
  FlowGrid,
  FluidSpec,
  RotatingFrameSpec,
} from './fields/field-spec.ts';
export { DormandPrince } from './motion/dormand-prince.ts';
export type {
  ErrorControlOptions as DormandPrinceOptions,
  ErrorControlOptions as RadauOptions,
} from './motion/error-controlled-method.ts';
export type { Tolerances } from './motion/error-weights.ts';
export type { StormLimits } from './motion/event-storm.ts';
export { FREE_BODY_STRIDE, FreeBodies, type FreeBody } from './motion/free-bodies.ts';
export { type Advance, type Crossing, Integration, type IntegrationOptions } from './motion/integration.ts';
export type { FailureKind, IntegrationFailure } from './motion/integration-failure.ts';
export type {
  BodyLoads,
  BodyMotion,
  ConstrainedMechanicalSystem,
  MechanicalSystem,
} from './motion/mechanical-system.ts';
export type { ImplicitSystem, OdeSystem, ZeroCrossings } from './motion/ode-system.ts';
export type { OneStepMethod, StepStatistics } from './motion/one-step-method.ts';
export { Radau } from './motion/radau.ts';
export type * from './multibody/joint-spec.ts';
export { JOINT_KINDS, WORLD } from './multibody/joint-spec.ts';
export type { JointState } from './multibody/joint-state.ts';
export { JointTree, type TreeBody, type TreeJoint } from './multibody/joint-tree.ts';
export { type MultibodyOptions, MultibodySystem } from './multibody/multibody-system.ts';
export type { PointSpring, PointSpringState } from './multibody/point-springs.ts';
export type { HarmonicSpec, MotionFunctionSpec, TimeFunctionSpec } from './multibody/time-function.ts';
export { bodyCount, eachBody } from './simulation/bodies/body-groups.ts';
export type { BondBreak, BondView } from './simulation/bonds/bonds.ts';
export {
  type BondChange,
  type ChangePoint,
  changedSpec,
  type MaterialChange,
  type OutletChange,
  type SimulationChange,
  type WallChange,
} from './simulation/changes/simulation-change.ts';
export { type EventSceneSpec, eventSpecOf } from './simulation/event-driven/event-scene.ts';
export {
  type EventBodyState,
  type EventRunEnd,
  EventSimulation,
  type EventStatistics,
  type LimitEvent,
} from './simulation/event-driven/event-simulation.ts';
export type {
  EventBodySpec,
  EventPairSpec,
  EventSimulationSpec,
} from './simulation/event-driven/event-simulation-spec.ts';
export { EventView } from './simulation/event-driven/event-view.ts';
export type { StepBodies, StepHook } from './simulation/fields/program-forces.ts';
export { fillRegions } from './simulation/filling/fill.ts';
export type { FilledRegion, FillOptions, FillProgress } from './simulation/filling/fill-regions.ts';
export { Simulation } from './simulation/simulation.ts';
export type * from './simulation/simulation-spec.ts';
export type { SimulationOptions } from './simulation/simulation-spec.ts';
export type { CarriedState } from './simulation/state/carried-state.ts';
export type { RestoreOptions } from './simulation/state/state-container.ts';
export { setStepWorkerUrl } from './simulation/threads/page-thread-script.ts';
export { type StepCosts, StepTimer } from './simulation/time-loop/step-costs.ts';
export type { BentContact } from './simulation/tunnelling/bend-watch.ts';
export type { DeepOverlap } from './simulation/tunnelling/overlap-watch.ts';
export { loadLaws } from './simulation/user-laws/law-modules.ts';
export {
  type BodyState,
  type BodyView,
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  CONTACT_MESH,
  type ContactView,
  type EnergyBalance,
  type SimulationStatistics,
} from './simulation/views/simulation-views.ts';
export type { MeshLoad } from './simulation/walls/meshes.ts';
export { shapeWall } from './simulation/walls/shape-wall.ts';
