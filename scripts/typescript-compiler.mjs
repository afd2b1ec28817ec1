// SPDX-License-Identifier: MIT
/**
 * The compiler of TypeScript 7, which is a native program and takes a quarter of the time of the one before. That one
 * is installed beside it for the scripts and tests that read syntax trees: 7 has no stable programming interface.
 */
import { join } from 'node:path';
import { ROOT } from './build-stamp.mjs';

/** A script for Node; there once the packages are installed. */
export const TYPESCRIPT = join(ROOT, 'node_modules/typescript-7/bin/tsc');
