import { type QueryTerm, terms } from '@halyard/input';

/** What a request may embed in an event. */
export const embed: QueryTerm<'resource'> = terms.oneOf(['resource']);
export type Embed = 'resource' | undefined;
