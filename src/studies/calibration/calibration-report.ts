// SPDX-License-Identifier: MIT
/** The answer of a calibration in the units of its parameters: as JSON, as sentences and as blocks of a report. */
import { plot } from '../../verification/report/svg-plot.ts';
import { type Block, figure, table, text } from '../../verification/verification-case.ts';
import { type Parameter, valueAt } from '../points/parameter.ts';
import type { StudyUnits } from '../report/study-figures.ts';
import type { Study } from '../study-file/study.ts';
import type { CalibrationAnswer, TradeOff } from './calibration-answer.ts';

const DIGITS = 3;

export interface CalibrationResult {
  readonly points: number;
  readonly settled: boolean;
  readonly parameters: readonly {
    readonly name: string;
    readonly best: number;
    /** Of the posterior. */
    readonly mean: number;
    readonly low: number;
    readonly high: number;
    readonly isDetermined: boolean;
  }[];
  readonly targets: readonly {
    readonly name: string;
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

const shown = (value: number): string => String(Number(value.toPrecision(DIGITS)));

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
    `${first.name} and ${second.name} trade off (correlation ${correlation.toFixed(2)}): ${shown(more)} more of ` +
    `${first.name} with ${shown(other)} ${slope < 0 ? 'less' : 'more'} of ${second.name} gives nearly the same ` +
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
    return `No parameters in the ranges give ${result} ${shown(value)} ± ${shown(tolerance)}; the closest is ${shown(expected)}.`;
  });
  return [
    ...missed,
    ...answer.tradeOffs.map((tradeOff) => tradeOffSentence(tradeOff, study, answer)),
    ...loose.map(({ name }) => `The targets do not determine ${name}: its interval is nearly its range.`),
    answer.settled
      ? `${answer.points} points: more of them would not change the answer.`
      : `${answer.points} points used up the budget; with more of them the intervals may become narrower.`,
  ];
}

export function calibrationResult(study: Study, answer: CalibrationAnswer): CalibrationResult {
  const { points, settled, correlations } = answer;
  return {
    points,
    settled,
    parameters: study.parameters.map((parameter, k) => {
      const { best = 0, mean = 0, low = 0, high = 0, isDetermined = false } = answer.parameters[k] ?? {};
      const [b, m, l, h] = [best, mean, low, high].map((share) => at(parameter, share));
      return { name: parameter.name, best: b ?? 0, mean: m ?? 0, low: l ?? 0, high: h ?? 0, isDetermined };
    }),
    targets: (study.calibration?.targets ?? []).map(({ result, value, tolerance }, k) => {
      const expected = answer.predictions[k]?.mean ?? 0;
      return { name: result, value, tolerance, expected, isReached: !answer.missed.includes(k) };
    }),
    correlations,
    sentences: sentencesOf(study, answer),
  };
}

/** For the terminal. */
export function calibrationText({ parameters, targets, sentences }: CalibrationResult): string {
  return [
    ...parameters.map(
      ({ name, best, low, high }) => `${name}: ${shown(best)}, 95 % between ${shown(low)} and ${shown(high)}`,
    ),
    ...targets.map(
      ({ name, expected, value, tolerance }) =>
        `${name}: ${shown(expected)} expected there; target ${shown(value)} ± ${shown(tolerance)}`,
    ),
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
      result.parameters.map(({ name, best, mean, low, high, isDetermined }, k) => [
        name,
        units.parameters[k] || '-',
        ...[best, mean, low, high].map(shown),
        isDetermined ? 'yes' : 'no',
      ]),
      'Low and high enclose 95 % of the posterior.',
    ),
    table(
      'Targets',
      ['target', 'value', 'tolerance', 'expected at the best point'],
      result.targets.map(({ name, value, tolerance, expected }) => [name, ...[value, tolerance, expected].map(shown)]),
    ),
    ...posteriorFigure(study, answer, units),
  ];
}
