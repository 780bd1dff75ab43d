import type { TextFormat } from '@halyard/input';

/** Names of accounts and applications are shown to people: no control characters, and not blank (`Required`). */
export const shownName: TextFormat = {
  pattern: /^[^\p{Cc}]{1,100}$/u,
  description: '1 to 100 characters, no control characters.',
  content: 'name',
};
