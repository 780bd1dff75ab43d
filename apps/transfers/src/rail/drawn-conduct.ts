import { deriveTimedId, durationMs, type ReturnCode, returnWindowEnd, type SimulatedReturn } from '@halyard/core';
import type { Draw } from '../bank-behavior/bank-behavior.js';

/** The return that a rule asks for; late if it comes some time after the settlement. */
export function drawnReturn(draw: Draw | undefined): SimulatedReturn | undefined {
  const conduct = draw?.conduct;
  if (!conduct || !('return' in conduct)) return undefined;
  return { code: conduct.return, isLate: conduct.after !== undefined };
}

/** The rule that asks for a late return with this code; undefined if the bank's name does. */
export const ruleOfLateReturn = (draw: Draw | undefined, code: ReturnCode): string | undefined => {
  const returns = drawnReturn(draw);
  return returns?.isLate && returns.code === code ? draw?.rule : undefined;
};

/** When a settled entry is returned: the time after its settlement that a rule names, at the latest its window's end. */
export function lateReturnAt(code: ReturnCode, settledAt: Date, draw: Draw | undefined): Date {
  const windowEnd = returnWindowEnd(code, settledAt);
  const conduct = draw?.conduct;
  if (!conduct || !('return' in conduct) || conduct.return !== code || conduct.after === undefined) return windowEnd;
  const asked = new Date(settledAt.getTime() + (durationMs(conduct.after) ?? 0));
  return asked < windowEnd ? asked : windowEnd;
}

/** A rule corrects an entry once, whenever and however its bank acts. */
export const correctionIdOf = (legId: string): string => deriveTimedId(legId, 'correction');
