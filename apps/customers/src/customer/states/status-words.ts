import type { ClientCommand } from './customer-states.js';

/** Clients send these words as `status` (reference facts, section 2.5). */
export const statusWords = {
  deactivated: 'deactivate',
  reactivated: 'reactivate',
  suspended: 'suspend',
} as const satisfies Record<string, ClientCommand>;
export type StatusWord = keyof typeof statusWords;
