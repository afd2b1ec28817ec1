// SPDX-License-Identifier: MIT
/** Units of the columns of a study's table. */
import { columnUnit } from '../../scene/column-unit.ts';
import type { Dimension } from '../../scene/units/dimension.ts';
import { quantityText } from '../../scene/units/parse-quantity.ts';
import type { ResultSpec, Study } from '../study-file/study.ts';
import type { StudyUnits } from './study-figures.ts';

/** In SI base units. */
function unitOf(dimension: Dimension | undefined): string {
  return dimension === undefined ? '' : String(quantityText({ value: 1, dimension })).replace(/^1 ?/, '');
}

function resultUnit({ unit, column, quantity, take }: ResultSpec): string {
  if (unit !== undefined) return unit;
  const base = columnUnit(column ?? quantity ?? '');
  if (take !== 'slope') return base;
  return base === '' ? '1/s' : `${base}/s`;
}

export function unitsOf({ parameters, results, design }: Study): StudyUnits {
  const listed = design.kind === 'list' ? design.points[0] : undefined;
  return {
    parameters: parameters.map(({ range, values = [] }, k) => {
      const given = [listed?.[k], ...values].find((each) => each?.dimension !== undefined);
      return unitOf(range?.dimension ?? given?.dimension);
    }),
    results: results.map(resultUnit),
  };
}
