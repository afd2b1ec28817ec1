// SPDX-License-Identifier: MIT
/**
 * WGSL: partners of spheres that have more than a row holds. One buffer has an entry for each such sphere, from its
 * start, and two vectors for each partner, from its end: partner, whether they touch, and the sphere; then the
 * tangential spring. Threads take entries in any order; no sum depends on it.
 */

/**
 * The buffer of overflow partners. \`room\` is the number of vectors in \`items\`; records are counted from their end.
 */
export const OVERFLOW_PARTNERS = /* wgsl */ `
struct OverflowPartners { spheres: u32, records: u32, room: u32, spare: u32, items: array<vec4u> }`;
/** The same where it is filled. */
export const OVERFLOW_PARTNERS_FILLED = /* wgsl */ `
struct OverflowPartners { spheres: atomic<u32>, records: atomic<u32>, room: u32, spare: u32, items: array<vec4u> }`;

/** Where the record of a contact with this partner is among those of an old overflow sphere; 0 for none. */
export const OLD_RECORD = /* wgsl */ `
fn oldRecord(slot: u32, partner: u32) -> u32 {
  let mine = overflowOld.items[slot];
  for (var k = 0u; k < mine.z; k++) {
    let at = overflowOld.room - 2u * (mine.y + k + 1u);
    let record = overflowOld.items[at];
    if (record.x == partner && record.y != 0u) { return at; }
  }
  return 0u;
}`;
