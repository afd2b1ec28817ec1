// SPDX-License-Identifier: MIT
/**
 * Simplified JKR: an attraction in proportion to the area of the circle in which the two spheres cut each other.
 * `inner` is the distance of that circle's plane from the first centre.
 */

/** @inline Area over pi. */
export function sjkrArea(radius: f64, inner: f64): f64 {
  return radius * radius - inner * inner;
}

/**
 * @inline Integral of the area over pi from first touch to centre distance d; for a half-space take 0 for `radiusJ`.
 */
export function sjkrEnergy(radiusI: f64, radiusJ: f64, distance: f64, wall: bool): f64 {
  if (wall) {
    const overlap: f64 = radiusI - distance;
    return overlap * overlap * (radiusI - overlap / 3.0);
  }
  const touch: f64 = radiusI + radiusJ;
  const difference: f64 = radiusI * radiusI - radiusJ * radiusJ;
  const span: f64 = touch - distance;
  const cubes: f64 = (touch * touch * touch - distance * distance * distance) / 3.0;
  const inverse: f64 = difference * difference * (1.0 / distance - 1.0 / touch);
  return radiusI * radiusI * span - 0.25 * (cubes + 2.0 * difference * span + inverse);
}
