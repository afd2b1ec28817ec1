// SPDX-License-Identifier: MIT
/**
 * Draws all bodies of a frame: spheres and unions of balls as impostors, other shapes as instances, many shapes in
 * groups. Positions are float32 relative to an origin, which is the position of the group, so nothing is added for each
 * body.
 */
import * as THREE from 'three';
import type { ShapeJson } from '../../../src/contact.ts';
import { type BodyUniforms, bodyUniforms, SELECTED, WITHOUT_MARKS } from './body-shading.ts';
import { mapTexture } from './colour-map.ts';
import { type CutBody, CutFaces } from './cut-faces.ts';
import type { ConvexSurface } from './cut-section.ts';
import { chooseLevel, DETAILS } from './level-of-detail.ts';
import type { LightUniforms } from './light.ts';
import { COARSE_DETAIL, FINE_DETAIL, shapeGeometry } from './shape-geometry.ts';
import { shapeGroups } from './shape-groups.ts';
import { ShapeLayer } from './shape-layer.ts';
import { SphereLayer } from './sphere-layer.ts';

/** Bodies of a frame, flat; quaternions w first. */
export interface BodyArrays {
  readonly ids: Int32Array;
  /** Numbers in the list of shapes. */
  readonly shapes: Int32Array;
  readonly scales: Float32Array;
  readonly positions: Float32Array;
  readonly orientations: Float32Array;
}

interface Ball {
  readonly centre: readonly [number, number, number];
  readonly radius: number;
}

/** Smaller numbers have this logarithm, as in the shader. */
const LEAST_LOG = 1e-30;
/** Up to this many bodies, curved shapes have a fine mesh. */
const FEW_BODIES = 500;

export class BodyLayer {
  readonly group = new THREE.Group();
  readonly uniforms: BodyUniforms;
  /** Radius about the origin of the shape's own frame in which all of it lies, for scale 1. */
  readonly reaches: readonly number[];
  readonly #balls: readonly (readonly Ball[] | undefined)[];
  readonly #isAllBalls: boolean;
  readonly #spheres: SphereLayer;
  /** Triangles of the shapes that are not made of balls. */
  readonly #surfaces: readonly (THREE.BufferGeometry | undefined)[];
  readonly #layers: readonly ShapeLayer[];
  /** Layer of each shape and its number there; -1 for those made of balls. */
  readonly #layerOf: Int32Array;
  readonly #numberInLayer: Int32Array;
  /** Faces of cut planes, and the convex parts of each shape that they are found from. */
  readonly #faces: CutFaces;
  readonly #parts: (readonly ConvexSurface[] | undefined)[] = [];
  #planes: readonly THREE.Plane[] = [];
  readonly #shapes: readonly ShapeJson[];
  readonly #detail: number;
  /** Outer radius of the largest body of each layer. */
  readonly #largest: Float64Array;
  #values: Float32Array = new Float32Array(0);
  #picked: number | undefined;
  /** Body of each instance. */
  #sphereBodies = new Int32Array(0);
  readonly #layerBodies: Int32Array[];
  #bodies: BodyArrays | undefined;
  #hidden: Uint8Array | undefined;
  #selected: Uint8Array | undefined;

