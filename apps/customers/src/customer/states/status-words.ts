import type { ClientCommand } from './customer-states.js';

/** The words that a client sends as `status`, and the commands that they stand for (reference facts, section 2.5). */
export const statusWords = {
  deactivated: 'deactivate',
  reactivated: 'reactivate',
  suspended: 'suspend',
} as const satisfies Record<string, ClientCommand>;
export type StatusWord = keyof typeof statusWords;
