// SPDX-License-Identifier: MIT
/** The studio as it is built, for the tests that serve it; an old build is refused. */
import { join } from 'node:path';
import { requireFresh, STUDIO } from '../../scripts/build-stamp.mjs';
import { ROOT } from '../source-files.ts';

requireFresh([STUDIO]);

export const STUDIO_FOLDER = join(ROOT, STUDIO.output);
