import { z } from 'zod';
import { isReturnCode, returnCodes } from '@halyard/core';
import { text } from '../rows/field-contents.js';

export const version = z
  .number()
  .int()
  .positive()
  .describe('Sequence of the change that this states; an older one never overwrites a newer one.');

export const cents = text('kept')
  .regex(/^\d{1,12}$/)
  .describe('Whole cents.');

/** An ACH return code (reference facts 7.9). */
export const returnCode = z.enum(Object.keys(returnCodes).filter(isReturnCode));

/** The most facts in one call between services. */
export const TOLD_AT_ONCE_MAX = 250;

export const toldAtOnce = <Fact extends z.ZodType>(fact: Fact) => z.array(fact).min(1).max(TOLD_AT_ONCE_MAX);
