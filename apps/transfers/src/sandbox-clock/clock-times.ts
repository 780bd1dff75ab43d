import { DAY_MS, type Fault } from '@halyard/core';
import { usualFault } from '@halyard/input';

/** The times that a clock may show, both included. */
const EARLIEST = new Date('2000-01-01T00:00:00.000Z');
const LATEST = new Date('2100-01-01T00:00:00.000Z');
/** How far one advance may go. */
export const ADVANCE_MS_MAX = 400 * DAY_MS;

/** The fault of a time that no clock may show. */
export const timeFaults = (time: Date, path: string): readonly Fault[] =>
  time >= EARLIEST && time <= LATEST
    ? []
    : [usualFault('Invalid', path, `Allowed: ${EARLIEST.toISOString()} to ${LATEST.toISOString()}.`)];

/** Whether a clock may be advanced from one time to another. */
export const mayAdvance = (from: Date, to: Date): boolean =>
  to > from && to.getTime() - from.getTime() <= ADVANCE_MS_MAX && to <= LATEST;