  /** `bodyCount` is about how many bodies will be drawn: the fewer, the finer. Without `light` there are no shadows. */
  constructor(shapes: readonly ShapeJson[], bodyCount: number, light?: LightUniforms) {
    this.uniforms = bodyUniforms(mapTexture('viridis'), light);
    this.#balls = shapes.map(ballsOf);
    this.#isAllBalls = this.#balls.every((balls) => balls?.length === 1 && balls[0]?.centre.every((x) => x === 0));
    this.#spheres = new SphereLayer(this.uniforms);
    this.#shapes = shapes;
    this.#detail = bodyCount <= FEW_BODIES ? FINE_DETAIL : COARSE_DETAIL;
    this.#faces = new CutFaces(this.uniforms);
    this.#surfaces = shapes.map((shape, k) =>
      this.#balls[k] === undefined ? shapeGeometry(shape, this.#detail) : undefined,
    );
    const groups = shapeGroups(this.#surfaces.map((surface) => surface && (surface.index?.count ?? 0) / 3));
    this.#layerOf = new Int32Array(shapes.length).fill(-1);
    this.#numberInLayer = new Int32Array(shapes.length);
    this.#layers = groups.map((group, layer) => {
      group.forEach((shape, number) => {
        this.#layerOf[shape] = layer;
        this.#numberInLayer[shape] = number;
      });
      const surfaces = group.map((shape) => this.#surfaces[shape] as THREE.BufferGeometry);
      const [first = 0, ...others] = group;
      if (others.length > 0) return new ShapeLayer(surfaces, false, this.uniforms);
      return new ShapeLayer(isFlat(shapes[first]) ? surfaces : levelsOf(shapes[first]), true, this.uniforms);
    });
    this.#layerBodies = this.#layers.map(() => new Int32Array(0));
    this.reaches = shapes.map((_, k) => reachOf(this.#balls[k], this.#surfaces[k]));
    this.#largest = new Float64Array(this.#layers.length);
    this.group.add(this.#spheres.mesh, ...this.#layers.map(({ mesh }) => mesh), this.#faces.mesh);
  }

  /** Sets the poses of the bodies; positions are relative to `origin`, in the frame of the scene. */
  setBodies(bodies: BodyArrays, origin: readonly [number, number, number]): void {
    this.#bodies = bodies;
    this.group.position.set(...origin);
    this.#countInstances(bodies);
    if (this.#isAllBalls) this.#placeBalls(bodies);
    else this.#placeAll(bodies);
    this.#mark();
    this.#spheres.arrays.uploadPoses();
    for (const { arrays } of this.#layers) arrays.uploadPoses();
    this.#cut();
  }

  /**
   * Chooses levels of detail: `pixels` is the radius in the picture of a ball of 1 m where bodies are nearest, `error`
   * how far a chord may be off its arc, in pixels.
   */
  setDetail(pixels: number, error: number): void {
    this.#layers.forEach((layer, k) => {
      const { triangleCounts, arrays } = layer;
      if (triangleCounts.length > 1) {
        layer.level = chooseLevel(triangleCounts, arrays.count, pixels * this.#largest[k], error);
      }
    });
  }

  /** Bytes sent to the graphics card so far. */
  get uploadedBytes(): number {
    return [this.#spheres, ...this.#layers].reduce((sum, { arrays }) => sum + arrays.uploadedBytes, 0);
  }

  /** One number a body of the next `setBodies`: whether it is left out, and whether it looks selected. */
  setMasks(hidden: Uint8Array | undefined, selected: Uint8Array | undefined): void {
    this.#hidden = hidden;
    this.#selected = selected;
  }

  /** Planes of which each hides its positive side, in the frame of the scene. */
  setPlanes(planes: readonly THREE.Plane[]): void {
    const { uPlanes, uPlaneCount } = this.uniforms;
    planes.forEach(({ normal, constant }, k) => {
      uPlanes.value[k].set(normal.x, normal.y, normal.z, -constant);
    });
    uPlaneCount.value = planes.length;
    this.#planes = planes;
    this.#cut();
  }

  #cut(): void {
    const bodies = this.#bodies;
    if (bodies === undefined || (this.#planes.length === 0 && !this.#faces.mesh.visible)) return;
    const away = this.group.position.clone().negate();
    const planes = this.#planes.map((plane) => plane.clone().translate(away));
    this.#faces.cut(bodies.shapes.length, (body) => this.#cutBody(bodies, body), planes);
    this.#paintFaces();
  }

  /** A body of triangles that is shown. */
  #cutBody({ shapes, scales, positions, orientations }: BodyArrays, body: number): CutBody | undefined {
    const shape = shapes[body];
    if (this.#balls[shape] !== undefined || this.isHidden(body)) return undefined;
    this.#parts[shape] ??= convexParts(this.#shapes[shape], this.#surfaces[shape], this.#detail);
    const [w = 1, x = 0, y = 0, z = 0] = orientations.subarray(4 * body, 4 * body + 4);
    return {
      parts: this.#parts[shape],
      reach: scales[body] * this.reaches[shape],
      position: new THREE.Vector3().fromArray(positions, 3 * body),
      orientation: new THREE.Quaternion(x, y, z, w),
      scale: scales[body],
    };
  }

  #paintFaces(): void {
    this.#faces.set('aValue', (body) => this.#values[body] ?? 0);
    this.#faces.set('aState', (body) => (this.#selected?.[body] === 1 ? SELECTED : 0));
    this.#faces.set('aPicked', (body) => (body === this.#picked ? 1 : 0));
  }

  get hiddenCount(): number {
    return this.#hidden?.reduce((count, isHidden) => count + isHidden, 0) ?? 0;
  }

  isHidden(body: number): boolean {
    return this.#hidden?.[body] === 1;
  }

  /** A body that is left out has no size, so that instances keep their places. */
  #mark(): void {
    const mark = ({ scales, states, count }: SphereLayer['arrays'], bodies: Int32Array, isSphere: boolean): void => {
      for (let k = 0; k < count; k++) {
        const body = bodies[k];
        if (this.#hidden?.[body] === 1) scales[k] = 0;
        const isPart = isSphere && !this.#isAllBalls && this.#balls[this.#bodies?.shapes[body] ?? 0]?.length !== 1;
        states[k] = (this.#selected?.[body] === 1 ? SELECTED : 0) + (isPart ? WITHOUT_MARKS : 0);
      }
    };
    mark(this.#spheres.arrays, this.#sphereBodies, true);
    this.#layers.forEach(({ arrays }, k) => {
      mark(arrays, this.#layerBodies[k], false);
    });
  }

  /** Where every body is a single ball about its origin, arrays are copied as they are. */
  #placeBalls({ positions, orientations, scales, shapes }: BodyArrays): void {
    const { arrays } = this.#spheres;
    arrays.positions.set(positions);
    arrays.orientations.set(orientations);
    for (let body = 0; body < shapes.length; body++) {
      arrays.scales[body] = scales[body] * this.reaches[shapes[body]];
      this.#sphereBodies[body] = body;
    }
  }

  #placeAll(bodies: BodyArrays): void {
    const { positions, orientations, scales, shapes } = bodies;
    let sphere = 0;
    const next = new Int32Array(this.#layers.length);
    const { arrays: spheres } = this.#spheres;
    for (let body = 0; body < shapes.length; body++) {
      const shape = shapes[body];
      const balls = this.#balls[shape];
      if (balls !== undefined) {
        for (const ball of balls) {
          this.#sphereBodies[sphere] = body;
          placeBall(spheres, sphere++, ball, bodies, body);
        }
        continue;
      }
      const number = this.#layerOf[shape];
      const layer = this.#layers[number];
      const { arrays } = layer;
      const k = next[number];
      next[number] = k + 1;
      this.#layerBodies[number][k] = body;
      layer.setShape(k, this.#numberInLayer[shape]);
      for (let c = 0; c < 3; c++) arrays.positions[3 * k + c] = positions[3 * body + c];
      for (let c = 0; c < 4; c++) arrays.orientations[4 * k + c] = orientations[4 * body + c];
      arrays.scales[k] = scales[body];
    }
  }

  /** One number a body, to be coloured by. */
  setValues(values: Float32Array): void {
    const spread = (target: Float32Array, count: number, bodies: Int32Array): void => {
      for (let k = 0; k < count; k++) target[k] = values[bodies[k]];
    };
    const { arrays } = this.#spheres;
    if (this.#isAllBalls) arrays.values.set(values);
    else spread(arrays.values, arrays.count, this.#sphereBodies);
    arrays.uploadValues();
    this.#layers.forEach(({ arrays: instances }, k) => {
      spread(instances.values, instances.count, this.#layerBodies[k]);
      instances.uploadValues();
    });
    this.#values = values;
    this.#faces.set('aValue', (body) => values[body]);
  }

  /**
   * Colours from left to right for the numbers from `low` to `high`, in equal steps of their logarithm if `isLog`; the
   * texture stays the caller's.
   */
  setColours(texture: THREE.Texture, low: number, high: number, isLog = false): void {
    this.uniforms.uColours.value = texture;
    this.uniforms.uIsLog.value = isLog;
    if (isLog) this.uniforms.uRange.value.set(Math.log(Math.max(low, LEAST_LOG)), Math.log(Math.max(high, LEAST_LOG)));
    else this.uniforms.uRange.value.set(low, high);
  }

  /** Shows a body, by its index in the arrays, as picked. Undefined for none. */
  setPicked(body: number | undefined): void {
    const shape = body === undefined ? undefined : this.#bodies?.shapes[body];
    const find = (bodies: Int32Array, count: number): number => bodies.subarray(0, count).indexOf(body as number);
    const balls = shape === undefined ? undefined : this.#balls[shape];
    this.#spheres.pick(balls ? find(this.#sphereBodies, this.#spheres.arrays.count) : 0, balls?.length ?? 0);
    const wanted = shape === undefined ? -1 : this.#layerOf[shape];
    this.#layers.forEach((layer, k) => {
      if (k === wanted) layer.pick(find(this.#layerBodies[k], layer.arrays.count), 1);
      else layer.pick(0, 0);
    });
    this.#picked = body;
    this.#faces.set('aPicked', (each) => (each === body ? 1 : 0));
  }

  /** Balls of a shape that is made of them, else its triangles; for picking. */
  shapeOf(shape: number): { readonly balls?: readonly Ball[]; readonly surface?: THREE.BufferGeometry } {
    const [balls, surface] = [this.#balls[shape], this.#surfaces[shape]];
    return { ...(balls !== undefined && { balls }), ...(surface !== undefined && { surface }) };
  }

  get bodies(): BodyArrays | undefined {
    return this.#bodies;
  }

  #countInstances({ shapes, scales }: BodyArrays): void {
    const counts = new Int32Array(this.#layers.length);
    this.#largest.fill(0);
    let spheres = 0;
    for (let body = 0; body < shapes.length; body++) {
      const shape = shapes[body];
      const layer = this.#layerOf[shape];
      if (layer < 0) spheres += this.#balls[shape]?.length ?? 0;
      else {
        counts[layer] = counts[layer] + 1;
        this.#largest[layer] = Math.max(this.#largest[layer], scales[body] * this.reaches[shape]);
      }
    }
    this.#spheres.arrays.reserve(spheres);
    this.#spheres.arrays.count = spheres;
    if (this.#sphereBodies.length < spheres) this.#sphereBodies = new Int32Array(2 * spheres);
    this.#layers.forEach(({ arrays }, k) => {
      const count = counts[k];
      arrays.reserve(count);
      arrays.count = count;
      if ((this.#layerBodies[k]?.length ?? 0) < count) this.#layerBodies[k] = new Int32Array(2 * count);
    });
  }
}

function placeBall(
  { positions, orientations, scales }: SphereLayer['arrays'],
  k: number,
  { centre: [x, y, z], radius }: Ball,
  bodies: BodyArrays,
  body: number,
): void {
  const scale = bodies.scales[body];
  const at = 4 * body;
  const [w, i, j, l] = [
    bodies.orientations[at],
    bodies.orientations[at + 1],
    bodies.orientations[at + 2],
    bodies.orientations[at + 3],
  ];
  // v + 2 q x (q x v + w v)
  const [a, b, c] = [j * z - l * y + w * x, l * x - i * z + w * y, i * y - j * x + w * z];
  positions[3 * k] = bodies.positions[3 * body] + scale * (x + 2 * (j * c - l * b));
  positions[3 * k + 1] = bodies.positions[3 * body + 1] + scale * (y + 2 * (l * a - i * c));
  positions[3 * k + 2] = bodies.positions[3 * body + 2] + scale * (z + 2 * (i * b - j * a));
  orientations[4 * k] = w;
  orientations[4 * k + 1] = i;
  orientations[4 * k + 2] = j;
  orientations[4 * k + 3] = l;
  scales[k] = scale * radius;
}

/** The balls of a sphere or a union of spheres; undefined for any other shape. */
function ballsOf(shape: ShapeJson): readonly Ball[] | undefined {
  if ('sphere' in shape) return [{ centre: [0, 0, 0], radius: (shape.sphere as { radius: number }).radius }];
  if (!('compound' in shape)) return undefined;
  const pieces = shape.compound as readonly { shape: ShapeJson; pose?: { position?: readonly number[] } }[];
  if (!pieces.every((piece) => 'sphere' in piece.shape)) return undefined;
  return pieces.map((piece) => {
    const [x = 0, y = 0, z = 0] = piece.pose?.position ?? [];
    return { centre: [x, y, z], radius: (piece.shape as { sphere: { radius: number } }).sphere.radius };
  });
}

/** Whether the shape looks the same at any level of detail. */
const isFlat = (shape: ShapeJson): boolean => 'box' in shape || 'polyhedron' in shape;

/** From coarse to fine; only one if the shape has no curved parts. */
function levelsOf(shape: ShapeJson): THREE.BufferGeometry[] {
  const levels = DETAILS.map((detail) => shapeGeometry(shape, detail));
  const counts = new Set(levels.map(({ index }) => index?.count));
  return counts.size > 1 ? levels : levels.slice(0, 1);
}

/** Every shape of a body is convex, or a compound of such. */
function convexParts(
  shape: ShapeJson,
  whole: THREE.BufferGeometry | undefined,
  detail: number,
): readonly ConvexSurface[] {
  const surfaces =
    'compound' in shape
      ? (shape.compound as readonly unknown[]).map((piece) => shapeGeometry({ compound: [piece] } as ShapeJson, detail))
      : [whole ?? shapeGeometry(shape, detail)];
  return surfaces.map((surface) => ({
    positions: surface.getAttribute('position').array,
    triangles: surface.index?.array ?? [],
  }));
}

function reachOf(balls: readonly Ball[] | undefined, surface: THREE.BufferGeometry | undefined): number {
  if (balls !== undefined) return Math.max(...balls.map(({ centre, radius }) => Math.hypot(...centre) + radius));
  const position = surface?.getAttribute('position');
  let reach = 0;
  for (let k = 0; k < (position?.count ?? 0); k++) {
    reach = Math.max(reach, Math.hypot(position?.getX(k) ?? 0, position?.getY(k) ?? 0, position?.getZ(k) ?? 0));
  }
  return reach;
}
