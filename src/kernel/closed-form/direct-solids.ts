// SPDX-License-Identifier: MIT
/**
 * Signed distance of a point from a box, a cylinder and a cone, in the solid's own block frame: negative inside. Each
 * leaves the outward unit normal at the nearest surface point in CLOSEST. Within `touch` of the surface from outside
 * the normal is taken from the solid, since the difference of the two points no longer has a direction.
 */
import { CLOSEST } from '../layout.ts';
import { F } from '../memory.ts';

function setOutward(x: f64, y: f64, z: f64): void {
  F[CLOSEST] = x;
  F[CLOSEST + 1] = y;
  F[CLOSEST + 2] = z;
}

/** Outside part of one coordinate: how far x is beyond [-h, h], signed. */
function beyond(x: f64, h: f64): f64 {
  return x > h ? x - h : x < -h ? x + h : 0.0;
}

export function pointBox(p: i32, x: f64, y: f64, z: f64, touch: f64): f64 {
  const hx: f64 = F[p];
  const hy: f64 = F[p + 1];
  const hz: f64 = F[p + 2];
  const ox: f64 = beyond(x, hx);
  const oy: f64 = beyond(y, hy);
  const oz: f64 = beyond(z, hz);
  const length: f64 = Math.sqrt(ox * ox + oy * oy + oz * oz);
  if (length > touch) {
    setOutward(ox / length, oy / length, oz / length);
    return length;
  }
  const dx: f64 = Math.abs(x) - hx;
  const dy: f64 = Math.abs(y) - hy;
  const dz: f64 = Math.abs(z) - hz;
  if (dx >= dy && dx >= dz) {
    setOutward(x < 0.0 ? -1.0 : 1.0, 0.0, 0.0);
    return dx;
  }
  if (dy >= dz) {
    setOutward(0.0, y < 0.0 ? -1.0 : 1.0, 0.0);
    return dy;
  }
  setOutward(0.0, 0.0, z < 0.0 ? -1.0 : 1.0);
  return dz;
}

/** Nearer to the axis the squares underflow, and the radial direction with them. */
const ON_AXIS: f64 = 1.0e-140;

/** Turns a normal (radial, axial) of the half-plane through (x, y) into space. */
function setRevolved(x: f64, y: f64, radial: f64, axial: f64): void {
  const rho: f64 = Math.sqrt(x * x + y * y);
  if (rho > ON_AXIS) setOutward((radial * x) / rho, (radial * y) / rho, axial);
  else setOutward(radial, 0.0, axial);
}

export function pointCylinder(p: i32, x: f64, y: f64, z: f64, touch: f64): f64 {
  const rho: f64 = Math.sqrt(x * x + y * y);
  const side: f64 = rho - F[p];
  const cap: f64 = Math.abs(z) - F[p + 1];
  const up: f64 = z < 0.0 ? -1.0 : 1.0;
  if (side > 0.0 && cap > 0.0) {
    const length: f64 = Math.sqrt(side * side + cap * cap);
    if (length > touch) {
      setRevolved(x, y, side / length, (up * cap) / length);
      return length;
    }
  }
  if (side >= cap) {
    setRevolved(x, y, 1.0, 0.0);
    return side;
  }
  setOutward(0.0, 0.0, up);
  return cap;
}

/** Block frame: base at -height/2, apex at +height/2. */
export function pointCone(p: i32, x: f64, y: f64, z: f64, touch: f64): f64 {
  const radius: f64 = F[p];
  const height: f64 = F[p + 1];
  const rho: f64 = Math.sqrt(x * x + y * y);
  const slant: f64 = Math.sqrt(radius * radius + height * height);
  const fromRim: f64 = rho - radius;
  const above: f64 = z + 0.5 * height;
  const side: f64 = (fromRim * height + above * radius) / slant;
  const along: f64 = (above * height - fromRim * radius) / slant;
  const base: f64 = -above;
  if (base > 0.0 && fromRim <= 0.0) {
    setOutward(0.0, 0.0, -1.0);
    return base;
  }
  if (side > 0.0 || base > 0.0) {
    // Beyond the rim or the apex the nearest point is that corner; otherwise it lies on the side.
    const cornerRho: f64 = along <= 0.0 ? fromRim : rho;
    const cornerZ: f64 = along <= 0.0 ? above : above - height;
    const length: f64 = Math.sqrt(cornerRho * cornerRho + cornerZ * cornerZ);
    if ((along <= 0.0 || along >= slant) && length > touch) {
      setRevolved(x, y, cornerRho / length, cornerZ / length);
      return length;
    }
  }
  if (side >= base) {
    setRevolved(x, y, height / slant, radius / slant);
    return side;
  }
  setOutward(0.0, 0.0, -1.0);
  return base;
}
