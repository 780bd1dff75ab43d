import { type QueryTerm, terms } from '@halyard/input';

export const embed: QueryTerm<'resource'> = terms.oneOf(['resource']);
export type Embed = 'resource' | undefined;
