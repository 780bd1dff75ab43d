import type { Sealer } from '@halyard/persistence';

/** What the parts of a batch are sealed as. */
export const SUMMARIES = 'requests.summaries';
export const CONTENTS = 'requests.contents';

/** By which an account finds the requests under an Idempotency-Key. */
export const keyHash = (sealer: Sealer, accountId: string, key: string): Buffer =>
  Buffer.from(sealer.fingerprint('requests.key', `${accountId}\n${key}`), 'hex').subarray(0, 16);
