// SPDX-License-Identifier: MIT
/**
 * WGSL: the search result of two polyhedra as stored in the slot of the pair until its contact is computed: the normal,
 * and everything else in one word.
 */

/** Instead of that word: the bodies are apart. */
export const APART = 0x40000000;

export const FOUND = /* wgsl */ `
// Normal from A to B in the frame of A, overlap; kind 0 the last normal, 1 a face of A, 2 a face of B, 3 two edges,
// with their numbers; and the farthest vertices along the normal, of a face its first corner.
struct Found { n: vec3f, overlap: f32, kind: u32, a: u32, b: u32, v: u32, w: u32 }
fn codeOf(kind: u32, a: u32, b: u32, v: u32, w: u32) -> u32 {
  return kind | (a << 2u) | (b << 10u) | (v << 18u) | (w << 24u);
}
// The overlap is not kept.
fn foundOf(four: vec4f) -> Found {
  let code = bitcast<u32>(four.w);
  return Found(four.xyz, 0.0, code & 3u, (code >> 2u) & 255u, (code >> 10u) & 255u, (code >> 18u) & 63u,
    (code >> 24u) & 63u);
}
`;
