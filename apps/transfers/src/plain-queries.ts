import { DeclaredQuery, terms } from '@halyard/input';

export const noQuery = new DeclaredQuery({}, undefined, 'refused');
export const pageQuery = new DeclaredQuery(terms.page, undefined, 'refused');
