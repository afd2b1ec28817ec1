// SPDX-License-Identifier: MIT
/**
 * The law of one contact point of convex bodies: that of contact-law.ts. The point lies anywhere, and springs of points
 * go on from the nearest one that the pair had, as in src/step-kernel/nearest-history.ts.
 */
import * as layout from '../../step-kernel/layout.ts';
import { bitsOf, lawHas, lawText, springEnergy } from './contact-law.ts';
import type { ConvexForm } from './convex-prelude.ts';

export function convexLaw(form: ConvexForm, isProbe: boolean): string {
  return /* wgsl */ `
${lawText(form, isProbe)}
${springEnergy(form)}
// The first of the losses of a probe is elastic energy.
fn touchForce(x: Partners, c: Touch, was: bool, old: vec4f, slid: bool) -> Answer {
  ${isProbe ? 'var answer = lawForce(x, c, was, old, slid);\n  answer.losses.x = answer.elastic;\n  return answer;' : 'return lawForce(x, c, was, old, slid);'}
}
fn isIncremental(pair: u32) -> bool {
  ${bitsOf(form)}
  return ${lawHas(form, layout.INCREMENTAL)};
}
`;
}
