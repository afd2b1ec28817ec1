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

type Measured = Pick<ResultSpec, 'unit' | 'column' | 'quantity' | 'take'>;

function knownUnit({ column, quantity, take }: Measured): string {
  const base = columnUnit(column ?? quantity ?? '');
  if (take !== 'slope') return base;
  return base === '' ? '1/s' : `${base}/s`;
}

function resultUnit(result: Measured): string {
  return result.unit ?? knownUnit(result);
}

/** The unit of the numbers in the table. The unit for plots counts only where the column has no known one. */
export function measuredUnit(result: Measured): string {
  const hasKnown = columnUnit(result.column ?? result.quantity ?? '') !== '';
  return hasKnown ? knownUnit(result) : resultUnit(result);
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
