import { isReturnCode, type ReturnCode } from './return-codes.js';

/** A return that the sandbox simulates, either at the first simulation, or late, after the entry has settled. */
export interface SimulatedReturn {
  readonly code: ReturnCode;
  readonly isLate: boolean;
}

const LATE = '-late';

/**
 * Reads a name that asks for a return, such as `R01` or `R03-late`. Case matters (specification, sandbox simulation
 * rules).
 */
export function simulatedReturnOf(name: string): SimulatedReturn | undefined {
  const isLate = name.endsWith(LATE);
  const code = isLate ? name.slice(0, -LATE.length) : name;
  return isReturnCode(code) ? { code, isLate } : undefined;
}
