import type { Sealer } from '@halyard/persistence';

/** The contexts under which the parts of a batch are sealed. */
export const SUMMARIES = 'requests.summaries';
export const CONTENTS = 'requests.contents';

/** Finds an account's requests by an Idempotency-Key. */
export const keyHash = (sealer: Sealer, accountId: string, key: string): Buffer =>
  Buffer.from(sealer.fingerprint('requests.key', `${accountId}\n${key}`), 'hex').subarray(0, 16);
