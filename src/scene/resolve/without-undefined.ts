// SPDX-License-Identifier: MIT
/** Objects whose absent parts are absent, as the types of specs ask. */

type WithoutUndefined<T> = { [Key in keyof T as undefined extends T[Key] ? never : Key]: T[Key] } & {
  [Key in keyof T as undefined extends T[Key] ? Key : never]?: Exclude<T[Key], undefined>;
};

/** A copy without the keys whose value is undefined. */
export function withoutUndefined<T extends object>(value: T): WithoutUndefined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as WithoutUndefined<T>;
}
