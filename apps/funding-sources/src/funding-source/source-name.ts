import type { TextFormat } from '@halyard/input';

/** The names that clients may give a bank: 1 to 50 characters on one line. In the sandbox it may be a return code. */
export const SOURCE_NAME: TextFormat = {
  pattern: /^[^\p{Cc}]{1,50}$/u,
  description: '1 to 50 characters without control characters.',
  content: 'name',
};
