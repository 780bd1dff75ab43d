import type { FundingSource } from '../funding-source.entity.js';

const HOURS_48_MS = 48 * 60 * 60 * 1000;

type FormerBank = Pick<FundingSource, 'status' | 'created' | 'removedAt'>;

/**
 * A bank that is added again gets its old id back if it was removed unverified within 48 hours of its creation
 * (reference facts, section 6.6). If it is added later than 48 hours after its removal, it is a new bank, so that its
 * owner has a way out of too many attempts (section 6.7).
 */
export const comesBack = ({ status, created, removedAt }: FormerBank, now: Date): boolean =>
  status === 'unverified' &&
  removedAt !== null &&
  removedAt.getTime() - created.getTime() <= HOURS_48_MS &&
  now.getTime() - removedAt.getTime() <= HOURS_48_MS;
