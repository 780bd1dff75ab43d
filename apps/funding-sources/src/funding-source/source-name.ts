import type { TextFormat } from '@halyard/input';

/** 1 to 50 characters on one line. In the sandbox the name of a bank may be a return code. */
export const SOURCE_NAME: TextFormat = {
  pattern: /^[^\p{Cc}]{1,50}$/u,
  description: '1 to 50 characters without control characters.',
  content: 'name',
};
