import { z } from 'zod';
import { resourceServices } from '../kernel/callers/services.js';
import { resourceReference } from '../kernel/answers/refs.js';

/** What may still be under way in an account. */
export const underWay = ['payment', 'list', 'event', 'delivery', 'advance', 'balance-inquiry', 'parked'] as const;
export type UnderWay = (typeof underWay)[number];

export const waitingFor = z.object({
  what: z.enum(underWay),
  count: z.int().min(1),
  example: resourceReference.optional(),
});
export type WaitingFor = z.infer<typeof waitingFor>;

/** A key of a service's history, with its last sequence there. */
const writtenKey = z.object({ key: z.uuid(), sequence: z.int().min(1) });
export type WrittenKey = z.infer<typeof writtenKey>;

const sourcedKey = writtenKey.extend({ source: z.enum(resourceServices) });
/** A key of the history of the service `source`. */
export type SourcedKey = z.infer<typeof sourcedKey>;

/** How many rows of a history one answer covers, and how many keys one question names. */
export const QUIET_PAGE = 500;

const position = z.string().max(64);

/** Asks a service what it wrote for an account, and what it has not done yet of what others wrote. */
export const quietQuestion = z.object({
  written: z
    .object({ after: position.optional().describe('A place in the history. Absent for all of it.') })
    .optional()
    .describe('Asks for the keys that were written. Absent when nobody wants to know.'),
  keys: z
    .array(sourcedKey)
    .max(QUIET_PAGE)
    .readonly()
    .describe(
      'Of others. The service says which of them it has not reached. If there are any, it does not look at its own work.',
    ),
  deliveries: z.boolean().describe('Whether first attempts of deliveries are waited for.'),
  bound: z
    .string()
    .max(200)
    .optional()
    .describe('From an earlier answer: what began after that answer is not waited for.'),
});
export type QuietQuestion = z.infer<typeof quietQuestion>;

export const quietAnswer = z.object({
  written: z
    .object({
      keys: z.array(writtenKey).readonly().describe('Each key with its last sequence in the page.'),
      next: position.describe('The next page begins after this place.'),
      isFull: z.boolean().describe('Whether there may be another page.'),
      final: position
        .optional()
        .describe('No row can appear at or before this place any more. A later question may begin here.'),
    })
    .optional(),
  unreached: z.array(sourcedKey).readonly(),
  waitingFor: z.array(waitingFor).readonly(),
  bound: z.string().optional(),
  events: z.int().min(0).optional().describe('The position of the last event of the account.'),
});
export type QuietAnswer = z.infer<typeof quietAnswer>;
