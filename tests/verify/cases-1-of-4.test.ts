// SPDX-License-Identifier: MIT
import { verifyCases } from './verified-cases.ts';

verifyCases(1, 4);
