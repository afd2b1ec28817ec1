// SPDX-License-Identifier: MIT
/** The entries of the kernel, and the two ways to run the one text: as TypeScript, and as WebAssembly where it can be had. */
import { contactPairs, firstUnfitPose } from './batch.ts';
import { contactPair, intersectsPair, writeResult } from './contact-pair.ts';
import { facetsInBox } from './facets-in-box.ts';
import { flatContact } from './flat-contact.ts';
import { nearFacets } from './near-facets.ts';
import { overlapVolume } from './overlap-volume.ts';
import { pengHanley, pengHanleyPairs } from './peng-hanley.ts';
import { portablePow } from './portable-pow.ts';
import { sphereMeshContacts } from './sphere-mesh.ts';
import {
  superquadricFunction,
  superquadricFunctionDerivatives,
  superquadricGauge,
  superquadricGaugeDerivatives,
} from './superquadric-function.ts';
import { superquadricNewton } from './superquadric-newton.ts';
import { superquadricSegment } from './superquadric-segment.ts';
import { supportVertex } from './support.ts';
import { wasmKernel } from './wasm-kernel.ts';

export interface Kernel {
  readonly contactPair: typeof contactPair;
  readonly contactPairs: typeof contactPairs;
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
  readonly facetsInBox: typeof facetsInBox;
}

export const typescriptKernel: Kernel = {
  contactPair,
  contactPairs,
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
  facetsInBox,
};

/** The faster of the two that this platform has. */
export const kernel: Kernel = wasmKernel ?? typescriptKernel;
export { wasmKernel };
