import { ErasedError, type Sealer } from '@halyard/persistence';
import type { BankDirectory } from '../bank-directory/bank-directory.js';
import type { FundingSource } from './funding-source.entity.js';

const ROUTING_NUMBER = 'funding-sources.routing-number';
const ACCOUNT_NUMBER = 'funding-sources.account-number';

export interface BankNumbers {
  readonly routingNumber: string;
  readonly accountNumber: string;
}

/** The sealed numbers of a source, and the owner for whom they are sealed. */
export type SealedNumbers = Pick<FundingSource, 'ownerId' | 'routingNumber' | 'accountNumber'>;

/** A keyed hash of the last four digits, for searches within an account. */
export const lastFourHash = (sealer: Pick<Sealer, 'fingerprint'>, accountId: string, lastFour: string): string =>
  sealer.fingerprint('bank-last-four', `${accountId}:${lastFour}`);

/** The sealed numbers of a source, with the columns that follow from them. */
export async function sealNumbers(
  { sealer, banks }: { readonly sealer: Sealer; readonly banks: BankDirectory },
  { ownerId, accountId }: Pick<FundingSource, 'ownerId' | 'accountId'>,
  { routingNumber, accountNumber }: BankNumbers,
) {
  return {
    bankName: banks.nameOf(routingNumber),
    routingNumber: await sealer.seal(ownerId, ROUTING_NUMBER, routingNumber),
    accountNumber: await sealer.seal(ownerId, ACCOUNT_NUMBER, accountNumber),
    fingerprint: sealer.fingerprint('bank-account', `${routingNumber}:${accountNumber}`),
    lastFour: lastFourHash(sealer, accountId, accountNumber.slice(-4)),
  };
}

/** Returns undefined for a balance. */
export async function openNumbers(
  sealer: Sealer,
  { ownerId, routingNumber, accountNumber }: SealedNumbers,
): Promise<BankNumbers | undefined> {
  if (!routingNumber || !accountNumber) return undefined;
  return {
    routingNumber: await sealer.open(ownerId, ROUTING_NUMBER, routingNumber),
    accountNumber: await sealer.open(ownerId, ACCOUNT_NUMBER, accountNumber),
  };
}

/** The last four digits, as clients see them; undefined for a balance, and once erased. */
export async function lastFourOf(
  sealer: Pick<Sealer, 'open'>,
  { ownerId, accountNumber }: Pick<FundingSource, 'ownerId' | 'accountNumber'>,
): Promise<string | undefined> {
  if (!accountNumber || accountNumber.length === 0) return undefined;
  try {
    return (await sealer.open(ownerId, ACCOUNT_NUMBER, accountNumber)).slice(-4);
  } catch (error) {
    if (error instanceof ErasedError) return undefined;
    throw error;
  }
}
