import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';

/** Includes `from`, excludes `to`. */
export const statementPeriod = new DeclaredQuery({ from: terms.moment, to: terms.moment }, undefined, 'refused');

export type StatementPeriod = ValuesOf<typeof statementPeriod>;
