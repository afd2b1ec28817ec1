// SPDX-License-Identifier: MIT
/** Writes docs/reference/scene.md from the built schema. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';
import { sceneReference } from './scene-reference.mjs';

const { annotatedSceneSchema } = await import('../dist/scene/schema/json-schema.js');
writeFileSync(join(ROOT, 'docs/reference/scene.md'), sceneReference(annotatedSceneSchema()));
