// SPDX-License-Identifier: MIT
/** Differences of two runs: of means at the time shown, body by body, and where they part for the first time. */
import { type Comparison, compareStates, type Frame, frameState, type StateDifferences } from '../../../src/live.ts';
import { formatCount, formatNumber, formatQuantity } from '../ui/format.ts';
import { h } from '../ui/h.ts';

interface FrameMeans {
  readonly bodies: number;
  readonly contacts: number;
  /** m/s */
  readonly speed: number;
  readonly spin: number;
  /** Of the centres, m in the world. */
  readonly centre: readonly [number, number, number];
}

export function frameMeans({
  ids,
  velocities,
  angularVelocities,
  positions,
  origin,
  contactBodies,
}: Frame): FrameMeans {
  const bodies = ids.length;
  let [speed, spin] = [0, 0];
  const centre: [number, number, number] = [0, 0, 0];
  for (let k = 0; k < bodies; k++) {
    speed += Math.hypot(velocities[3 * k], velocities[3 * k + 1], velocities[3 * k + 2]);
    spin += Math.hypot(angularVelocities[3 * k], angularVelocities[3 * k + 1], angularVelocities[3 * k + 2]);
    for (let c = 0; c < 3; c++) centre[c] += positions[3 * k + c];
  }
  const share = 1 / Math.max(bodies, 1);
  const middle = centre.map((value, c) => value * share + origin[c]) as [number, number, number];
  return { bodies, contacts: contactBodies.length / 2, speed: speed * share, spin: spin * share, centre: middle };
}

type Row = readonly [name: string, a: string, b: string, difference: string];

function quantityRow(name: string, unit: string, a: number, b: number): Row {
  const signed = `${b > a ? '+' : ''}${formatQuantity(b - a, unit)}`;
  return [name, formatQuantity(a, unit), formatQuantity(b, unit), signed];
}

function countRow(name: string, a: number, b: number): Row {
  return [name, formatCount(a), formatCount(b), formatNumber(b - a)];
}

function meanRows(a: FrameMeans, b: FrameMeans): Row[] {
  return [
    countRow('Bodies', a.bodies, b.bodies),
    countRow('Contacts', a.contacts, b.contacts),
    quantityRow('Mean speed', 'm/s', a.speed, b.speed),
    quantityRow('Mean spin', 'rad/s', a.spin, b.spin),
    ...(['x', 'y', 'z'] as const).map((axis, c) => quantityRow(`Mean ${axis}`, 'm', a.centre[c], b.centre[c])),
  ];
}

function largestText({ largest, differing, bodies }: StateDifferences): string {
  const { id, quantity, values } = largest;
  const [a, b] = values;
  const numbers =
    a === undefined || b === undefined || quantity === 'presence'
      ? 'is in one of the runs only'
      : `${quantity}: ${formatNumber(a)} and ${formatNumber(b)}`;
  return `${formatCount(differing)} of ${formatCount(bodies)} bodies differ; most of all body ${id}, ${numbers}.`;
}

/** The table at a moment that both show. */
export function momentTable(a: Frame, b: Frame, names: readonly [string, string], tolerance: number): HTMLElement {
  const rows = meanRows(frameMeans(a), frameMeans(b));
  const differences = compareStates(frameState(a), frameState(b), tolerance);
  const head = ['', ...names, 'difference'].map((text) => h('th', { scope: 'col' }, text));
  return h(
    'div',
    {},
    h(
      'table',
      { class: 'values difference-table' },
      h('thead', {}, h('tr', {}, ...head)),
      h(
        'tbody',
        {},
        ...rows.map(([name, ...cells]) =>
          h('tr', {}, h('th', { scope: 'row' }, name), ...cells.map((cell) => h('td', {}, cell))),
        ),
      ),
    ),
    h('p', {}, differences === undefined ? 'All bodies agree at this moment.' : largestText(differences)),
  );
}

export function comparisonText({ part, agree, common, compared }: Comparison): string {
  const moments = `${formatCount(compared)} of ${formatCount(common)} common moments compared`;
  if (part === undefined) return `The runs agree at every common moment (${moments}).`;
  const before = agree === undefined ? 'at no moment before' : `up to ${formatQuantity(agree.time, 's', 6)}`;
  return `The runs part at ${formatQuantity(part.time, 's', 6)}; they agree ${before} (${moments}).`;
}
