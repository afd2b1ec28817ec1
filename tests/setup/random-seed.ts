// SPDX-License-Identifier: MIT
/** Property tests start from one fixed seed, or from TEST_SEED; fast-check prints it with a failure. */
import fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.TEST_SEED ?? 20_261_115) });
