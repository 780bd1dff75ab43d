import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { ENTRY_AMOUNT_MINOR_MAX, type TransactionCode } from './nacha/nacha-file.js';
import { BankNumbers, type NumberedBank } from '../bank-behavior/bank-numbers.js';
import { HolderNames } from '../facts/holder-names.js';
import type { FileLeg } from './file-leg.js';
import { SealedEntries } from './sealed-entries.js';

/** An entry of a leg, with the bank as it is at the hand-over. */
export interface NewEntry {
  readonly leg: FileLeg;
  readonly transactionCode: TransactionCode;
  readonly bankVersion: number;
  /** The holder's name and id, sealed for the holder; null for an erased holder. */
  readonly sealed: Buffer | null;
  /** The routing number, sealed for the account. */
  readonly sealedForAccount: Buffer;
}

export interface HandedOver {
  readonly entries: readonly NewEntry[];
  /** The name of the account, sealed for it. */
  readonly sealedCompany: Buffer;
}

/** The routing number of a bank whose numbers are not known, because its owner was erased. */
const NO_ROUTING_NUMBER = '000000000';

/** Asks the owners of banks and of parties for the content of entries. */
@Injectable()
export class EntryFacts {
  constructor(
    private readonly numbers: BankNumbers,
    private readonly names: HolderNames,
    private readonly sealed: SealedEntries,
  ) {}

  /**
   * @returns the entries of the legs, in their order, without those whose bank nobody knows, and those whose amount does
   * not fit its field
   * @throws DomainError ServiceUnavailable
   */
  async entriesOf(accountId: string, legs: readonly FileLeg[], operation: Operation): Promise<HandedOver> {
    const holders = [...legs, { ownerKind: 'account', ownerId: accountId } as const];
    const [banks, names] = await Promise.all([
      this.numbers.of(accountId, legs.map(bankOf), operation),
      this.names.all(accountId, holders, operation),
    ]);
    await this.sealed.prepare([accountId, ...legs.map(({ ownerId }) => ownerId)]);
    const entries = await Promise.all(
      legs.map(async (leg): Promise<NewEntry[]> => {
        const bank = banks.get(leg.fundingSourceId);
        if (!bank || leg.amountMinor > ENTRY_AMOUNT_MINOR_MAX) return [];
        const { ownerId, individualId } = leg;
        const name = names.get(ownerId);
        return [
          {
            leg,
            transactionCode: transactionCodeOf(leg, bank),
            bankVersion: bank.version,
            sealed: name === undefined ? null : await this.sealed.sealHolder(ownerId, { name, individualId }),
            sealedForAccount: await this.sealed.sealRouting(
              accountId,
              bank.numbers?.routingNumber ?? NO_ROUTING_NUMBER,
            ),
          },
        ];
      }),
    );
    return {
      entries: entries.flat(),
      sealedCompany: await this.sealed.sealCompany(accountId, names.get(accountId) ?? ''),
    };
  }
}

const bankOf = ({ fundingSourceId }: FileLeg) => ({ fundingSourceId });

function transactionCodeOf({ direction }: FileLeg, { bankAccountType }: NumberedBank): TransactionCode {
  if (bankAccountType === 'savings') return direction === 'debit' ? '37' : '32';
  return direction === 'debit' ? '27' : '22';
}
