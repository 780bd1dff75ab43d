import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { type BankNumbersFound, bankNumbersFound, NUMBERS_AT_ONCE_MAX } from '@halyard/contracts/bank-files';
import { partsOf } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';

/** A bank, in one of its versions or as it is now. */
export interface WantedBank {
  readonly fundingSourceId: string;
  readonly version?: number;
}

export type NumberedBank = BankNumbersFound['banks'][number];

/** The key of a bank among those that were found. */
export const keyOfBank = ({ fundingSourceId, version }: WantedBank): string =>
  version === undefined ? fundingSourceId : `${fundingSourceId} ${version}`;

/** Only the service of funding sources stores the numbers of banks, and it is asked each time. */
@Injectable()
export class BankNumbers {
  constructor(private readonly calls: ServiceCalls) {}

  /**
   * @returns by `keyOfBank`, without unknown banks; of an erased owner without numbers
   * @throws DomainError ServiceUnavailable
   */
  async of(
    accountId: string,
    banks: readonly WantedBank[],
    operation: Operation,
  ): Promise<ReadonlyMap<string, NumberedBank>> {
    const found = new Map<string, NumberedBank>();
    const current = distinct(banks.filter(({ version }) => version === undefined));
    const versions = distinct(banks.filter(({ version }) => version !== undefined));
    for (const page of partsOf(current, NUMBERS_AT_ONCE_MAX)) {
      for (const bank of await this.ask(accountId, page, operation)) found.set(bank.fundingSourceId, bank);
    }
    for (const page of partsOf(versions, NUMBERS_AT_ONCE_MAX)) {
      for (const bank of await this.ask(accountId, page, operation)) found.set(keyOfBank(bank), bank);
    }
    return found;
  }

  private async ask(accountId: string, banks: readonly WantedBank[], operation: Operation) {
    const answer = await this.calls.request(serviceRoutes.findBankNumbers, { accountId, banks }, operation);
    return bankNumbersFound.parse(answer).banks;
  }
}

const distinct = (banks: readonly WantedBank[]): readonly WantedBank[] => [
  ...new Map(banks.map((bank) => [keyOfBank(bank), bank])).values(),
];
