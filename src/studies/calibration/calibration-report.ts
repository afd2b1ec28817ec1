// SPDX-License-Identifier: MIT
/** The answer of a calibration in the units of its parameters: as JSON, as sentences and as blocks of a report. */

import type { CalibrationAnswer, TradeOff } from '../../calibration/calibration-answer.ts';
import { plot } from '../../verification/report/svg-plot.ts';
import { type Block, figure, table, text } from '../../verification/verification-case.ts';
import { type Parameter, valueAt } from '../points/parameter.ts';
import type { StudyUnits } from '../report/study-figures.ts';
import { measuredUnit, unitsOf } from '../report/study-units.ts';
import type { Study } from '../study-file/study.ts';
import { shownUncertainty, within } from './shown-digits.ts';

/** The best parameters of a calibration, with their intervals, and how well they meet the targets. */
export interface CalibrationResult {
  readonly points: number;
  readonly settled: boolean;
  readonly parameters: readonly {
    readonly name: string;
    /** Empty without one. */
    readonly unit: string;
    readonly best: number;
    /** Of the posterior. */
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly isDetermined: boolean;
  }[];
  readonly targets: readonly {
    readonly name: string;
    /** Of the column; empty without one. */
    readonly unit: string;
    readonly value: number;
    readonly tolerance: number;
    /** Expected at the best point. */
    readonly expected: number;
    readonly isReached: boolean;
  }[];
  readonly correlations: readonly (readonly number[])[];
  /** What the numbers mean, in sentences. */
  readonly sentences: readonly string[];
}

/** The numbers of the answer as they are shown: best, mean, low and high; value, tolerance and expected. */
function shownParameter({ best, mean, low, high }: CalibrationResult['parameters'][number]): string[] {
  return [best, mean, low, high].map((each) => within(each, (high - low) / 2));
}

function shownTarget({ value, tolerance, expected }: CalibrationResult['targets'][number]): string[] {
  return [value, tolerance, expected].map((each) => within(each, tolerance));
}

