import { z } from 'zod';

/** How the time of an account goes: with the system's, not at all, or on from where it stands. */
export const clockModes = ['real', 'frozen', 'running'] as const;
export type ClockMode = (typeof clockModes)[number];

/** Whether banks act when a simulation asks for it, or at the times of the production rail. */
export const bankModes = ['on-request', 'on-time'] as const;
export type BankMode = (typeof bankModes)[number];

/** The kinds of things that become due by an account's clock. */
export const dueThings = [
  'same-day-cut-off',
  'wire-cut-off',
  'standard-cut-off',
  'settlement',
  'return',
  'correction',
  'balance-inquiry',
  'micro-deposits',
  'outage-end',
] as const;
export type DueThing = (typeof dueThings)[number];

const step = z.int().min(0);

/**
 * A step of an account's clock: a change of what time it is or of how it goes. Each service with effects in the
 * account's time stores it before it holds.
 */
export const clockStep = z.object({
  accountId: z.uuid(),
  step: step.describe('Numbers the steps of the account, from 1. The time before the first one is real.'),
  mode: z.enum(clockModes),
  banks: z.enum(bankModes),
  isAdvancing: z.boolean().describe('While the clock is advanced, its time stands between two moments.'),
  at: z.iso.datetime().describe("The account's time when the step was made."),
  madeAt: z.iso.datetime().describe("The system's time when the step was made. A running clock goes on from there."),
  begins: z
    .literal(true)
    .optional()
    .describe('A client has set the time. What stands in the account counts as created at `at`, or earlier.'),
});
export type ClockStep = z.infer<typeof clockStep>;

/** Whether time passes by itself after this step. */
export const passes = ({ mode, isAdvancing }: Pick<ClockStep, 'mode' | 'isAdvancing'>): boolean =>
  mode === 'real' || (mode === 'running' && !isAdvancing);

/** The account's time after this step, at a time of the system. */
export function timeAfter(made: ClockStep, system: Date): Date {
  if (made.mode === 'real') return system;
  if (!passes(made)) return new Date(made.at);
  // Machines' clocks differ a little: no time before the step is ever shown.
  return new Date(Date.parse(made.at) + Math.max(0, system.getTime() - Date.parse(made.madeAt)));
}

/** How many steps one answer names. */
export const CLOCK_PAGE = 500;
/** How long a question about new steps waits for one. */
export const CLOCK_WAIT_SECONDS = 25;

/** Steps that hold, in the order in which they began to: for each account its last one. */
export const clockPage = z.object({
  number: z.int().min(0).describe('The next question continues after this number.'),
  steps: z.array(clockStep).readonly(),
  isReset: z.boolean().describe('The number that was asked for is not known: begin again at 0.'),
});
export type ClockPage = z.infer<typeof clockPage>;

/** Asks a service to do what is due in an account at a moment of its time, and no later one. */
export const dueRun = z.object({ step, until: z.iso.datetime() });
export type DueRun = z.infer<typeof dueRun>;

export const nextDue = z.object({ at: z.iso.datetime(), what: z.enum(dueThings) });
export type NextDue = z.infer<typeof nextDue>;

/** What is due next in an account, by its clock. */
export const nextDueAnswer = z.object({ next: nextDue.optional() });
export type NextDueAnswer = z.infer<typeof nextDueAnswer>;

/** Whether an account ever had a customer, or a bank that was added. Its clock goes only forwards from then on. */
export const accountUse = z.object({ isUsed: z.boolean() });
export type AccountUse = z.infer<typeof accountUse>;

export const didCounts = z.object({
  submitted: z.int().min(0),
  settled: z.int().min(0),
  returned: z.int().min(0),
  corrected: z.int().min(0),
  other: z.int().min(0),
});
export type DidCounts = z.infer<typeof didCounts>;

/** What a service did of what was due, since the step that the run names began, and what is due next. */
export const dueRunDone = z.object({
  did: didCounts,
  next: nextDue.optional(),
  failing: z
    .object({ what: z.enum(dueThings), cause: z.string() })
    .optional()
    .describe('It is tried again.'),
});
export type DueRunDone = z.infer<typeof dueRunDone>;
