import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';

/** `from` is included, `to` is not. */
export const statementPeriod = new DeclaredQuery({ from: terms.moment, to: terms.moment }, undefined, 'refused');

export type StatementPeriod = ValuesOf<typeof statementPeriod>;
