import { recordedSince, type RecoverySource } from '@halyard/recovery';
import { LinkingSession } from '../linking/session/linking-session.entity.js';

/** Ends linking sessions. Linking tokens end with the epoch (see `LinkingTokens`). */
export const fundingSourcesRecovery: RecoverySource = {
  kinds: [],
  list: recordedSince,
  async apply({ dataSource: { manager } }) {
    const { affected } = await manager.deleteAll(LinkingSession);
    return [`${affected ?? 0} linking sessions are ended, and all linking tokens`];
  },
};
