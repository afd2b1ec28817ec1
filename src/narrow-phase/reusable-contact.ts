// SPDX-License-Identifier: MIT
/**
 * Result that `contact` fills again and again, for loops that must not allocate: an object a query costs as much as a
 * third of a short query, garbage collection included.
 */
import type {
  Contact,
  ContactReason,
  ContactStatus,
  ContactType,
  ManifoldPoint,
  PengHanleyCase,
} from './contact-result.ts';

/**
 * A class, because engines store numbers in place only where a field has always been a number: objects written as
 * `{ x, y, z }` share their layout with all others of these names.
 */
class ResultVector {
  x = Number.NaN;
  y = Number.NaN;
  z = Number.NaN;
}

/**
 * The answer of the last query that got this object as `options.out`. Before the first one, numbers are NaN and the
 * status is `unsupported`. The next query overwrites all fields and those of `normal` and the points: copy what you
 * keep.
 */
export class ContactResult implements Contact {
  distance = Number.NaN;
  readonly normal = new ResultVector();
  readonly pointOnA = new ResultVector();
  readonly pointOnB = new ResultVector();
  readonly point = new ResultVector();
  lower = Number.NaN;
  upper = Number.NaN;
  type: ContactType = 'v-v';
  status: ContactStatus = 'unsupported';
  reason: ContactReason | undefined = undefined;
  gjkIterations = 0;
  epaIterations = 0;
  case: PengHanleyCase | undefined = undefined;
  manifold: readonly ManifoldPoint[] | undefined = undefined;
}

function copyVector(to: ResultVector, from: Readonly<ResultVector>): void {
  to.x = from.x;
  to.y = from.y;
  to.z = from.z;
}

/** Copies an answer that was computed as an object. */
export function copyContact(out: ContactResult, found: Contact): ContactResult {
  out.distance = found.distance;
  copyVector(out.normal, found.normal);
  copyVector(out.pointOnA, found.pointOnA);
  copyVector(out.pointOnB, found.pointOnB);
  copyVector(out.point, found.point);
  out.lower = found.lower;
  out.upper = found.upper;
  out.type = found.type;
  out.status = found.status;
  out.reason = found.reason;
  out.gjkIterations = found.gjkIterations;
  out.epaIterations = found.epaIterations;
  out.case = found.case;
  out.manifold = found.manifold;
  return out;
}
