// SPDX-License-Identifier: MIT
/**
 * Regions and planes on the command line: `box:0,0,0:10cm,10cm,1`, `sphere:0,0,0:5mm`, `cylinder:0,0,0:0,0,1:2cm`; a
 * plane is `0,0,5cm:0,0,-1`.
 */
import type { PlaneSpec } from '../../analysis/plane-flow.ts';
import type { AnalysisRegionSpec } from '../../analysis/region.ts';
import { InvalidOptionError } from '../../errors.ts';
import { readQuantity } from '../../scene/units/parse-quantity.ts';

type Triple = readonly [number, number, number];

const FORMS = 'box:x,y,z:x,y,z (two corners), sphere:x,y,z:radius or cylinder:x,y,z:x,y,z:radius (two ends)';

function refuse(what: string, text: string, wanted: string): never {
  throw new InvalidOptionError('bad-place', `${what}: expected ${wanted}, got "${text}"`, { text });
}

function readNumber(text: string, whole: string, what: string, dimension: 'length' | 'number'): number {
  const reading = readQuantity(text.trim(), [dimension]);
  return 'problem' in reading ? refuse(what, whole, reading.problem.replace(/^expected /, '')) : reading.value;
}

function readTriple(
  text: string | undefined,
  whole: string,
  what: string,
  dimension: 'length' | 'number' = 'length',
): Triple {
  const parts = (text ?? '').split(',');
  if (parts.length !== 3) refuse(what, whole, 'three numbers x,y,z');
  const [x = 0, y = 0, z = 0] = parts.map((part) => readNumber(part, whole, what, dimension));
  return [x, y, z];
}

/** A region that is written out, or the name of one, which is left for the caller. Throws an InvalidOptionError. */
export function readRegionText(text: string): AnalysisRegionSpec | { readonly name: string } {
  const [kind = '', ...parts] = text.split(':');
  if (parts.length === 0) return text === 'all' ? 'all' : { name: text };
  const what = '--region';
  const radiusOf = (part: string | undefined): number => {
    const radius = readNumber(part ?? '', text, what, 'length');
    return radius > 0 ? radius : refuse(what, text, 'a radius > 0');
  };
  if (kind === 'box' && parts.length === 2) {
    const min = readTriple(parts[0], text, what);
    const max = readTriple(parts[1], text, what);
    return min.every((low, k) => low < max[k]) ? { box: { min, max } } : refuse(what, text, 'min < max');
  }
  if (kind === 'sphere' && parts.length === 2) {
    return { sphere: { centre: readTriple(parts[0], text, what), radius: radiusOf(parts[1]) } };
  }
  if (kind === 'cylinder' && parts.length === 3) {
    const from = readTriple(parts[0], text, what);
    const to = readTriple(parts[1], text, what);
    if (from.every((value, k) => value === to[k])) refuse(what, text, 'two different ends');
    return { cylinder: { from, to, radius: radiusOf(parts[2]) } };
  }
  return refuse(what, text, FORMS);
}

/** Throws an InvalidOptionError. */
export function readPlaneText(text: string): PlaneSpec {
  const [through, normal, ...rest] = text.split(':');
  if (normal === undefined || rest.length > 0) refuse('--plane', text, 'a point and a direction, x,y,z:x,y,z');
  const along = readTriple(normal, text, '--plane', 'number');
  if (along.every((value) => value === 0)) refuse('--plane', text, 'a direction that is not 0,0,0');
  return { through: readTriple(through, text, '--plane'), normal: along };
}
