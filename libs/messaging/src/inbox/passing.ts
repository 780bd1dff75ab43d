import { ConnectionLost, databaseLost } from '@halyard/persistence';
import { ConcurrentDelivery } from './inbox.js';

/** Whether the failure says nothing about the events, so that the same ones can be handled again. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionLost || error instanceof ConcurrentDelivery || databaseLost(error);
