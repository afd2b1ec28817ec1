// Branch-free SIMD text of src/kernel/support/vertex-scan.ts: four lanes, each keeps its first maximum and the block of
// four it was in; ties go to the lower index at the end, so the answer is that of the scalar text. Coordinates are
// padded to a multiple of 4 with vertex 0.
export function farthestVertex(x: i32, y: i32, z: i32, count: i32, dx: f64, dy: f64, dz: f64): i32 {
  let px: usize = <usize>x << 3;
  let py: usize = <usize>y << 3;
  let pz: usize = <usize>z << 3;
  const vx = f64x2.splat(dx);
  const vy = f64x2.splat(dy);
  const vz = f64x2.splat(dz);
  let best0 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px), vx), f64x2.mul(v128.load(py), vy)),
    f64x2.mul(v128.load(pz), vz));
  let best1 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px, 16), vx), f64x2.mul(v128.load(py, 16), vy)),
    f64x2.mul(v128.load(pz, 16), vz));
  let at0 = i32x4.splat(0);
  let at1 = at0;
  let block: i32 = 4;
  while (block < count) {
    px += 32;
    py += 32;
    pz += 32;
    const d0 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px), vx), f64x2.mul(v128.load(py), vy)),
      f64x2.mul(v128.load(pz), vz));
    const d1 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px, 16), vx), f64x2.mul(v128.load(py, 16), vy)),
      f64x2.mul(v128.load(pz, 16), vz));
    // The block number grows, so the greatest one that brought a greater value is the last that did.
    const now = i32x4.splat(block);
    at0 = i32x4.max_s(at0, v128.and(now, f64x2.gt(d0, best0)));
    at1 = i32x4.max_s(at1, v128.and(now, f64x2.gt(d1, best1)));
    best0 = f64x2.pmax(best0, d0);
    best1 = f64x2.pmax(best1, d1);
    block += 4;
  }
  // Lanes pairwise: a greater value wins, an equal one with the lower index wins. Selecting by masks: a choice of f64
  // is a branch.
  const from0 = i32x4.add(at0, i32x4(0, 0, 1, 1));
  const from1 = i32x4.add(at1, i32x4(2, 2, 3, 3));
  const win = v128.or(f64x2.gt(best1, best0), v128.and(f64x2.eq(best1, best0), i32x4.lt_s(from1, from0)));
  const best = f64x2.pmax(best0, best1);
  const from = v128.bitselect(from1, from0, win);
  const d0 = f64x2.extract_lane(best, 0);
  const d1 = f64x2.extract_lane(best, 1);
  const i0 = i32x4.extract_lane(from, 0);
  const i1 = i32x4.extract_lane(from, 2);
  return d1 > d0 || (d1 == d0 && i1 < i0) ? i1 : i0;
}

// Number of the least of `count` values; up to three values behind the last may be read, and are made too great to
// matter.
export function leastOf(address: i32, count: i32): i32 {
  let p: usize = <usize>address << 3;
  for (let k = count; (k & 3) != 0; k++) store<f64>(p + (<usize>k << 3), 1.0e301);
  let best0 = v128.load(p);
  let best1 = v128.load(p, 16);
  let at0 = i32x4.splat(0);
  let at1 = at0;
  let block: i32 = 4;
  while (block < count) {
    p += 32;
    const d0 = v128.load(p);
    const d1 = v128.load(p, 16);
    const now = i32x4.splat(block);
    at0 = i32x4.max_s(at0, v128.and(now, f64x2.lt(d0, best0)));
    at1 = i32x4.max_s(at1, v128.and(now, f64x2.lt(d1, best1)));
    best0 = f64x2.pmin(best0, d0);
    best1 = f64x2.pmin(best1, d1);
    block += 4;
  }
  const from0 = i32x4.add(at0, i32x4(0, 0, 1, 1));
  const from1 = i32x4.add(at1, i32x4(2, 2, 3, 3));
  const win = v128.or(f64x2.lt(best1, best0), v128.and(f64x2.eq(best1, best0), i32x4.lt_s(from1, from0)));
  const best = f64x2.pmin(best0, best1);
  const from = v128.bitselect(from1, from0, win);
  const d0 = f64x2.extract_lane(best, 0);
  const d1 = f64x2.extract_lane(best, 1);
  const i0 = i32x4.extract_lane(from, 0);
  const i1 = i32x4.extract_lane(from, 2);
  return d1 < d0 || (d1 == d0 && i1 < i0) ? i1 : i0;
}

// How many vertices have a projection of at least `least`. The padding repeats vertex 0, so its lanes are taken off
// again.
export function countVertices(x: i32, y: i32, z: i32, count: i32, dx: f64, dy: f64, dz: f64, least: f64): i32 {
  const px: usize = <usize>x << 3;
  const py: usize = <usize>y << 3;
  const pz: usize = <usize>z << 3;
  const vx = f64x2.splat(dx);
  const vy = f64x2.splat(dy);
  const vz = f64x2.splat(dz);
  const low = f64x2.splat(least);
  let found0 = i64x2.splat(0);
  let found1 = i64x2.splat(0);
  const padded: i32 = (count + 3) & ~3;
  const bytes: usize = <usize>padded << 3;
  for (let o: usize = 0; o < bytes; o += 32) {
    const d0 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px + o), vx), f64x2.mul(v128.load(py + o), vy)),
      f64x2.mul(v128.load(pz + o), vz));
    const d1 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px + o, 16), vx), f64x2.mul(v128.load(py + o, 16), vy)),
      f64x2.mul(v128.load(pz + o, 16), vz));
    found0 = i64x2.sub(found0, f64x2.ge(d0, low));
    found1 = i64x2.sub(found1, f64x2.ge(d1, low));
  }
  const found = i64x2.add(found0, found1);
  const all = <i32>(i64x2.extract_lane(found, 0) + i64x2.extract_lane(found, 1));
  const first = load<f64>(px) * dx + load<f64>(py) * dy + load<f64>(pz) * dz;
  return first >= least ? all - (padded - count) : all;
}
