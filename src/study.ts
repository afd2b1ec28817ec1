// SPDX-License-Identifier: MIT
/** `scree/study`: runs of scenes with many parameter values, here, on Slurm, or by an executor of your own. */
export { ScreeError } from './errors.ts';
export type { CalibrationResult } from './studies/calibration/calibration-report.ts';
export type { PlannedRuns } from './studies/executors/executor.ts';
export {
  type Executor,
  type ExecutorContext,
  type Forecast,
  LEAVE,
  type NoteKind,
} from './studies/executors/executor.ts';
export type { ExecutorName } from './studies/executors/executor-names.ts';
export { LocalExecutor, type LocalOptions } from './studies/executors/local-executor.ts';
export { SlurmExecutor, type SlurmExecutorOptions } from './studies/executors/slurm/slurm-executor.ts';
export type { StudyCase } from './studies/plan/study-case.ts';
export type { CaseCost } from './studies/plan/study-cost.ts';
export type { CaseProgress, CaseRecord, StudyStop } from './studies/plan/study-folder.ts';
export type { EndedCase, StudyStatus } from './studies/plan/study-status.ts';
export type { StudyRow, StudyTable } from './studies/report/study-table.ts';
export { resumeStudy, runStudy, type StudyOptions, type StudyOutcome } from './studies/run-study.ts';
export { stopStudy } from './studies/stop-study.ts';
export { type StudyState, studyState } from './studies/study-state.ts';
