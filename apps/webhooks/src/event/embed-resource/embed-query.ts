import { type QueryTerm, terms } from '@halyard/http';

/** What may be asked for besides an event. */
export const embed: QueryTerm<'resource'> = terms.oneOf(['resource']);
export type Embed = 'resource' | undefined;
