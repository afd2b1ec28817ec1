// SPDX-License-Identifier: MIT
/**
 * A browser started in the locale `C` or `POSIX` calls its language `en-US@posix`, which is no language tag: every
 * `Intl` constructor throws at it, and uPlot asks one with `navigator.language` as soon as it is loaded.
 */
export function mendLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language);
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true });
  }
}
