// SPDX-License-Identifier: MIT
/**
 * The mesh doctor: what is wrong with a mesh, where, and what can be mended. The questions it asks are one file each in
 * `doctor/`.
 */
export { type ExamineOptions, examineMesh } from './doctor/examine.ts';
export { SLIVER_RATIO } from './doctor/facet-flaws.ts';
export { type MendedMesh, type MendOptions, type MeshChanges, mendMesh } from './doctor/mend.ts';
export type { FindingKind, MeshFinding, MeshReport, Severity, ShellReport, UnitGuess } from './doctor/mesh-report.ts';
