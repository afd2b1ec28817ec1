// SPDX-License-Identifier: MIT
/** `scree/study`: runs of scenes with many values of their parameters, here or by an executor of your own. */
export { ScreeError } from './errors.ts';
export type { CalibrationResult } from './studies/calibration/calibration-report.ts';
export type { Executor, ExecutorContext } from './studies/executors/executor.ts';
export { LocalExecutor, type LocalOptions } from './studies/executors/local-executor.ts';
export type { StudyCase } from './studies/plan/study-case.ts';
export type { CaseProgress, CaseRecord } from './studies/plan/study-folder.ts';
export type { StudyStatus } from './studies/plan/study-status.ts';
export type { StudyRow, StudyTable } from './studies/report/study-table.ts';
export { resumeStudy, runStudy, type StudyOptions, type StudyOutcome } from './studies/run-study.ts';
