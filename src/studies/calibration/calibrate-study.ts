// SPDX-License-Identifier: MIT
/** Runs the points that a calibration asks for as cases of a study. */

import { calibrate } from '../../calibration/calibrate.ts';
import type { CalibrationAnswer } from '../../calibration/calibration-answer.ts';
import type { CalibrationSpec } from '../../calibration/calibration-spec.ts';
import { valueAt } from '../points/parameter.ts';
import { type Point, violated } from '../points/study-points.ts';
import { type SummaryPoint, summarise } from '../report/study-summary.ts';
import type { StudyTable } from '../report/study-table.ts';
import type { Study } from '../study-file/study.ts';

interface CalibratedStudy {
  readonly study: Study;
  readonly isStopped: boolean;
  readonly table: StudyTable;
  runPoints(points: readonly Point[]): Promise<void>;
}

/** Variance of the mean over seeds, from all points; undefined without repetitions. */
function noiseOf(points: readonly SummaryPoint[], result: number): number | undefined {
  const variances = points.flatMap(({ means }) => {
    const { deviation, count } = means[result] ?? {};
    return deviation === undefined || count === undefined ? [] : [deviation ** 2 / count];
  });
  return variances.length === 0 ? undefined : variances.reduce((sum, value) => sum + value, 0) / variances.length;
}

/** Undefined when the study was stopped, or when too few runs gave results. */
export async function calibrateStudy(
  session: CalibratedStudy,
  spec: CalibrationSpec,
): Promise<CalibrationAnswer | undefined> {
  const { parameters, constraints, results } = session.study;
  const columns = spec.targets.map(({ result }) => results.findIndex(({ name }) => name === result));
  const pointAt = (shares: readonly number[]): Point =>
    parameters.map((parameter, k) => valueAt(parameter, shares[k] ?? 0));
  return calibrate({
    dimensions: parameters.length,
    spec,
    isAllowed: (shares) => violated(pointAt(shares), parameters, constraints) === undefined,
    evaluate: async (points) => {
      await session.runPoints(points.map(pointAt));
      if (session.isStopped) return undefined;
      const all = summarise(session.table);
      return {
        results: all.slice(-points.length).map(({ means }) => {
          const values = columns.map((column) => means[column]?.mean);
          return values.every((value) => value !== undefined) ? values : undefined;
        }),
        noise: columns.map((column) => noiseOf(all, column)),
      };
    },
  });
}
