import { recordedSince, type RecoverySource } from '@halyard/recovery';
import { LogInAttempt } from '../session/log-in-attempt.entity.js';
import { Session } from '../session/session.entity.js';

/** Ends all sessions, so that everybody logs in again. */
export const consoleRecovery: RecoverySource = {
  kinds: [],
  list: recordedSince,
  async apply({ dataSource: { manager } }) {
    await manager.deleteAll(LogInAttempt);
    const { affected } = await manager.deleteAll(Session);
    return [`${affected ?? 0} sessions are ended`];
  },
};
