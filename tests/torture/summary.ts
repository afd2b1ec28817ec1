// SPDX-License-Identifier: MIT
/**
 * Adds up the reports of blocks and says what came of a run: violations first, then softer measures, then where the
 * time went.
 */
import {
  type BlockReport,
  type Failure,
  isSoft,
  keepSlowest,
  nameOf,
  type SlowQuery,
  SOFT_SHARE,
  type Tally,
} from './session.ts';

/** Of random curved pairs at most this share may end `bounded`, once there are enough of them to tell. */
const BOUNDED_SHARE = 0.01;
const ENOUGH_CURVED = 2000;
/** A share of soft findings says something once there are as many queries. */
const ENOUGH_QUERIES = 10_000;
const SHOWN_FAILURES = 20;

export class Summary {
  queries = 0;
  /** Pairs with a wrong bound, a broken promise, an exception: what must not be. */
  violationCount = 0;
  /** Pairs with soft findings only. */
  softCount = 0;
  readonly failures: Failure[] = [];
  readonly slowest: SlowQuery[] = [];
  private readonly kinds = new Map<string, Tally>();
  private readonly curved = new Map<string, { queries: number; bounded: number }>();
  private readonly violationNames = new Map<string, number>();
  private readonly softNames = new Map<string, number>();

  add(report: BlockReport): void {
    this.queries += report.queries;
    for (const [kind, tally] of Object.entries(report.kinds)) this.addTally(kind, tally);
    for (const [name, { queries, bounded }] of Object.entries(report.curved)) {
      const sum = this.curved.get(name) ?? { queries: 0, bounded: 0 };
      this.curved.set(name, { queries: sum.queries + queries, bounded: sum.bounded + bounded });
    }
    for (const failure of report.failures) this.addFailure(failure);
    for (const slow of report.slowest) keepSlowest(this.slowest, slow);
  }

  private addFailure(failure: Failure): void {
    const soft = isSoft(failure);
    if (soft) this.softCount++;
    else this.violationCount++;
    for (const finding of failure.findings) {
      const counts = isSoft({ findings: [finding] }) ? this.softNames : this.violationNames;
      counts.set(nameOf(finding), (counts.get(nameOf(finding)) ?? 0) + 1);
    }
    if (this.failures.length < SHOWN_FAILURES) {
      this.failures.push(failure);
      return;
    }
    // Violations push the soft ones out.
    const last = soft ? -1 : this.failures.findIndex(isSoft);
    if (last >= 0) this.failures[last] = failure;
  }

  private addTally(kind: string, tally: Tally): void {
    const sum = this.kinds.get(kind);
    if (sum === undefined) {
      this.kinds.set(kind, { ...tally });
      return;
    }
    for (const key of Object.keys(tally) as (keyof Tally)[]) sum[key] += tally[key];
  }

  private curvedTotal(): { queries: number; bounded: number } {
    let queries = 0;
    let bounded = 0;
    for (const entry of this.curved.values()) {
      queries += entry.queries;
      bounded += entry.bounded;
    }
    return { queries, bounded };
  }

  /** What the run as a whole violates, beside its single failures. */
  violations(): string[] {
    const { queries, bounded } = this.curvedTotal();
    const found: string[] = [];
    if (queries >= ENOUGH_CURVED && bounded > BOUNDED_SHARE * queries) {
      found.push(`${bounded} of ${queries} random curved pairs ended bounded: more than 1 %`);
    }
    if (this.queries >= ENOUGH_QUERIES && this.softCount > SOFT_SHARE * this.queries) {
      found.push(`${this.softCount} of ${this.queries} pairs have soft findings: more than 0.1 %`);
    }
    return found;
  }

  isGood(): boolean {
    return this.violationCount === 0 && this.violations().length === 0;
  }

  text(seconds: number): string {
    const lines = [
      'kind             queries   us/query  bounded  exact path  its time  violations     soft',
      ...[...this.kinds].sort().map(([kind, t]) => this.kindLine(kind, t)),
    ];
    const { queries, bounded } = this.curvedTotal();
    if (queries > 0) {
      lines.push('', `random curved pairs: ${queries}, of these bounded ${bounded} (${percent(bounded / queries)})`);
      const worst = [...this.curved].filter(([, t]) => t.bounded > 0).sort(([, p], [, q]) => share(q) - share(p));
      for (const [name, t] of worst) lines.push(`  ${name}: ${t.bounded} of ${t.queries} (${percent(share(t))})`);
    }
    lines.push('', 'slowest queries:');
    for (const slow of this.slowest) {
      lines.push(`  ${slow.milliseconds.toFixed(3)} ms  query ${slow.number}  ${slow.kind}  ${shapesOf(slow.line)}`);
    }
    if (this.failures.length > 0) lines.push('', 'failures, violations first:');
    for (const f of [...this.failures].sort((p, q) => Number(isSoft(p)) - Number(isSoft(q)))) {
      lines.push(`  query ${f.number}  ${f.kind}  ${shapesOf(f.line)}`, `    ${f.findings[0]}`);
    }
    const rate = Math.round(this.queries / seconds);
    const million = (1e6 * this.softCount) / this.queries;
    lines.push('', ...this.violations());
    lines.push(`violations: ${this.violationCount}${countsOf(this.violationNames)}`);
    lines.push(`soft: ${this.softCount}, ${million.toFixed(1)} in a million${countsOf(this.softNames)}`);
    lines.push(`${this.queries} queries in ${seconds.toFixed(1)} s, ${rate} a second: ${this.verdict()}`);
    return lines.join('\n');
  }

  private verdict(): string {
    return this.isGood() ? 'no violation' : `${this.violationCount + this.violations().length} VIOLATIONS`;
  }

  private kindLine(kind: string, t: Tally): string {
    const time = (1e3 * t.milliseconds) / t.queries;
    const exactTime = t.milliseconds > 0 ? t.exactMilliseconds / t.milliseconds : 0;
    return [
      kind.padEnd(14),
      String(t.queries).padStart(10),
      time.toFixed(2).padStart(10),
      percent(t.bounded / t.queries).padStart(8),
      percent(t.exact / t.queries).padStart(11),
      percent(exactTime).padStart(9),
      String(t.violations).padStart(11),
      String(t.soft).padStart(8),
    ].join(' ');
  }
}

function countsOf(names: ReadonlyMap<string, number>): string {
  if (names.size === 0) return '';
  return ` (${[...names].map(([name, count]) => `${name} ${count}`).join(', ')})`;
}

function share(t: { queries: number; bounded: number }): number {
  return t.bounded / t.queries;
}

function percent(value: number): string {
  return `${(100 * value).toFixed(2)} %`;
}

/** The kinds of the two shapes of a line. */
function shapesOf(line: string): string {
  const { a, b } = JSON.parse(line) as { a: { shape: object }; b: { shape: object } };
  return `${Object.keys(a.shape)[0]} / ${Object.keys(b.shape)[0]}`;
}
