import { newId } from '@halyard/core';
import type { FundingSource } from '../src/funding-source/funding-source.entity.js';

/** Unverified. */
export const aBank = (changes: Partial<FundingSource> = {}): FundingSource => ({
  id: newId(),
  accountId: newId(),
  ownerKind: 'customer',
  ownerId: newId(),
  type: 'bank',
  status: 'unverified',
  name: 'My bank',
  bankAccountType: 'checking',
  bankName: 'SANDBOX TEST BANK',
  routingNumber: Buffer.from('sealed'),
  accountNumber: Buffer.from('sealed'),
  fingerprint: 'abc',
  lastFour: null,
  searchText: ' my bank',
  accountHolders: null,
  channel: 'ach',
  created: new Date('2026-01-01T00:00:00.000Z'),
  removedAt: null,
  microDeposits: null,
  version: 1,
  ...changes,
});
