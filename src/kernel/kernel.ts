// SPDX-License-Identifier: MIT
/** Entries of the kernel, and its two builds: TypeScript, and WebAssembly when and where available. */

import { portablePow } from './arithmetic/portable-pow.ts';
import { contactPairs, firstUnfitPose } from './batch.ts';
import { contactPair, intersectsPair, writeResult } from './contact-pair.ts';
import { flatContact } from './features/flat-contact.ts';
import { bodyMesh } from './mesh/body-mesh.ts';
import { bodyOnPlane } from './mesh/body-on-plane.ts';
import { facetsInBox } from './mesh/facets-in-box-kernel.ts';
import { flatOnFace, flatPatch } from './mesh/flat-on-face.ts';
import { nearFacets } from './mesh/near-facets-kernel.ts';
import { sphereMeshContacts } from './mesh/sphere-mesh.ts';
import { overlapVolume } from './overlap/overlap-volume-kernel.ts';
import { meshField } from './pressure-field/mesh-field-kernel.ts';
import { pressureField, pressureInStep } from './pressure-field/pressure-field-kernel.ts';
import { pengHanley, pengHanleyPairs } from './superquadric/peng-hanley-kernel.ts';
import {
  superquadricFunction,
  superquadricFunctionDerivatives,
  superquadricGauge,
  superquadricGaugeDerivatives,
} from './superquadric/superquadric-function.ts';
import { superquadricNewton } from './superquadric/superquadric-newton-kernel.ts';
import { superquadricSegment } from './superquadric/superquadric-segment.ts';
import { supportVertex } from './support/support.ts';
import { answerTouchBatch } from './touch-batch.ts';
import { bodyOnWall } from './walls/body-on-wall.ts';
import { kernelLoaded, wasmKernel } from './wasm-kernel.ts';

export interface Kernel {
  readonly contactPair: typeof contactPair;
  readonly contactPairs: typeof contactPairs;
  readonly answerTouchBatch: typeof answerTouchBatch;
  readonly firstUnfitPose: typeof firstUnfitPose;
  readonly flatContact: typeof flatContact;
  readonly intersectsPair: typeof intersectsPair;
  readonly writeResult: typeof writeResult;
  readonly supportVertex: typeof supportVertex;
  readonly portablePow: typeof portablePow;
  readonly superquadricFunction: typeof superquadricFunction;
  readonly superquadricFunctionDerivatives: typeof superquadricFunctionDerivatives;
  readonly superquadricGauge: typeof superquadricGauge;
  readonly superquadricGaugeDerivatives: typeof superquadricGaugeDerivatives;
  readonly superquadricNewton: typeof superquadricNewton;
  readonly superquadricSegment: typeof superquadricSegment;
  readonly pengHanley: typeof pengHanley;
  readonly pengHanleyPairs: typeof pengHanleyPairs;
  readonly sphereMeshContacts: typeof sphereMeshContacts;
  readonly nearFacets: typeof nearFacets;
  readonly overlapVolume: typeof overlapVolume;
  readonly pressureField: typeof pressureField;
  readonly pressureInStep: typeof pressureInStep;
  readonly meshField: typeof meshField;
  readonly facetsInBox: typeof facetsInBox;
  readonly bodyOnPlane: typeof bodyOnPlane;
  readonly bodyMesh: typeof bodyMesh;
  readonly flatOnFace: typeof flatOnFace;
  readonly flatPatch: typeof flatPatch;
  readonly bodyOnWall: typeof bodyOnWall;
}

export const typescriptKernel: Kernel = {
  contactPair,
  contactPairs,
  answerTouchBatch,
  firstUnfitPose,
  flatContact,
  intersectsPair,
  writeResult,
  supportVertex,
  portablePow,
  superquadricFunction,
  superquadricFunctionDerivatives,
  superquadricGauge,
  superquadricGaugeDerivatives,
  superquadricNewton,
  superquadricSegment,
  pengHanley,
  pengHanleyPairs,
  sphereMeshContacts,
  nearFacets,
  overlapVolume,
  pressureField,
  pressureInStep,
  meshField,
  facetsInBox,
  bodyOnPlane,
  bodyMesh,
  flatOnFace,
  flatPatch,
  bodyOnWall,
};

/** Entries for pairs of shapes. A program gets the text of what its queries name, not of the whole kernel. */
export const PAIR_TEXT = { contactPair, intersectsPair, supportVertex, writeResult };
export type PairKernel = typeof PAIR_TEXT;

/** The same and batches of pairs. */
export const BATCH_TEXT = { contactPair, contactPairs, firstUnfitPose, writeResult };
export type BatchKernel = typeof BATCH_TEXT;

/** The faster build that is there now, of which the program needs the entries of `text`. */
export function fastestKernel<Entries extends Partial<Kernel>>(text: Entries): Entries {
  // Loaded once, and not asked again: a query calls this.
  if (wasmKernel === undefined) void kernelLoaded();
  return (wasmKernel as Entries | undefined) ?? text;
}

export { wasmKernel };
