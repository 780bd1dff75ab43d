import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';

/** Both days are included. */
export const statisticsPeriod = new DeclaredQuery({ from: terms.firstDay, to: terms.firstDay }, undefined, 'refused');

export type StatisticsPeriod = ValuesOf<typeof statisticsPeriod>;
