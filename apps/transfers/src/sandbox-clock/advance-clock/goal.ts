import { type CutOffs, durationMs, exportOf, type Fault, nextBankingDayAfter } from '@halyard/core';
import type { NextDue } from '@halyard/contracts/sandbox-clock';
import { usualFault } from '@halyard/input';
import { ADVANCE_MS_MAX, mayAdvance } from '../clock-times.js';
import type { Goal } from './advance-clock.dto.js';

/** How a client says where an advance leads to. */
export interface WantedGoal {
  readonly to?: string;
  readonly by?: string;
  readonly toNext?: Goal;
}

export interface GoalContext {
  /** The account's time. */
  readonly now: Date;
  readonly cutOffs: CutOffs;
  readonly next: NextDue | undefined;
}

const fields = ['to', 'by', 'toNext'] as const;
type Field = (typeof fields)[number];

const given = (goal: { readonly [Name in Field]?: unknown }): Field[] =>
  fields.filter((field) => goal[field] !== undefined && goal[field] !== null);

/** Exactly one of the three is given (contract of what no peer has, section 1). */
export function countFaults(goal: { readonly [Name in Field]?: unknown }): readonly Fault[] {
  const [first, ...others] = given(goal);
  if (first === undefined) return [usualFault('Required', '/to', 'Give one of to, by and toNext.')];
  return others.map((field) => usualFault('Invalid', `/${field}`, `Only one of ${first} and ${field} is allowed.`));
}

/** The moment to which an advance leads, or the fault of its field. */
export function momentOf(goal: WantedGoal, context: GoalContext): Date | Fault {
  const field = given(goal)[0] ?? 'to';
  const moment = fieldMoment(goal, context);
  if (moment && mayAdvance(context.now, moment)) return moment;
  return usualFault('Invalid', `/${field}`, 'The clock goes forwards, at most 400 days at a time, and until 2100.');
}

function fieldMoment({ to, by, toNext }: WantedGoal, { now, cutOffs, next }: GoalContext): Date | undefined {
  if (to !== undefined) return new Date(to);
  if (by !== undefined) return new Date(now.getTime() + Math.min(durationMs(by) ?? 0, ADVANCE_MS_MAX + 1));
  switch (toNext) {
    case 'same-day-cut-off':
      return exportOf('same-day credit', now, cutOffs);
    case 'wire-cut-off':
      return exportOf('wire', now, cutOffs);
    case 'standard-cut-off':
      return exportOf('debit', now, cutOffs);
    case 'banking-day':
      return nextBankingDayAfter(now);
    default:
      return next && new Date(next.at);
  }
}
