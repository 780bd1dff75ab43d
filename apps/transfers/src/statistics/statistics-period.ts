import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';

/** Includes both days. */
export const statisticsPeriod = new DeclaredQuery({ from: terms.firstDay, to: terms.firstDay }, undefined, 'refused');

export type StatisticsPeriod = ValuesOf<typeof statisticsPeriod>;
