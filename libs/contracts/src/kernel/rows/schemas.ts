import { z } from 'zod';
import { text } from './field-contents.js';

/* Schemas that the attributes of several resources share. */

export const id = z.uuid();

export const time = z.iso.datetime();

/** A signed amount with two decimals. */
export const usd = z.object({ value: text('kept').regex(/^-?\d+\.\d{2}$/), currency: z.literal('USD') });

export const count = z.int().min(0);

/** How the numbers of a list went on after a restore: the last one before it, the first one after it, and when. */
export const restarted = z.object({ from: count, to: count, at: time });

/** A day, as `YYYY-MM-DD`. */
export const day = text('kept').regex(/^\d{4}-\d{2}-\d{2}$/);

/** A link that stands within the attributes of a resource. */
export const halLink = z.object({
  href: text('link'),
  type: text('kept').optional(),
  'resource-type': text('kept').optional(),
});
