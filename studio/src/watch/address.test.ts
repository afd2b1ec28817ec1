// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { type AddressPart, hashOf, hashParameters, numbersText, readEnds, readNumbers } from './address.ts';

const partOf = (value: string): AddressPart => ({
  keys: ['colour'],
  write: (to) => {
    if (value !== '') to.set('colour', value);
  },
  read: () => {},
});

describe('the address', () => {
  it('has what the parts write, and keeps the keys of others', () => {
    expect(hashOf('watch', '#/watch?colour=spin&run=a', [partOf('speed')])).toBe('#/watch?run=a&colour=speed');
    expect(hashOf('watch', '#/watch?colour=spin', [partOf('')])).toBe('#/watch');
  });

  it('keeps the name of the run, and no address of another tab', () => {
    expect(hashOf('watch', '#/watch/kept-3?colour=spin', [partOf('speed')])).toBe('#/watch/kept-3?colour=speed');
    expect(hashOf('watch', '#/watch/example-drum', [partOf('')])).toBe('#/watch/example-drum');
    expect(hashOf('watch', '#/gallery', [partOf('speed')])).toBe('#/watch?colour=speed');
  });

  it('is read back as it was written', () => {
    const text = numbersText([1.5, -2e-7, Infinity]);
    const parameters = hashParameters(hashOf('watch', '', [partOf(text)]));
    expect(readEnds(parameters.get('colour'), 3)).toEqual([1.5, -2e-7, Infinity]);
    // No camera stands there.
    expect(readNumbers(parameters.get('colour'), 3)).toBeUndefined();
    expect(readNumbers('1,2e300', 2)).toBeUndefined();
    expect(readNumbers('1,2e3', 2)).toEqual([1, 2000]);
  });

  it.each([null, '', '1', '1,2,x', '1,,3'])('gives no numbers for %s', (text) => {
    expect(readEnds(text, 3)).toBeUndefined();
    expect(readNumbers(text, 3)).toBeUndefined();
  });
});
