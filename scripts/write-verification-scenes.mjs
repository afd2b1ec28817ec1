// SPDX-License-Identifier: MIT
/** Writes the scene files and drawings in src/verification from the built modules. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';
import { verificationScenes } from './verification-scenes.mjs';

const modules = await Promise.all(
  [
    'scene/write-scene',
    'io/obj-writer',
    'verification/double-hierarchy/h2-mixer/mixer-spec',
    'verification/double-hierarchy/h2-mixer/mixer-drawing',
    'verification/report/report-style',
    'verification/epa-simulations/injected-scenes',
  ].map((module) => import(`../dist/${module}.js`)),
);
const files = verificationScenes(Object.assign({}, ...modules));
for (const [path, text] of Object.entries(files)) writeFileSync(join(ROOT, path), text);
