// SPDX-License-Identifier: MIT
/** `scree/contact`: shapes, and the questions that can be asked of two of them. Runs in Node and in browsers. */
export * from './errors.ts';
export type { PlanarPose, PlanarPoseLike } from './math/planar-pose.ts';
export type { Vector2, Vector2Like } from './math/planar-vector.ts';
export { type Pose, type PoseLike, pose } from './math/pose.ts';
export { fromAxisAngle, type Quaternion } from './math/quaternion.ts';
export type { SymmetricMatrix3 } from './math/symmetric-matrix.ts';
export type { Vector3, Vector3Like } from './math/vector.ts';
export {
  type ConvexDecomposition,
  convexDecomposition,
  type DecompositionOptions,
} from './meshes/convex-decomposition.ts';
export { type ConvexHull, convexHull } from './meshes/convex-hull.ts';
export {
  CONVEX_EDGE,
  COPLANAR_EDGE,
  type CoplanarOptions,
  type CoplanarPatches,
  coplanarPatches,
  edgeKinds,
  MIXED_EDGE,
  OPEN_EDGE,
  REFLEX_EDGE,
} from './meshes/edge-kinds.ts';
export {
  type FacetMesh,
  type FacetMeshOptions,
  type FacetMeshParameters,
  type FlatFacets,
  facetMesh,
} from './meshes/facet-mesh.ts';
export { type Layer, layeredSolid, type OutlinePoint } from './meshes/layered-solid.ts';
export {
  type ExamineOptions,
  examineMesh,
  type FindingKind,
  type MendedMesh,
  type MendOptions,
  type MeshChanges,
  type MeshFinding,
  type MeshReport,
  mendMesh,
  type Severity,
  type ShellReport,
} from './meshes/mesh-doctor.ts';
export { isMeshJson, type MeshJson, meshFromJson, meshToJson } from './meshes/mesh-from-json.ts';
export {
  conveying,
  followingVelocity,
  type GivenVelocity,
  type MeshMotion,
  type MeshVelocity,
  type Oscillating,
  oscillating,
  type Rotating,
  resting,
  rotating,
  surfaceVelocity,
  type Translating,
  translating,
} from './meshes/mesh-motion.ts';
export { type CompoundContactsOptions, compoundContacts, type PieceContact } from './narrow-phase/compound-contacts.ts';
export type { Motion } from './narrow-phase/constant-motion.ts';
export {
  ALGORITHMS,
  type Algorithm,
  type AnswerStep,
  type Contact,
  type ContactOptions,
  type ContactReason,
  type ContactStatus,
  type ContactType,
  contact,
  type ExactStep,
  type FaceStep,
  loadAlgorithms,
  loadWebAssembly,
  type ManifoldPoint,
  type NewtonStep,
  type PlaneStep,
  type PortalStep,
  type SimplexStep,
  type Trace,
  type TracedPoint,
  type TraceStep,
} from './narrow-phase/contact.ts';
export { BATCH_LAYOUT, type ContactBatch, contactBatch } from './narrow-phase/contact-batch.ts';
export { ContactCache } from './narrow-phase/contact-cache.ts';
export { type DistanceOptions, distance } from './narrow-phase/distance.ts';
export {
  featureKey,
  type MatchableContacts,
  type MatchingOptions,
  matchContacts,
} from './narrow-phase/double-hierarchy/contact-matching.ts';
export type { MeshContact, MeshFeature } from './narrow-phase/double-hierarchy/mesh-contact.ts';
export type { MeshContactOptions } from './narrow-phase/double-hierarchy/mesh-contact-options.ts';
export { meshContacts } from './narrow-phase/double-hierarchy/mesh-contacts.ts';
export { addNodalForces, type MeshLoad, meshLoad } from './narrow-phase/double-hierarchy/nodal-forces.ts';
export { nodalWeights } from './narrow-phase/double-hierarchy/nodal-weights.ts';
export {
  MESH_CONTACT_LAYOUT,
  MeshContactList,
  sphereMeshContacts,
} from './narrow-phase/double-hierarchy/sphere-batch.ts';
export { intersects } from './narrow-phase/intersects.ts';
export type { KernelName } from './narrow-phase/kernel-query.ts';
export { type BlockDistance, blockDistance, planarBlockDistance } from './narrow-phase/minkowski/block-distance.ts';
export {
  blockState,
  type ContactState,
  contactState,
  planarBlockState,
  planarContactState,
} from './narrow-phase/minkowski/contact-state.ts';
export {
  planarEntranceBlock,
  planarMinkowskiDifference,
  planarMinkowskiSum,
} from './narrow-phase/minkowski/planar-minkowski.ts';
export {
  entranceBlock,
  minkowskiDifference,
  minkowskiSum,
  type SolidPolyhedron,
} from './narrow-phase/minkowski/polyhedral-minkowski.ts';
export { type ContactPatch, contactPatch } from './narrow-phase/patch/contact-patch.ts';
export {
  type MeshPressureField,
  type MeshPressureOptions,
  meshPressureFields,
} from './narrow-phase/patch/mesh-pressure-fields.ts';
export { hasOverlapArea, type OverlapArea, overlapArea } from './narrow-phase/patch/overlap-area.ts';
export { hasOverlapVolume, type OverlapVolume, overlapVolume } from './narrow-phase/patch/overlap-volume.ts';
export { hasPressureField, type PressureField, pressureField } from './narrow-phase/patch/pressure-field.ts';
export {
  type PlanarContact,
  type PlanarContactOptions,
  type PlanarContactType,
  type PlanarTrace,
  type PlanarTracedPoint,
  type PlanarTraceStep,
  planarContact,
} from './narrow-phase/planar/planar-contact.ts';
export { type Ray, type RayHit, raycast } from './narrow-phase/raycast.ts';
export { ContactResult } from './narrow-phase/reusable-contact.ts';
export {
  type SuperquadricBody,
  type SuperquadricContact,
  type SuperquadricContactOptions,
  superquadricContact,
} from './narrow-phase/superquadric/superquadric-contact.ts';
export {
  IMPACT_TOLERANCE,
  type Impact,
  type TimeOfImpactOptions,
  timeOfImpact,
} from './narrow-phase/time-of-impact.ts';
export { type WallContact, type WallContactOptions, wallContacts } from './narrow-phase/walls/wall-contacts.ts';
export { MeshIndex, meshIndex } from './neighbours/mesh-bins.ts';
export type { BoundingBall } from './shapes/bounding-ball.ts';
export { type Box, type BoxParameters, box } from './shapes/kinds/box.ts';
export { type Capsule, type CapsuleParameters, capsule } from './shapes/kinds/capsule.ts';
export {
  type Compound,
  compound,
  compoundOfPieces,
  type Piece,
  type PieceParameters,
} from './shapes/kinds/compound.ts';
export { type Cone, type ConeParameters, cone } from './shapes/kinds/cone.ts';
export {
  type ConvexPolyhedron,
  type ConvexPolyhedronParameters,
  polyhedron,
} from './shapes/kinds/convex-polyhedron.ts';
export { type Cylinder, type CylinderParameters, cylinder } from './shapes/kinds/cylinder.ts';
export { type Ellipsoid, type EllipsoidParameters, ellipsoid } from './shapes/kinds/ellipsoid.ts';
export { type Facet, type FacetParameters, facet } from './shapes/kinds/facet.ts';
export { type HalfSpace, type HalfSpaceParameters, halfSpace } from './shapes/kinds/half-space.ts';
export { type Point, type PointParameters, point } from './shapes/kinds/point.ts';
export { type Rounded, type RoundedParameters, rounded } from './shapes/kinds/rounded.ts';
export { type Segment, type SegmentParameters, segment } from './shapes/kinds/segment.ts';
export { type Sphere, type SphereParameters, sphere } from './shapes/kinds/sphere.ts';
export { type Superquadric, type SuperquadricParameters, superquadric } from './shapes/kinds/superquadric.ts';
export { type Tablet, type TabletParameters, tablet } from './shapes/kinds/tablet.ts';
export type { MassProperties } from './shapes/mass/mass-properties.ts';
export { type Disc, type DiscParameters, disc } from './shapes/planar/disc.ts';
export { type Ellipse, type EllipseParameters, ellipse } from './shapes/planar/ellipse.ts';
export type { AreaProperties, PlanarBoundingBox, PlanarShape, PlanarShapeKind } from './shapes/planar/planar-shape.ts';
export { planarShapeFromJson } from './shapes/planar/planar-shape-from-json.ts';
export { type Polygon, type PolygonParameters, polygon } from './shapes/planar/polygon.ts';
export { type RoundedPlanar, type RoundedPlanarParameters, roundedPlanar } from './shapes/planar/rounded-planar.ts';
export type { Profile, ProfilePiece, ProfilePoint } from './shapes/profile.ts';
export type {
  BoundingBox,
  ConvexShape,
  ConvexShapeQueries,
  Shape,
  ShapeJson,
  ShapeKind,
  ShapeQueries,
  SweptCore,
} from './shapes/shape.ts';
export { shapeFromJson } from './shapes/shape-from-json.ts';
export type { SurfaceMesh } from './shapes/surface-mesh.ts';
export type { WallOpening, WallShapeSpec, WallSide } from './shapes/walls/wall-shape.ts';
