// SPDX-License-Identifier: MIT
/**
 * three-mesh-bvh on a set of spheres and a mesh: `shapecast` through the boxes that intersect the sphere collects every
 * triangle whose closest point is within the radius. This is only the search, without features and elimination.
 */
import type { MeshSet } from './mesh-set.ts';
import type { PreparedMeshVariant } from './mesh-variants.ts';
import { loadPeer, peerVersion } from './peer-package.ts';

interface Vector {
  set(x: number, y: number, z: number): Vector;
  distanceToSquared(other: Vector): number;
}

interface Sphere {
  radius: number;
  intersectsBox(box: unknown): boolean;
}

interface Three {
  BufferGeometry: new () => {
    setAttribute(name: string, attribute: unknown): void;
    setIndex(attribute: unknown): void;
  };
  BufferAttribute: new (array: Float32Array | Uint32Array, itemSize: number) => unknown;
  /** Keeps the vector it is given. */
  Sphere: new (
    centre: Vector,
  ) => Sphere;
  Vector3: new () => Vector;
}

interface Triangle {
  closestPointToPoint(point: Vector, target: Vector): Vector;
}

interface ThreeMeshBvh {
  MeshBVH: new (
    geometry: unknown,
  ) => {
    shapecast(callbacks: {
      intersectsBounds(box: unknown): boolean;
      intersectsTriangle(triangle: Triangle, index: number): boolean;
    }): void;
  };
}

export async function threeMeshBvh(set: MeshSet, spheres: Float64Array): Promise<PreparedMeshVariant> {
  const three = await loadPeer<Three>('three');
  const { MeshBVH } = await loadPeer<ThreeMeshBvh>('three-mesh-bvh');
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(Float32Array.from(set.vertices), 3));
  geometry.setIndex(new three.BufferAttribute(Uint32Array.from(set.facets.vertices), 1));
  const bvh = new MeshBVH(geometry);
  const centre = new three.Vector3();
  const sphere = new three.Sphere(centre);
  const closest = new three.Vector3();
  const found: number[] = [];
  const callbacks = {
    intersectsBounds: (box: unknown): boolean => sphere.intersectsBox(box),
    intersectsTriangle: (triangle: Triangle, index: number): boolean => {
      const point = triangle.closestPointToPoint(centre, closest);
      if (point.distanceToSquared(centre) <= sphere.radius * sphere.radius) found.push(index);
      return false;
    },
  };
  let meeting = 0;
  return {
    engine: `three-mesh-bvh ${peerVersion('three-mesh-bvh')}, three ${peerVersion('three')}`,
    pass: () => {
      meeting = 0;
      for (let i = 0; i < spheres.length; i += 4) {
        centre.set(spheres[i], spheres[i + 1], spheres[i + 2]);
        sphere.radius = spheres[i + 3];
        found.length = 0;
        bvh.shapecast(callbacks);
        meeting += found.length;
      }
    },
    meetingCount: () => meeting,
  };
}