const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} ${unit}`);

function at(parameter: Parameter, share: number): number {
  return Number(valueAt(parameter, Math.min(1, Math.max(0, share))).value);
}

/** Change of a parameter that corresponds to a change of its share, at a point. */
function changeOf(parameter: Parameter, share: number, by: number): number {
  return at(parameter, share + 0.5 * by) - at(parameter, share - 0.5 * by);
}

function tradeOffSentence(
  { a, b, correlation, slope }: TradeOff,
  { parameters }: Study,
  answer: CalibrationAnswer,
): string {
  const [first, second] = [parameters[a] as Parameter, parameters[b] as Parameter];
  const { mean: meanA = 0, deviation = 0 } = answer.parameters[a] ?? {};
  const { mean: meanB = 0 } = answer.parameters[b] ?? {};
  const more = changeOf(first, meanA, deviation);
  const other = changeOf(second, meanB, Math.abs(slope) * deviation);
  return (
    `${first.name} and ${second.name} trade off (correlation ${correlation.toFixed(2)}): ${shownUncertainty(more)} more of ` +
    `${first.name} with ${shownUncertainty(other)} ${slope < 0 ? 'less' : 'more'} of ${second.name} gives nearly the same ` +
    'results. Add a target that depends on one of them alone, or fix one.'
  );
}

function sentencesOf(study: Study, answer: CalibrationAnswer): string[] {
  const { parameters, calibration } = study;
  const inTradeOff = new Set(answer.tradeOffs.flatMap(({ a, b }) => [a, b]));
  const loose = parameters.filter((_, k) => answer.parameters[k]?.isDetermined === false && !inTradeOff.has(k));
  const missed = answer.missed.map((k) => {
    const { result = '', value = 0, tolerance = 0 } = calibration?.targets[k] ?? {};
    const expected = answer.predictions[k]?.mean ?? 0;
    const [wanted, spread, closest] = [value, tolerance, expected].map((each) => within(each, tolerance));
    return `No parameters in the ranges give ${result} ${wanted} ± ${spread}; the closest is ${closest}.`;
  });
  return [
    ...missed,
    ...(missed.length > 0 ? ['The intervals of the parameters hold only if all targets can be reached.'] : []),
    ...answer.tradeOffs.map((tradeOff) => tradeOffSentence(tradeOff, study, answer)),
    ...loose.map(({ name }) => `The targets do not determine ${name}: its interval is nearly its range.`),
    answer.settled
      ? `${answer.points} points: more of them would not change the answer.`
      : `${answer.points} points used up the budget; with more of them the intervals may become narrower.`,
  ];
}

export function calibrationResult(study: Study, answer: CalibrationAnswer): CalibrationResult {
  const { points, settled, correlations } = answer;
  const units = unitsOf(study);
  return {
    points,
    settled,
    parameters: study.parameters.map((parameter, k) => {
      const { best = 0, mean = 0, low = 0, high = 0, isDetermined = false } = answer.parameters[k] ?? {};
      const [b, m, l, h] = [best, mean, low, high].map((share) => at(parameter, share));
      const unit = units.parameters[k] ?? '';
      return { name: parameter.name, unit, best: b ?? 0, mean: m ?? 0, low: l ?? 0, high: h ?? 0, isDetermined };
    }),
    targets: (study.calibration?.targets ?? []).map(({ result, value, tolerance }, k) => {
      const expected = answer.predictions[k]?.mean ?? 0;
      const column = study.results.find(({ name }) => name === result);
      const unit = column === undefined ? '' : measuredUnit(column);
      return { name: result, unit, value, tolerance, expected, isReached: !answer.missed.includes(k) };
    }),
    correlations,
    sentences: sentencesOf(study, answer),
  };
}

/** For the terminal. */
export function calibrationText({ parameters, targets, sentences }: CalibrationResult): string {
  return [
    ...parameters.map((parameter) => {
      const [best = '', , low, high] = shownParameter(parameter);
      return `${parameter.name}: ${withUnit(best, parameter.unit)}, 95 % between ${low} and ${high}`;
    }),
    ...targets.map((target) => {
      const [value, tolerance, expected = ''] = shownTarget(target);
      return `${target.name}: ${withUnit(expected, target.unit)} expected there; target ${value} ± ${tolerance}`;
    }),
    ...sentences,
  ].join('\n');
}

/** Samples of the posterior over the two parameters with the strongest correlation. */
function posteriorFigure({ parameters }: Study, answer: CalibrationAnswer, units: StudyUnits): Block[] {
  let pair: readonly [number, number] | undefined;
  let strongest = -1;
  for (let a = 0; a < parameters.length; a++) {
    for (let b = a + 1; b < parameters.length; b++) {
      const strength = Math.abs(answer.correlations[a]?.[b] ?? 0);
      if (strength > strongest) [pair, strongest] = [[a, b], strength];
    }
  }
  if (pair === undefined) return [];
  const [x, y] = pair.map((k) => parameters[k] as Parameter) as [Parameter, Parameter];
  const place = (shares: readonly number[]): [number, number] => [
    at(x, shares[pair?.[0] ?? 0] ?? 0),
    at(y, shares[pair?.[1] ?? 0] ?? 0),
  ];
  const label = (k: number): string => [parameters[k]?.name, units.parameters[k]].filter(Boolean).join(' / ');
  const ends = (parameter: Parameter): { min: number; max: number } => ({
    min: at(parameter, 0),
    max: at(parameter, 1),
  });
  const svg = plot({
    title: `Likely values of ${x.name} and ${y.name}`,
    x: { label: label(pair[0]), ...ends(x) },
    y: { label: label(pair[1]), ...ends(y) },
    series: [
      { name: 'likely', style: 'points', tone: 6, points: answer.samples.map(place) },
      { name: 'best', style: 'points', tone: 5, points: [place(answer.parameters.map(({ best }) => best))] },
    ],
    width: 520,
    height: 420,
  });
  const note =
    'Samples of the posterior, uniform over the ranges before the runs. A narrow oblique band is a trade-off.';
  return [figure(`Likely values of ${x.name} and ${y.name}`, svg, note)];
}

export function calibrationBlocks(study: Study, answer: CalibrationAnswer, units: StudyUnits): Block[] {
  const result = calibrationResult(study, answer);
  return [
    ...result.sentences.map((sentence) => text(sentence)),
    table(
      'Parameters',
      ['parameter', 'unit', 'best', 'mean', 'low', 'high', 'determined'],
      result.parameters.map((parameter) => [
        parameter.name,
        parameter.unit || '-',
        ...shownParameter(parameter),
        parameter.isDetermined ? 'yes' : 'no',
      ]),
      'Low and high enclose 95 % of the posterior.',
    ),
    table(
      'Targets',
      ['target', 'unit', 'value', 'tolerance', 'expected at the best point'],
      result.targets.map((target) => [target.name, target.unit || '-', ...shownTarget(target)]),
    ),
    ...posteriorFigure(study, answer, units),
  ];
}
