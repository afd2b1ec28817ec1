// SPDX-License-Identifier: MIT
/** The number types of the kernel text: plain numbers to TypeScript, machine types to AssemblyScript. */
declare type i32 = number;
declare type f64 = number;
declare type bool = boolean;
