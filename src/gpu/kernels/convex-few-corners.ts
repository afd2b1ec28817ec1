// SPDX-License-Identifier: MIT
/**
 * WGSL: the part that two faces or edges have in common as seen along the normal, where neither face has more than four
 * corners, as those of boxes, of tetrahedra and of hulls of points in general position. The text has no loops and no
 * index that is not a constant, so that all corners are in registers: arrays that are indexed by a variable lie in slow
 * memory, and threads with different indices wait for each other.
 */

import { each } from './written-out.ts';

/** Most corners of a face for this text. */
export const FEW_CORNERS = 4;
const SLOTS = 2 * FEW_CORNERS;

/**
 * Clips the corners v0, v1, ... to the left of side `j` of b (Sutherland and Hodgman 1974); there is one more
 * afterwards. Corners outside lie next to each other: the first becomes the point where the rim leaves, the others that
 * where it enters. Where only one is outside, the other point comes after it; where there is nothing to add, the last
 * corner is there twice.
 */
function clipBySide(j: number): string {
  const count = FEW_CORNERS + j;
  const next = (k: number): number => (k + 1) % count;
  const before = (k: number): number => (k + count - 1) % count;
  const all = (of: 'min' | 'max'): string =>
    Array.from({ length: count - 1 }, (_, k) => k + 1).reduce((text, k) => `${of}(${text}, d${k})`, 'd0');
  return /* wgsl */ `{
    let start = b[${j}];
    let e = b[${(j + 1) % FEW_CORNERS}] - start;
    let u = vec2f(-e.y, e.x);
    let least = dot(u, start);
    ${each(count, (k) => `let d${k} = dot(u, v${k}) - least;`)}
    if (${all('min')} < 0.0) {
      if (!(${all('max')} >= 0.0)) { return Common(); }
      var begin = v0; var to = v0; var last = v0; var first = v0;
      var here = 1.0; var there = 0.0; var below = -1.0; var over = 0.0;
      var place = ${count - 1}u;
      var isSingle = false;
      ${each(
        count,
        (
          k,
        ) => `if (d${k} >= 0.0 && d${next(k)} < 0.0) { begin = v${k}; here = d${k}; to = v${next(k)}; there = d${next(k)}; }
      if (d${k} < 0.0 && d${next(k)} >= 0.0) {
        last = v${k}; below = d${k}; first = v${next(k)}; over = d${next(k)};
        if (d${before(k)} >= 0.0) { place = ${k}u; isSingle = true; }
      }`,
      )}
      let leaving = begin + here / (here - there) * (to - begin);
      let entering = select(last + below / (below - over) * (first - last), first, over <= 0.0);
      ${each(count, (k) => `let w${k} = select(v${k}, select(entering, leaving, d${before(k)} >= 0.0), d${k} < 0.0);`)}
      let added = select(w${count - 1}, entering, isSingle);
      v0 = w0;
      ${each(count - 1, (k) => `v${k + 1} = select(select(w${k}, added, place == ${k}u), w${k + 1}, place > ${k}u);`)}
      v${count} = select(w${count - 1}, added, place == ${count - 1}u);
    } else { v${count} = v${count - 1}; }
  }`;
}

/** Of `slots` corners; those without a side behind them have no share. */
function takeCommon(slots: number): string {
  return /* wgsl */ `
// Writes the points of the common part that overlap, and returns how many, as takeCorners.
fn takeCommon(part: Common, axes: mat3x3f, base: f32) -> u32 {
  var sum = 0.0;
  var kept = 0u;
  ${each(
    slots,
    (k) => `{
    let x = part.x[${k}];
    let share = part.share[${k}];
    let overlap = base + dot(planeA.slope, x - planeA.at.xy) - dot(planeB.slope, x - planeB.at.xy);
    if (share > 0.0 && overlap > 0.0) {
      points[kept] = vec4f(axes * vec3f(x, heightAt(planeA, x)), overlap);
      shares[kept] = vec2f(share, share);
      sum += share;
      kept++;
    }
  }`,
  )}
  for (var k = 0u; k < kept; k++) { shares[k].y *= inverseSqrt(sum); }
  return kept;
}`;
}

