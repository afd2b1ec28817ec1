// SPDX-License-Identifier: MIT
// Compiles the kernel text (src/kernel/**/*.ts) with AssemblyScript to WebAssembly and inlines the bytes in an ES
// module. memory.ts, float-bits.ts, choice.ts and vertex-scan.ts have AssemblyScript texts of their own: memory class,
// bits of numbers, choices without branches and the SIMD scan. pow-tables.ts fills the memory when it is made, in both
// builds.
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
    'touch-batch': ['answerTouchBatch'],
    'features/flat-contact': ['flatContact'],
    'support/support': ['supportVertex'],
    'arithmetic/portable-pow': ['portablePow'],
    'superquadric/superquadric-function': [
      'superquadricFunction',
      'superquadricFunctionDerivatives',
      'superquadricGauge',
      'superquadricGaugeDerivatives',
    ],
    'superquadric/superquadric-newton-kernel': ['superquadricNewton'],
    'superquadric/superquadric-segment': ['superquadricSegment'],
    'superquadric/peng-hanley-kernel': ['pengHanley', 'pengHanleyPairs'],
    'mesh/sphere-mesh': ['sphereMeshContacts'],
    'mesh/near-facets-kernel': ['nearFacets'],
    'overlap/overlap-volume-kernel': ['overlapVolume'],
    'pressure-field/pressure-field-kernel': ['pressureField', 'pressureInStep'],
    'pressure-field/mesh-field-kernel': ['meshField'],
    'mesh/facets-in-box-kernel': ['facetsInBox'],
    'mesh/body-on-plane': ['bodyOnPlane'],
    'mesh/body-mesh': ['bodyMesh'],
    'mesh/flat-on-face': ['flatOnFace', 'flatPatch'],
    'walls/body-on-wall': ['bodyOnWall'],
  },
  ownText: {
    'memory.ts': asText('prelude.as'),
    'arithmetic/float-bits.ts': asText('float-bits.as'),
    'arithmetic/choice.ts': asText('choice.as'),
    'support/vertex-scan.ts': asText('vertex-scan.as'),
  },
  notKernelText: new Set([
    'wasm-kernel.ts',
    'kernel-bytes.ts',
    'kernel-bytes-in-page.ts',
    'later-bytes.ts',
    'kernel.ts',
    'arithmetic/pow-tables.ts',
  ]),
});
mkdirSync(join(source, 'generated'), { recursive: true });
writeFileSync(join(source, 'generated/wasm-bytes.ts'), bytesModule({ WASM_BASE64: bytes }, 'scripts/build-kernel.mjs'));
console.log(`kernel: ${bytes.length} bytes of WebAssembly`);
