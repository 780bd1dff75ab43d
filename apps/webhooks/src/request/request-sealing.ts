import type { Sealer } from '@halyard/persistence';

/** The contexts under which the summaries and the contents of a batch are sealed. */
export const SUMMARIES = 'requests.summaries';
export const CONTENTS = 'requests.contents';

/** The hash by which a request with an Idempotency-Key is found. */
export const keyHash = (sealer: Sealer, accountId: string, key: string): Buffer =>
  Buffer.from(sealer.fingerprint('requests.key', `${accountId}\n${key}`), 'hex').subarray(0, 16);
