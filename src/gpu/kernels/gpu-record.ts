// SPDX-License-Identifier: MIT
/**
 * A record in the memory of the GPU, declared once by field names and types: its WGSL struct, the words at which the
 * host finds each field, and expressions for records that kernels read as vectors of four words.
 */

type Kind = 'u' | 'i' | 'f';
type Plain = `${Kind}32` | `vec${2 | 3 | 4}${Kind}`;
/** Of a field: a number, a vector, another record, or several of them. */
export type FieldType = Plain | GpuRecord<string> | readonly [type: Plain | GpuRecord<string>, count: number];
type Value = number | readonly number[];

const COMPONENTS = 'xyzw';

/** Words, and the multiple of words at which it begins, by the rules of WGSL. */
function extentOf(type: FieldType): { size: number; align: number } {
  if (type instanceof GpuRecord) return { size: type.words, align: type.align };
  if (typeof type !== 'string') {
    const { size, align } = extentOf(type[0]);
    return { size: type[1] * roundUp(size, align), align };
  }
  if (!type.startsWith('vec')) return { size: 1, align: 1 };
  const size = Number(type[3]);
  return { size, align: size === 2 ? 2 : 4 };
}

function roundUp(x: number, unit: number): number {
  return Math.ceil(x / unit) * unit;
}

function wgslType(type: FieldType): string {
  if (type instanceof GpuRecord) return type.name;
  return typeof type === 'string' ? type : `array<${wgslType(type[0])}, ${type[1]}>`;
}

export class GpuRecord<Field extends string> {
  readonly name: string;
  readonly fields: Readonly<Record<Field, FieldType>>;
  /** First word of each field. */
  readonly at: Readonly<Record<Field, number>>;
  readonly words: number;
  readonly align: number;

  constructor(name: string, fields: Readonly<Record<Field, FieldType>>) {
    this.name = name;
    this.fields = fields;
    const at = {} as Record<Field, number>;
    let [end, widest] = [0, 1];
    for (const field of Object.keys(fields) as Field[]) {
      const { size, align } = extentOf(fields[field]);
      at[field] = roundUp(end, align);
      end = at[field] + size;
      widest = Math.max(widest, align);
    }
    this.at = at;
    this.align = widest;
    this.words = roundUp(end, widest);
  }

  get bytes(): number {
    return 4 * this.words;
  }

  /** The struct of WGSL. */
  get struct(): string {
    const fields = (Object.keys(this.fields) as Field[]).map((field) => `  ${field}: ${wgslType(this.fields[field])},`);
    return `struct ${this.name} {\n${fields.join('\n')}\n}`;
  }

  /** Writes numbers and vectors to the record that begins at a word. */
  write(words: Uint32Array, from: number, values: Readonly<Partial<Record<Field, Value>>>): void {
    for (const [field, value] of Object.entries(values) as [Field, Value][]) {
      const type = this.fields[field];
      const kind = typeof type === 'string' ? type[type.startsWith('vec') ? 4 : 0] : '';
      const array = kind === 'f' ? Float32Array : kind === 'i' ? Int32Array : Uint32Array;
      const view = new array(words.buffer as ArrayBuffer, words.byteOffset, words.length);
      if (typeof value === 'number') view[from + this.at[field]] = value;
      else view.set(value, from + this.at[field]);
    }
  }

  /** WGSL: the vector of four words with this field, of record `t` of a buffer `array<vec4u>`. */
  vector(buffer: string, field: Field, t = 't'): string {
    const [vectors, k] = [this.words / 4, this.at[field] >> 2];
    const first = vectors === 1 ? t : `${vectors}u * ${t}`;
    return `${buffer}[${first}${k === 0 ? '' : ` + ${k}u`}]`;
  }

  /** WGSL: a word of such a record: that of a field, or the one so many words behind it. */
  word(buffer: string, field: Field, t = 't', behind = 0): string {
    return `${this.vector(buffer, field, t)}.${COMPONENTS[(this.at[field] & 3) + behind]}`;
  }
}