export const FEW_CORNERS_IN_COMMON = /* wgsl */ `
// A face or an edge in the plane of the contact: the corners, counter-clockwise as seen along the normal, the last one
// as often as there is room; and as Plane.
struct Outline { count: u32, x: array<vec2f, ${FEW_CORNERS}>, plane: Plane }
// Corners in order with their shares; those without a share are not there.
struct Common { isAny: bool, x: array<vec2f, ${SLOTS}>, share: array<f32, ${SLOTS}> }

// turn and shift take points to the frame of the contact. Rings of the second body run the other way there.
fn outlineOf(shape: u32, factor: f32, feature: Feature, turn: mat3x3f, shift: vec3f, isSecond: bool) -> Outline {
  var count = 2u;
  var corners = min(feature.v, u32(feature.other)) | (max(feature.v, u32(feature.other)) << 8u);
  if (feature.face >= 0) {
    count = cornerCount(shape, u32(feature.face));
    corners = firstCorners(shape, u32(feature.face));
  }
  let isReversed = isSecond && feature.face >= 0;
  var found = Outline();
  found.count = count;
  ${each(
    FEW_CORNERS,
    (k) => `{
    let k = min(${k}u, count - 1u);
    let own = factor * vertexOf(shape, (corners >> (8u * select(k, count - 1u - k, isReversed))) & 255u);
    let at = turn * own + shift;
    found.x[${k}] = at.xy;
    ${k === 0 ? 'found.plane = Plane(at, vec2f(0.0), own);' : ''}
  }`,
  )}
  return found;
}
// Both ends of the part of a segment from low to high.
fn partOfSegment(start: vec2f, e: vec2f, low: f32, high: f32) -> Common {
  var part = Common();
  if (!(low < high)) { return part; }
  part.isAny = true;
  part.x[0] = start + low * e;
  part.x[1] = start + high * e;
  part.share[0] = 1.0;
  part.share[1] = 1.0;
  return part;
}
// Of two parallel edges.
fn alongBoth(a: Outline, b: Outline) -> Common {
  let u = a.x[1] - a.x[0];
  let v = b.x[1] - b.x[0];
  let uu = dot(u, u);
  let across = u.x * v.y - u.y * v.x;
  if (!(uu > 0.0) || !(across * across <= FLAT_SINE * FLAT_SINE * uu * dot(v, v))) { return Common(); }
  let s = dot(b.x[0] - a.x[0], u) / uu;
  let t = dot(b.x[1] - a.x[0], u) / uu;
  return partOfSegment(a.x[0], u, max(min(s, t), 0.0), min(max(s, t), 1.0));
}
// Of an edge and a face.
fn alongOne(edge: Outline, b: array<vec2f, ${FEW_CORNERS}>) -> Common {
  let start = edge.x[0];
  let along = edge.x[1] - start;
  var low = 0.0;
  var high = 1.0;
  ${each(
    FEW_CORNERS,
    (k) => `{
    let e = b[${(k + 1) % FEW_CORNERS}] - b[${k}];
    let u = vec2f(-e.y, e.x);
    let here = dot(u, start - b[${k}]);
    let there = here + dot(u, along);
    if (here < 0.0) { low = select(2.0, max(low, here / (here - there)), there > 0.0); }
    else if (there < 0.0) { high = min(high, here / (here - there)); }
  }`,
  )}
  return partOfSegment(start, along, low, high);
}
// Of two faces.
fn inBoth(a: array<vec2f, ${FEW_CORNERS}>, b: array<vec2f, ${FEW_CORNERS}>) -> Common {
  ${each(SLOTS, (k) => `var v${k} = a[${Math.min(k, FEW_CORNERS - 1)}];`)}
  ${each(FEW_CORNERS, clipBySide)}
  ${each(SLOTS, (k) => `let side${k} = length(v${(k + 1) % SLOTS} - v${k});`)}
  let rim = ${Array.from({ length: SLOTS }, (_, k) => `side${k}`).join(' + ')};
  var part = Common();
  if (!(rim > 0.0)) { return part; }
  part.isAny = true;
  // The last side that has a length.
  var before = 0.0;
  ${each(SLOTS, (k) => `before = select(before, side${k}, side${k} > 0.0);`)}
  ${each(
    SLOTS,
    (k) => `part.x[${k}] = v${k};
  if (side${k} > 0.0) { part.share[${k}] = min(1.0, 2.0 * (before + side${k}) / rim); before = side${k}; }`,
  )}
  return part;
}
fn commonOf(a: Outline, b: Outline) -> Common {
  if (a.count == 2u && b.count == 2u) { return alongBoth(a, b); }
  if (a.count == 2u) { return alongOne(a, b.x); }
  if (b.count == 2u) { return alongOne(b, a.x); }
  return inBoth(a.x, b.x);
}
${takeCommon(SLOTS)}
`;
