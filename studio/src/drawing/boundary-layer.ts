// SPDX-License-Identifier: MIT
/** Draws walls: translucent meshes with sharp edges, half-spaces as a square with a grid, and the box of the domain. */
import * as THREE from 'three';
import type { TrajectoryBoundary } from '../../../src/io.ts';

/** Edges between facets that meet flatter than this are not drawn. */
const EDGE_ANGLE_DEGREES = 20;
const GRID_LINES = 10;
/** Drawn width of a half-space relative to the bodies on it. */
const PLANE_MARGIN = 1.15;

interface DomainBox {
  readonly min: readonly number[];
  readonly max: readonly number[];
  readonly periodic: readonly boolean[];
}

export class BoundaryLayer {
  readonly group = new THREE.Group();
  readonly #origin: THREE.Vector3;
  readonly #meshes: THREE.Group[] = [];
  readonly #planes: { readonly group: THREE.Group; readonly up: THREE.Vector3; readonly offset: number }[] = [];
  readonly #surface = new THREE.MeshBasicMaterial({
    transparent: true,
    opacity: 0.16,
    side: THREE.DoubleSide,
    depthWrite: false,
  });
  readonly #line = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.75 });
  readonly #grid = new THREE.LineBasicMaterial({ transparent: true, opacity: 0.3 });

  /** `origin` is the point of the world that the scene is drawn about. */
  constructor(boundaries: readonly TrajectoryBoundary[], origin: THREE.Vector3, domain: DomainBox | undefined) {
    this.#origin = origin;
    for (const { mesh } of boundaries) if (mesh !== undefined) this.#addMesh(mesh);
    for (const { halfSpace } of boundaries) if (halfSpace !== undefined) this.#addHalfSpace(halfSpace);
    if (domain !== undefined) this.#addDomain(domain);
  }

  /** As in a style sheet. */
  set colour(value: string) {
    for (const material of [this.#surface, this.#line, this.#grid]) material.color.set(value);
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
    const half = Math.max(sphere.radius * PLANE_MARGIN, 1e-9);
    for (const { group, up, offset } of this.#planes) {
      group.visible = !box.isEmpty();
      group.scale.set(half, half, 1);
      const height = offset - up.dot(this.#origin);
      group.position.copy(sphere.center).addScaledVector(up, height - up.dot(sphere.center));
    }
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

  #addHalfSpace({ normal, offset }: NonNullable<TrajectoryBoundary['halfSpace']>): void {
    const up = new THREE.Vector3().fromArray(normal);
    const group = new THREE.Group();
    const surface = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), this.#surface);
    surface.renderOrder = 1;
    group.add(surface, gridLines(this.#grid));
    group.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
    this.#planes.push({ group, up, offset });
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
