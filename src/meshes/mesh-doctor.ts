// SPDX-License-Identifier: MIT
/** The mesh doctor: finds and repairs defects of a mesh. Each check is one file in `doctor/`. */
export { type ExamineOptions, examineMesh } from './doctor/examine.ts';
export { SLIVER_RATIO } from './doctor/facet-flaws.ts';
export { type MendedMesh, type MendOptions, type MeshChanges, mendMesh } from './doctor/mend.ts';
export type { FindingKind, MeshFinding, MeshReport, Severity, ShellReport, UnitGuess } from './doctor/mesh-report.ts';
