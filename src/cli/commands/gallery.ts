// SPDX-License-Identifier: MIT
/** `scree gallery`: a table of instructive contacts, as a first demonstration of Scree. */
import { Command } from 'commander';
import { type Contact, contact } from '../../narrow-phase/contact.ts';
import { GALLERY_PAIRS } from '../terminal/gallery-pairs.ts';

const HINT = `
distance  m; a gap is positive, touching zero, the depth of an overlap negative
normal    unit vector from the first body to the second
type      what touches: v vertex, e edge, f face
width     upper minus lower bound on the true distance: the proof that comes with each answer

Next: ask for a pair of your own
  echo '{"a":{"shape":{"box":{"halfExtents":[1,1,1]}}},"b":{"shape":{"sphere":{"radius":1}},"pose":{"position":[0,3,0]}}}' | npx scree contact -
  npx scree contact --help`;

export function galleryCommand(): Command {
  return new Command('gallery').action(() => {
    const rows = GALLERY_PAIRS.map(({ title, a, poseA = {}, b, poseB = {} }) => [
      title,
      ...cells(contact(a, poseA, b, poseB)),
    ]);
    console.log(formatTable([['pair', 'distance', 'normal', 'type', 'width', 'status'], ...rows]));
    console.log(HINT);
  });
}

function cells(answer: Contact): string[] {
  const { distance, normal, type, lower, upper, status } = answer;
  const components = [normal.x, normal.y, normal.z].map((value) => String(Number(value.toFixed(4)) + 0).padStart(7));
  return [plain(distance, 10), components.join(' '), type, plain(upper - lower, 1), status];
}

/** At most `digits` significant digits, without trailing zeros or a minus before zero. */
function plain(value: number, digits: number): string {
  return String(Number(value.toPrecision(digits)) + 0);
}

/** Rows of equal length as lines, each column as wide as its widest cell. */
function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
