// SPDX-License-Identifier: MIT
/**
 * Checks the options of a query before it starts, and refuses unknown names and wrong types. Reads each value once,
 * before the query writes to the kernel's memory: reading may run a getter of the caller, and the getter may start
 * another query.
 */

import { describeValue, refuseArgument, refuseKey } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { ContactCache } from './contact-cache.ts';
import { ContactResult } from './reusable-contact.ts';

/** Names of the options of `contact`; other queries take some of them. */
export const CONTACT_OPTIONS = ['algorithm', 'trace', 'iterationLimit', 'cache', 'manifold', 'kernel', 'out'] as const;

/** Returns the options as a record of unchecked values. Throws on names that are not in `allowed`. */
export function optionsArgument<Key extends string>(
  options: unknown,
  allowed: readonly Key[],
  path = 'options',
): Readonly<Partial<Record<Key, unknown>>> {
  if (options === undefined) return {} as Readonly<Partial<Record<Key, unknown>>>;
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    refuseArgument(InvalidOptionError, 'not-an-object', path, `an object with ${allowed.join(', ')}`, options);
  }
  for (const key in options) {
    if (allowed.includes(key as Key)) continue;
    if (!(CONTACT_OPTIONS as readonly string[]).includes(key)) refuseKey(path, key, allowed, InvalidOptionError);
    throw new InvalidOptionError('not-here', `${path}.${key}: only contact() has this option; leave it out`, { key });
  }
  return options as Readonly<Partial<Record<Key, unknown>>>;
}

export function cacheArgument(value: unknown, path = 'options.cache'): ContactCache | undefined {
  if (value === undefined || value instanceof ContactCache) return value;
  return refuseArgument(InvalidOptionError, 'not-a-cache', path, 'a ContactCache', value);
}

export function resultArgument(value: unknown): ContactResult | undefined {
  if (value === undefined || value instanceof ContactResult) return value;
  return refuseArgument(InvalidOptionError, 'not-a-result', 'options.out', 'a ContactResult', value);
}

export function flagArgument(value: unknown, path: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value === true;
  return refuseArgument(InvalidOptionError, 'not-a-boolean', path, 'true or false', value);
}

export function callbackArgument<Callback>(value: unknown, path: string): Callback | undefined {
  if (value === undefined || typeof value === 'function') return value as Callback | undefined;
  return refuseArgument(InvalidOptionError, 'not-a-function', path, 'a function', value);
}

/** A length from 0 to Infinity; `absent` is the default. */
export function lengthArgument(value: unknown, path: string, absent: number): number {
  if (value === undefined) return absent;
  if (typeof value === 'number' && value >= 0) return value;
  return refuseArgument(InvalidOptionError, 'out-of-range', path, 'a number >= 0', value);
}

/** Throws unless the limit is undefined or a positive integer. */
export function iterationLimitArgument(value: unknown): number | undefined {
  if (value === undefined || (Number.isInteger(value) && (value as number) > 0)) return value as number | undefined;
  const message = `options.iterationLimit: expected an integer > 0, got ${describeValue(value)}`;
  throw new InvalidOptionError('bad-limit', message);
}

/** Throws unless the value is undefined or one of the names. */
export function nameArgument<Name extends string>(
  value: unknown,
  path: string,
  names: readonly Name[],
  code: string,
): Name | undefined {
  if (value === undefined || names.includes(value as Name)) return value as Name | undefined;
  const message = `${path}: expected one of ${names.join(', ')}, got ${describeValue(value)}`;
  throw new InvalidOptionError(code, message, { names });
}
