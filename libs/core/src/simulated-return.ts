import { isReturnCode, type ReturnCode } from './return-codes.js';

/** A return that the sandbox simulates: at the first simulation, or late, after the entry has settled. */
export interface SimulatedReturn {
  readonly code: ReturnCode;
  readonly isLate: boolean;
}

const LATE = '-late';

/** The return that a name stands for, case-sensitive: `R01`, `R03-late` (specification, sandbox simulation rules). */
export function simulatedReturnOf(name: string): SimulatedReturn | undefined {
  const isLate = name.endsWith(LATE);
  const code = isLate ? name.slice(0, -LATE.length) : name;
  return isReturnCode(code) ? { code, isLate } : undefined;
}
