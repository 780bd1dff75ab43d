import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { count, time } from '../kernel/rows/schemas.js';

/** A key of a consumer whose messages wait, as operators see it. */
export const heldKey = {
  consumer: text('kept'),
  topic: text('kept'),
  key: text('kept'),
  cause: text('text').optional(),
  attempts: count.optional(),
  nextAttempt: time.optional(),
  waiting: count,
  waitsFor: count.optional(),
};

export const keyState = z.enum(['waiting', 'retrying', 'parked']);

export const outcome = { ...heldKey, outcome: z.enum(['done', ...keyState.options]) };
