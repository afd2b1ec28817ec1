// SPDX-License-Identifier: MIT
/** Regions of an input: `region ID block|cylinder|sphere …`, and the box of the simulation. */
import type { Vector3 } from '../../math/vector.ts';
import { AXES, type Axis, type InputDraft, type InputRegion, numberOf, vectorOf } from './input-draft.ts';
import { type ScriptCommand, ScriptProblem } from './input-script.ts';

export function readRegion(draft: InputDraft, command: ScriptCommand): void {
  const [, id = '', style = '', ...words] = command.words;
  const options = words.findIndex((word) => word === 'units' || word === 'side' || word === 'volume_limit');
  const [given, more] = options < 0 ? [words, []] : [words.slice(0, options), words.slice(options)];
  const side = more[more.indexOf('side') + 1];
  if (more.includes('side') && side !== 'in') throw new ScriptProblem(`the region ${id} is the outside of a ${style}`);
  if (more.includes('units') && more[more.indexOf('units') + 1] === 'lattice' && draft.latticeSpacing !== 1) {
    throw new ScriptProblem(`the region ${id} is in units of the lattice; write it with \`units box\``);
  }
  const region = regionOf(draft, style, given);
  if (region === undefined) {
    throw new ScriptProblem(`the region ${id} is a ${style}; a scene has blocks, cylinders and spheres`);
  }
  draft.regions.set(id, region);
}

function regionOf(draft: InputDraft, style: string, words: readonly string[]): InputRegion | undefined {
  const bound = (k: number, axis: Axis, side: 'min' | 'max'): number => {
    const word = words[k] ?? '';
    if (!/^(INF|EDGE)$/.test(word)) return numberOf(word, style);
    const edge = draft.box?.[side][axis];
    if (edge === undefined) throw new ScriptProblem(`${word} before \`create_box\``);
    return edge;
  };
  if (style === 'block') {
    const [xlo, xhi, ylo, yhi, zlo, zhi] = AXES.flatMap((axis, k) => [
      bound(2 * k, axis, 'min'),
      bound(2 * k + 1, axis, 'max'),
    ]);
    return {
      kind: 'block',
      min: { x: xlo ?? 0, y: ylo ?? 0, z: zlo ?? 0 },
      max: { x: xhi ?? 0, y: yhi ?? 0, z: zhi ?? 0 },
    };
  }
  if (style === 'sphere')
    return { kind: 'sphere', centre: vectorOf(words, 0, style), radius: numberOf(words[3], style) };
  if (style === 'cylinder') {
    const axis = AXES.find((each) => each === words[0]);
    if (axis === undefined) throw new ScriptProblem(`the axis ${words[0]} of a cylinder`);
    const radius = numberOf(words[3], style);
    const [first, second] = [numberOf(words[1], style), numberOf(words[2], style)];
    const at = (along: number): Vector3 => aroundAxis(axis, first, second, along);
    return { kind: 'cylinder', from: at(bound(4, axis, 'min')), to: at(bound(5, axis, 'max')), radius };
  }
  return undefined;
}

/** A point by its coordinates across an axis, in the order x, y, z, and along it. */
export function aroundAxis(axis: Axis, first: number, second: number, along: number): Vector3 {
  if (axis === 'x') return { x: along, y: first, z: second };
  if (axis === 'y') return { x: first, y: along, z: second };
  return { x: first, y: second, z: along };
}

export function regionNamed(draft: InputDraft, id: string): InputRegion {
  const region = draft.regions.get(id);
  if (region !== undefined) return region;
  throw new ScriptProblem(`the region ${id} has not been taken`);
}

/** `create_box N REGION` */
export function readBox(draft: InputDraft, command: ScriptCommand): void {
  const [, count, id = ''] = command.words;
  const region = regionNamed(draft, id);
  if (region.kind !== 'block') throw new ScriptProblem(`the box is a ${region.kind}`);
  draft.types = numberOf(count, 'number of types');
  draft.box = { line: command.line, min: region.min, max: region.max };
}
