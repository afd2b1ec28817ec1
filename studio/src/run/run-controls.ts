// SPDX-License-Identifier: MIT
/** Controls of the tab Run: scene, run, step, reset, speed, threads. */
import { button, checkbox, iconButton, type LabelledControl, select } from '../ui/controls.ts';
import { fieldNamed } from '../watch/body-values.ts';
import type { DeviceChoice, ThreadChoice } from './engine.ts';
import { EXAMPLES, FIRST_EXAMPLE } from './examples.ts';
import type { LiveDevice } from './protocol.ts';

/** Text of the scene menu when the scene is not an example. */
export const OWN_SCENE = 'own';

/** Simulated seconds per second; 0 means as fast as possible. */
const SPEEDS = [0, 1, 0.3, 0.1, 0.03, 0.01, 0.001] as const;

const COLOUR_FIELDS = ['speed', 'shape', 'material', 'spin', 'size'] as const;

const DEVICE_LABELS: Readonly<Record<LiveDevice, string>> = { cpu: 'processor', gpu: 'graphics card' };

export interface RunControls {
  readonly run: HTMLButtonElement;
  readonly step: HTMLButtonElement;
  readonly reset: HTMLButtonElement;
  readonly example: LabelledControl<HTMLSelectElement>;
  readonly speed: LabelledControl<HTMLSelectElement>;
  readonly threads: LabelledControl<HTMLSelectElement>;
  readonly device: LabelledControl<HTMLSelectElement>;
  readonly record: LabelledControl<HTMLInputElement>;
  /** What bodies are coloured by. */
  readonly colours: LabelledControl<HTMLSelectElement>;
}

interface RunControlHandlers {
  readonly onRun: () => void;
  readonly onStep: () => void;
  readonly onReset: () => void;
  /** A choice that a run is set up with has changed. */
  readonly onSetting: () => void;
  readonly onScene: (file: string) => void;
  readonly onSpeed: () => void;
  readonly onColours: (field: string) => void;
}

/** Simulated seconds a second. */
export function speedOf({ speed }: RunControls): number {
  const value = Number(speed.input.value);
  return value === 0 ? Infinity : value;
}

/** A number, or the fastest for the scene. */
function threadsOf({ threads }: RunControls): number | 'auto' {
  return threads.input.value === 'auto' ? 'auto' : Number(threads.input.value);
}

function deviceOf({ device }: RunControls): LiveDevice {
  return device.input.value === 'gpu' ? 'gpu' : 'cpu';
}

/** Settings of a run besides its scene. */
export interface RunSettings {
  readonly threads: number | 'auto';
  readonly device: LiveDevice;
  readonly isRecorded: boolean;
}

export function settingsOf(controls: RunControls): RunSettings {
  return { threads: threadsOf(controls), device: deviceOf(controls), isRecorded: controls.record.input.checked };
}

/** Names of the controls that say something else than a run was set up with. */
export function changedSettings(run: RunSettings, now: RunSettings): string[] {
  const names: string[] = [];
  if (run.device !== now.device) names.push('Compute on');
  if (run.threads !== now.threads && now.device === 'cpu') names.push('Threads');
  if (run.isRecorded !== now.isRecorded) names.push('Record');
  return names;
}

export function makeRunControls(
  { most, reason }: ThreadChoice,
  { devices, reason: deviceReason }: DeviceChoice,
  handlers: RunControlHandlers,
): RunControls {
  const { onRun, onStep, onReset, onSetting, onScene, onSpeed, onColours } = handlers;
  const run = iconButton('play', onRun, 'Run or pause (Space)', 'Run');
  run.classList.add('primary', 'run-button');
  const scenes = [
    ...EXAMPLES.map(({ file, title }) => ({ value: file, label: title, group: 'Examples' })),
    { value: OWN_SCENE, label: 'your files: drop or open them', group: 'Own scene' },
  ];
  const speeds = SPEEDS.map((speed) => {
    return { value: String(speed), label: speed === 0 ? 'as fast as it goes' : `${speed} s a second` };
  });
  const numbers = Array.from({ length: most }, (_, k) => ({ value: String(k + 1) }));
  const threads = select('Threads', [{ value: 'auto', label: 'automatic' }, ...numbers], 'auto', onSetting);
  threads.row.title =
    `Automatic is the number that is fastest for the scene; the result does not depend on it; at most ${most}: ` +
    `${reason}`;
  const deviceChoices = devices.map((value) => ({ value, label: DEVICE_LABELS[value] }));
  const device = select('Compute on', deviceChoices, 'cpu', () => {
    threads.input.disabled = device.input.value === 'gpu';
    onSetting();
  });
  device.row.title = deviceReason;
  const record = checkbox('Record', true, onSetting);
  record.row.title = 'Writes a trajectory of 200 frames where the scene asks for none, so that Watch can show the run';
  return {
    run,
    threads,
    device,
    record,
    colours: select(
      'Colour by',
      COLOUR_FIELDS.map((name) => ({ value: name, label: fieldNamed(name).label })),
      'speed',
      onColours,
    ),
    step: button('+1 step', onStep, 'One step (.)'),
    reset: button('Reset', onReset, 'Back to the start, with the scene as it stands now'),
    example: select('Scene', scenes, FIRST_EXAMPLE, onScene),
    speed: select('Speed', speeds, '0', onSpeed),
  };
}
