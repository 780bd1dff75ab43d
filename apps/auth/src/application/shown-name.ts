import type { TextFormat } from '@halyard/input';

/**
 * People see the names of accounts and applications, so these contain no control characters and are not blank
 * (`Required`).
 */
export const shownName: TextFormat = {
  pattern: /^[^\p{Cc}]{1,100}$/u,
  description: '1 to 100 characters, no control characters.',
  content: 'name',
};
