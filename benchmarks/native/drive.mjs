// SPDX-License-Identifier: MIT
/**
 * Scree on the pair sets of the native comparison: node drive.mjs DATA SETS [SECONDS] [VARIANT]. Prints one CSV line
 * per variant and set, in the columns of the native drivers (COLUMNS of run.mjs).
 */
import { measureVariant } from '../../dist/bench/cpu-time.js';
import { scoreAnswers } from '../../dist/bench/score.js';
import { SCREE_VARIANTS } from '../../dist/bench/scree-variants.js';
import { readPairSet } from './pair-files.mjs';

const VARIANTS = ['wasm', 'typescript'];

/** The element at the given part of an ascending list. */
const quantile = (ascending, part) =>
  ascending.length === 0 ? 0 : ascending[Math.min(ascending.length - 1, Math.floor(part * ascending.length))];

const [folder, setNames, seconds = '0.1', only = ''] = process.argv.slice(2);
if (setNames === undefined) {
  console.error('usage: node drive.mjs DATA SETS [SECONDS] [VARIANT]');
  process.exit(2);
}
for (const name of setNames.split(',')) {
  const set = readPairSet(folder, name);
  const pairCount = set.bodies.length / 2;
  for (const variantName of VARIANTS.filter((each) => each.includes(only))) {
    const variant = SCREE_VARIANTS[variantName](set);
    const nanoseconds = measureVariant(variant, pairCount, Number(seconds));
    const score = scoreAnswers(set, variant.answers());
    const { failed, wrongSign, wrongValue, rough, withoutNormal, distanceErrors, normalErrors } = score;
    const classifiedOnly = 0;
    const counts = [failed, wrongSign, wrongValue, wrongValue + rough, classifiedOnly, withoutNormal];
    const errors = [
      ...[0.5, 0.99, 1].map((part) => quantile(distanceErrors, part)),
      ...[0.99, 1].map((part) => quantile(normalErrors, part)),
    ];
    const cells = [nanoseconds.toFixed(1), ...counts, ...errors.map((value) => value.toExponential(2))];
    console.log(['scree', variantName, name, pairCount, ...cells].join(','));
  }
}
