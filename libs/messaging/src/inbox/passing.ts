import { ConnectionLost, databaseLost } from '@halyard/persistence';
import { ConcurrentDelivery } from './inbox.js';

/** Whether an error says nothing about the events themselves, so that the same events may succeed next time. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof ConcurrentDelivery || databaseLost(error);
