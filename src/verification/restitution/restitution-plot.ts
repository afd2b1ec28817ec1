// SPDX-License-Identifier: MIT
/** Plot of measured restitution against input, with the line where they are equal. */
import { plot, type Series, type Tone } from '../report/svg-plot.ts';
import { figure } from '../verification-case.ts';

interface RestitutionPoints {
  readonly name: string;
  /** One for each restitution in. */
  readonly out: readonly number[];
}

/** `lines` are drawn below the points. */
export function restitutionFigure(
  into: readonly number[],
  points: readonly RestitutionPoints[],
  lines: readonly Series[] = [],
) {
  const equal: Series = {
    name: 'equal',
    style: 'line',
    tone: 6,
    dashed: true,
    points: [
      [0, 0],
      [1, 1],
    ],
  };
  const measured = points.map(
    ({ name, out }, i): Series => ({
      name,
      style: 'points',
      tone: (i + 1) as Tone,
      points: into.map((restitution, k) => [restitution, out[k]]),
    }),
  );
  return figure(
    'Restitution out over restitution in',
    plot({
      title: 'restitution out over restitution in',
      x: { label: 'restitution in', min: 0, max: 1 },
      y: { label: 'restitution out', min: 0, max: 1 },
      series: [equal, ...lines, ...measured],
      width: 560,
    }),
  );
}
