// SPDX-License-Identifier: MIT
// Compiles the step kernel's text (src/step-kernel) to WebAssembly twice, for private and for shared memory, and
// inlines the bytes in an ES module. memory-views.ts, hit-forces.ts and two-touches.ts have AssemblyScript texts of
// their own: the memory's class, and contacts two at a time.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import binaryen from 'binaryen';
import { assemble, bytesModule } from './kernel/assemble.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src/step-kernel');
const asText = (name) => readFileSync(join(root, 'scripts/kernel', name), 'utf8');
/** Pages of 64 KiB that a memory may grow to: all that 32-bit addresses reach. */
const MOST_PAGES = 65536;

const text = {
  source,
  entries: {
    'sort-elements': ['sortShare', 'orderElements', 'endSort'],
    rows: ['makeRows'],
    slots: ['linkSlots'],
    'pair-loop': ['pairsHertzMindlin', 'pairsLinear', 'pairsAnyLaw', 'pairsAnyElement'],
    'touch-writer': [
      'beginTouches',
      'beginFinder',
      'openElement',
      'appendTouch',
      'inheritTouch',
      'inheritByKeys',
      'endTouches',
      'releaseTouches',
      'endOldTouches',
      'keepTouches',
    ],
    'nearest-history': ['inheritNearest'],
    'convex-pairs': ['beginConvexPairs', 'gatherConvexPairs', 'keepConvexPairs', 'noteGap'],
    'convex-touches': ['writeConvexTouches'],
    'touch-forces': ['touchForces', 'touchRecord'],
    'touch-order': ['listTouches', 'moveTouches'],
    integrate: ['integrateBlock'],
    'integrate-clumps': ['integrateClumps', 'placeClump'],
    'probe-forces': ['beginProbe', 'probeBlock', 'contactRecords'],
    'kinetic-energy': ['sumEnergies'],
    bonds: ['bondForces', 'gatherBonds', 'gatherWallBonds'],
    'fields/field-loads': ['fieldLoads', 'fieldBodyLoads', 'probeFields'],
  },
  ownText: {
    'memory-views.ts': asText('step-prelude.as'),
    'hit-forces.ts': asText('hit-forces.as'),
    'two-touches.ts': asText('two-touches.as'),
    'two-contacts.ts': asText('two-contacts.as'),
  },
  notKernelText: new Set(['step-kernel.ts']),
};
const plain = await assemble({ ...text, flags: ['--maximumMemory', `${MOST_PAGES}`] });
const shared = await assemble({
  ...text,
  flags: ['--sharedMemory', '--enable', 'threads', '--maximumMemory', `${MOST_PAGES}`],
  features: binaryen.Features.Atomics,
});
mkdirSync(join(source, 'generated'), { recursive: true });
writeFileSync(
  join(source, 'generated/wasm-bytes.ts'),
  bytesModule({ STEP_WASM_BASE64: plain, STEP_WASM_SHARED_BASE64: shared }, 'scripts/build-step-kernel.mjs'),
);
console.log(`step kernel: ${plain.length} bytes of WebAssembly, twice`);
