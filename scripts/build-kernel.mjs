// SPDX-License-Identifier: MIT
// Compiles the kernel text (src/kernel/*.ts) with AssemblyScript to WebAssembly and inlines the bytes in an ES module.
// memory.ts and vertex-scan.ts have AssemblyScript texts of their own: the memory's class and the SIMD scan.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble, bytesModule } from './kernel/assemble.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src/kernel');
const asText = (name) => readFileSync(join(root, 'scripts/kernel', name), 'utf8');

const bytes = await assemble({
  source,
  entries: {
    'contact-pair': ['contactPair', 'intersectsPair', 'writeResult'],
    batch: ['contactPairs', 'firstUnfitPose'],
    'flat-contact': ['flatContact'],
    support: ['supportVertex'],
    'portable-pow': ['portablePow'],
    'superquadric-function': [
      'superquadricFunction',
      'superquadricFunctionDerivatives',
      'superquadricGauge',
      'superquadricGaugeDerivatives',
    ],
    'superquadric-newton': ['superquadricNewton'],
    'superquadric-segment': ['superquadricSegment'],
    'peng-hanley': ['pengHanley', 'pengHanleyPairs'],
    'sphere-mesh': ['sphereMeshContacts'],
    'near-facets': ['nearFacets'],
    'overlap-volume': ['overlapVolume'],
    'facets-in-box': ['facetsInBox'],
  },
  ownText: { 'memory.ts': asText('prelude.as'), 'vertex-scan.ts': asText('vertex-scan.as') },
  notKernelText: new Set(['wasm-kernel.ts', 'kernel.ts']),
});
mkdirSync(join(source, 'generated'), { recursive: true });
writeFileSync(join(source, 'generated/wasm-bytes.ts'), bytesModule({ WASM_BASE64: bytes }, 'scripts/build-kernel.mjs'));
console.log(`kernel: ${bytes.length} bytes of WebAssembly`);
