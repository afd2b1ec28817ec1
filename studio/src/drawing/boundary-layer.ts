// SPDX-License-Identifier: MIT
/**
 * Draws walls: meshes as panes with sharp edges, the half-space that bodies lie on as ground, other half-spaces as
 * panes with a grid, and the box of the domain.
 */
import * as THREE from 'three';
import type { TrajectoryBoundary } from '../../../src/io.ts';
import { Ground } from './ground.ts';
import type { Look } from './look.ts';
import { wallMaterial } from './wall-material.ts';

/** Edges between facets that meet flatter than this are not drawn. */
const EDGE_ANGLE_DEGREES = 20;
const GRID_LINES = 10;
/** Drawn width of a half-space relative to the bodies on it. */
const PLANE_MARGIN = 1.15;
/** A half-space is ground if its normal is within 45 degrees of the vertical. */
const GROUND_SLOPE = Math.SQRT1_2;
export const WALL_OPACITY = 0.16;
const LINE_OPACITY = 0.75;
const GRID_OPACITY = 0.3;

interface DomainBox {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly periodic: readonly boolean[];
}

interface Plane {
  readonly up: THREE.Vector3;
  readonly offset: number;
}

export class BoundaryLayer {
  readonly group = new THREE.Group();
  readonly #origin: THREE.Vector3;
  readonly #meshes: THREE.Group[] = [];
  readonly #panes: (Plane & { readonly group: THREE.Group })[] = [];
  #ground: (Plane & { readonly drawn: Ground }) | undefined;
  readonly #surface: THREE.ShaderMaterial;
  readonly #line = new THREE.LineBasicMaterial({ transparent: true, opacity: LINE_OPACITY });
  readonly #grid = new THREE.LineBasicMaterial({ transparent: true, opacity: GRID_OPACITY });

  /** `origin` is the point of the world that the scene is drawn about. */
  constructor(
    boundaries: readonly TrajectoryBoundary[],
    origin: THREE.Vector3,
    domain: DomainBox | undefined,
    look: Look,
  ) {
    this.#origin = origin;
    this.#surface = wallMaterial(look.light);
    for (const { mesh } of boundaries) if (mesh !== undefined) this.#addMesh(mesh);
    const planes = boundaries.flatMap(({ halfSpace }) =>
      halfSpace === undefined
        ? []
        : [{ up: new THREE.Vector3().fromArray(halfSpace.normal), offset: halfSpace.offset }],
    );
    const [lowest] = planes.filter(({ up }) => up.z > GROUND_SLOPE).sort((a, b) => b.up.z - a.up.z);
    for (const plane of planes) if (plane !== lowest) this.#addPane(plane);
    if (lowest !== undefined) {
      const drawn = new Ground(lowest.up, look.light, look.background);
      this.#ground = { ...lowest, drawn };
      this.group.add(drawn.group);
    }
    if (domain !== undefined) this.#addDomain(domain);
  }

  /** As in a style sheet; written to the screen as they are. */
  setColours(wall: string, ground: string): void {
    (this.#surface.uniforms.uColour.value as THREE.Color).setStyle(wall, THREE.LinearSRGBColorSpace);
    for (const material of [this.#line, this.#grid]) material.color.setStyle(wall, THREE.LinearSRGBColorSpace);
    this.#ground?.drawn.setColours(ground, wall);
  }

  /** 0 to 1, of the walls but not of the ground. */
  set opacity(value: number) {
    this.#surface.uniforms.uOpacity.value = value;
    this.#surface.depthWrite = value >= 1;
    const strength = Math.min(value / WALL_OPACITY, 1);
    this.#line.opacity = LINE_OPACITY * strength;
    this.#grid.opacity = GRID_OPACITY * strength;
  }

  /** 7 numbers a mesh: position in the world, orientation w first. */
  setMeshPoses(poses: Float64Array): void {
    this.#meshes.forEach((group, k) => {
      const [x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, l = 0] = poses.subarray(7 * k, 7 * k + 7);
      group.position.set(x - this.#origin.x, y - this.#origin.y, z - this.#origin.z);
      group.quaternion.set(i, j, l, w);
    });
  }

  /** What half-spaces are to be seen under, about the origin. */
  set around(box: THREE.Box3) {
    const sphere = box.getBoundingSphere(new THREE.Sphere());
    sphere.radius = Math.max(sphere.radius, 1e-9);
    const half = sphere.radius * PLANE_MARGIN;
    for (const { group, up, offset } of this.#panes) {
      group.visible = !box.isEmpty();
      group.scale.set(half, half, 1);
      const height = offset - up.dot(this.#origin);
      group.position.copy(sphere.center).addScaledVector(up, height - up.dot(sphere.center));
    }
    if (this.#ground === undefined) return;
    const { drawn, up, offset } = this.#ground;
    drawn.group.visible = !box.isEmpty();
    if (drawn.group.visible) drawn.place(sphere, offset - up.dot(this.#origin), this.#origin);
  }

  #addMesh({ vertices, facets }: NonNullable<TrajectoryBoundary['mesh']>): void {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute('position', new THREE.Float32BufferAttribute(vertices, 3));
    const triangles = facets.flatMap((facet) =>
      facet.slice(2).flatMap((corner, k) => [facet[0], facet[k + 1], corner]),
    );
    geometry.setIndex(triangles);
    const group = new THREE.Group();
    const surface = new THREE.Mesh(geometry, this.#surface);
    surface.renderOrder = 1;
    group.add(surface, new THREE.LineSegments(new THREE.EdgesGeometry(geometry, EDGE_ANGLE_DEGREES), this.#line));
    this.#meshes.push(group);
    this.group.add(group);
  }

  #addPane({ up, offset }: Plane): void {
    const group = new THREE.Group();
    const surface = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.#surface);
    surface.renderOrder = 1;
    group.add(surface, gridLines(this.#grid));
    group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    this.#panes.push({ group, up, offset });
    this.group.add(group);
  }

  #addDomain({ min, max }: DomainBox): void {
    const box = new THREE.Box3(new THREE.Vector3().fromArray(min), new THREE.Vector3().fromArray(max));
    box.translate(this.#origin.clone().negate());
    const size = box.getSize(new THREE.Vector3());
    const lines = new THREE.LineSegments(
      new THREE.EdgesGeometry(new THREE.BoxGeometry(size.x, size.y, size.z)),
      this.#line,
    );
    lines.position.copy(box.getCenter(new THREE.Vector3()));
    this.group.add(lines);
  }
}

/** From -1 to 1 in both directions. */
function gridLines(material: THREE.Material): THREE.LineSegments {
  const points: number[] = [];
  for (let k = 0; k <= GRID_LINES; k++) {
    const at = (2 * k) / GRID_LINES - 1;
    points.push(at, -1, 0, at, 1, 0, -1, at, 0, 1, at, 0);
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(points, 3));
  return new THREE.LineSegments(geometry, material);
}
