// Branch-free SIMD text of src/kernel/vertex-scan.ts: four lanes, each keeps its first maximum; ties go to the lower
// index at the end, so the answer is that of the scalar text. Coordinates are padded to a multiple of 4 with vertex 0.
export function farthestVertex(x: i32, y: i32, z: i32, count: i32, dx: f64, dy: f64, dz: f64): i32 {
  const px: usize = <usize>x << 3;
  const py: usize = <usize>y << 3;
  const pz: usize = <usize>z << 3;
  const vx = f64x2.splat(dx);
  const vy = f64x2.splat(dy);
  const vz = f64x2.splat(dz);
  let best0 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px), vx), f64x2.mul(v128.load(py), vy)), f64x2.mul(v128.load(pz), vz));
  let best1 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px, 16), vx), f64x2.mul(v128.load(py, 16), vy)), f64x2.mul(v128.load(pz, 16), vz));
  let at0 = i64x2(0, 1);
  let at1 = i64x2(2, 3);
  let now0 = at0;
  let now1 = at1;
  const four = i64x2.splat(4);
  const bytes: usize = <usize>((count + 3) & ~3) << 3;
  for (let o: usize = 32; o < bytes; o += 32) {
    now0 = i64x2.add(now0, four);
    now1 = i64x2.add(now1, four);
    const d0 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px + o), vx), f64x2.mul(v128.load(py + o), vy)), f64x2.mul(v128.load(pz + o), vz));
    const d1 = f64x2.add(f64x2.add(f64x2.mul(v128.load(px + o, 16), vx), f64x2.mul(v128.load(py + o, 16), vy)), f64x2.mul(v128.load(pz + o, 16), vz));
    const gt0 = f64x2.gt(d0, best0);
    const gt1 = f64x2.gt(d1, best1);
    best0 = v128.bitselect(d0, best0, gt0);
    best1 = v128.bitselect(d1, best1, gt1);
    at0 = v128.bitselect(now0, at0, gt0);
    at1 = v128.bitselect(now1, at1, gt1);
  }
  // Lanes pairwise: a greater value wins, an equal one with the lower index wins.
  const win = v128.or(f64x2.gt(best1, best0), v128.and(f64x2.eq(best1, best0), i64x2.lt_s(at1, at0)));
  const best = v128.bitselect(best1, best0, win);
  const at = v128.bitselect(at1, at0, win);
  const d0 = f64x2.extract_lane(best, 0);
  const d1 = f64x2.extract_lane(best, 1);
  const i0 = <i32>i64x2.extract_lane(at, 0);
  const i1 = <i32>i64x2.extract_lane(at, 1);
  const i = d1 > d0 || (d1 == d0 && i1 < i0) ? i1 : i0;
  // The padding repeats vertex 0, which an equal lower index has beaten already.
  return i;
}
