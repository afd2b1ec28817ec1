// SPDX-License-Identifier: MIT
/** Computes the rates at the openings of a flow, on the CPU or on a GPU, and fits Beverloo's law to them. */
import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { keptResult } from '../kept-result.ts';
import { plain, type RunSetup } from '../verification-case.ts';
import { type BeverlooFit, exponentAndRim, exponentWithRim, type Rate, rimWithExponent } from './beverloo-fit.ts';
import { EMPTY_RIM, type Flow, type Opening } from './beverloo-flows.ts';
import { dischargedOnGpu, settledOnGpu } from './gpu-silo-flow.ts';
import { dischargedGrains, type SettledPacking, type Silo, settledPacking } from './silo-flow.ts';

export const EXPONENT = 2.5;
/** The measured time has this many parts; their scatter is the uncertainty of the rate. */
const PARTS = 5;
const LARGE_PARTS = 8;
/** On the GPU the time before is simulated in parts of this length, s. */
const WATCHED = 0.1;

interface CountedRate extends Rate {
  readonly counted: number;
  /** Rate of the second half of the measured time over that of the first, less 1. */
  readonly drift: number;
}

export interface Curve extends Flow {
  readonly rates: readonly CountedRate[];
  /** As it is checked. */
  readonly fit: BeverlooFit;
  readonly withKnownRim: BeverlooFit;
  /** k where the exponent is 5/2. */
  readonly rimAtExponent: number;
  /** Rates over those of the law with it, less 1. */
  readonly off: readonly number[];
  /** Grains in the silos. */
  readonly counts: readonly number[];
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

function rateOf(passed: readonly number[], { diameter, counted }: Opening): CountedRate {
  const total = sum(passed);
  const mean = total / passed.length;
  const variance = sum(passed.map((part) => (part - mean) ** 2)) / (passed.length - 1);
  const error = Math.sqrt(variance * passed.length) / counted;
  const half = Math.floor(passed.length / 2);
  const drift = sum(passed.slice(-half)) / sum(passed.slice(0, half)) - 1;
  return { diameter, rate: total / counted, error, counted: total, drift };
}

/**
 * A few parts give a poor estimate of the scatter at one opening. All openings get the mean relative scatter, which a
 * line through logarithms assumes anyway.
 */
function equallyGood(rates: readonly Rate[]): Rate[] {
  const relative = Math.sqrt(sum(rates.map(({ rate, error }) => (error / rate) ** 2)) / rates.length);
  return rates.map(({ diameter, rate }) => ({ diameter, rate, error: relative * rate }));
}

/** Relative deviations of rates from C (D - k)^n, with the C of the mean logarithm. */
function offLaw(rates: readonly Rate[], exponent: number, rim: number): number[] {
  const logs = rates.map(({ diameter, rate }) => Math.log(rate) - exponent * Math.log(diameter - rim));
  const mean = sum(logs) / logs.length;
  return logs.map((log) => Math.exp(log - mean) - 1);
}

function curveThrough(flow: Flow, rates: readonly CountedRate[], counts: readonly number[]): Curve {
  const good = equallyGood(rates);
  const rimAtExponent = rimWithExponent(good, EXPONENT);
  return {
    ...flow,
    rates,
    rimAtExponent,
    counts,
    withKnownRim: exponentWithRim(good, EMPTY_RIM),
    fit: flow.rim === 'fitted' ? exponentAndRim(good) : exponentWithRim(good, flow.rim),
    off: offLaw(good, EXPONENT, rimAtExponent),
  };
}

export function flowCurve(flow: Flow, progress: RunSetup['progress']): Curve {
  const beds = new Map<Silo, SettledPacking>();
  const rates = flow.openings.map((opening) => {
    const { diameter, counted, silo } = opening;
    if (!beds.has(silo)) progress(`${flow.grain} settle in a silo of ${silo.width} diameters`);
    const bed = beds.get(silo) ?? settledPacking(flow.grain, silo);
    beds.set(silo, bed);
    progress(`${flow.grain}, opening of ${diameter} diameters, ${bed.bodies.length} grains`);
    const passed = dischargedGrains(bed, diameter, counted, PARTS);
    progress(`${passed.join(' + ')} grains`);
    return rateOf(passed, opening);
  });
  return curveThrough(
    flow,
    rates,
    [...beds.values()].map(({ bodies }) => bodies.length),
  );
}

interface Discharge {
  readonly grains: number;
  /** Before the measured time, and in its parts. */
  readonly before: readonly number[];
  readonly passed: readonly number[];
}

async function discharge(flow: Flow, opening: Opening, gpu: GpuDevice, setup: RunSetup): Promise<Discharge> {
  const { grain } = flow;
  const { diameter, counted, silo } = opening;
  const start = setup.wallSeconds();
  const bed = await settledOnGpu(grain, silo, gpu);
  const settled = setup.wallSeconds();
  const parts = flow.isLarge ? LARGE_PARTS : PARTS;
  const watched = Math.max(1, Math.round(silo.before / WATCHED));
  const times = [
    ...Array.from({ length: watched }, () => silo.before / watched),
    ...Array.from({ length: parts }, () => counted / parts),
  ];
  const passed = await dischargedOnGpu(bed, diameter, times, gpu);
  const found = { grains: bed.bodies.length, before: passed.slice(0, watched), passed: passed.slice(watched) };
  const rates = times.map((time, k) => plain((passed[k] ?? 0) / time, 4));
  const spent = setup.wallSeconds();
  setup.progress(
    `${grain}, opening of ${diameter} diameters, ${found.grains} grains ${plain(bed.top / 0.01, 3)} diameters ` +
      `high: settled in ${(settled - start).toFixed(1)} s, ran out for ${(spent - settled).toFixed(1)} s`,
  );
  setup.progress(`a second: ${rates.slice(0, watched).join(', ')} | ${rates.slice(watched).join(', ')}`);
  return found;
}

export async function flowCurveOnGpu(flow: Flow, gpu: GpuDevice, setup: RunSetup): Promise<Curve> {
  const rates: CountedRate[] = [];
  const counts: number[] = [];
  // The widest openings first: they need the shortest flow time, and a GPU that is too small refuses them first.
  for (const opening of flow.openings.toReversed()) {
    const name = `beverloo-gpu-${flow.grain}-${opening.diameter}`;
    const found = await keptResult(setup, name, JSON.stringify(opening), () => discharge(flow, opening, gpu, setup));
    rates.unshift(rateOf(found.passed, opening));
    counts.unshift(found.grains);
  }
  return curveThrough(flow, rates, counts);
}
