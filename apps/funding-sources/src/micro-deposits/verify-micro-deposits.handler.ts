import { Injectable } from '@nestjs/common';
import type { ErrorDocument, Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError, errorCodes, type Money } from '@halyard/core';
import { accountOf, refusalOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { DataSource } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { FundingSourceTeller } from '../funding-source/funding-source-teller.js';
import { SourceHistory } from '../funding-source/source-history.js';
import { type Owner, Parties } from '../party/parties.js';
import { lockUnverified, ownerOf } from './bank-under-verification.js';
import { microDepositsDocument } from './micro-deposits.document.js';

/** Twice this amount stands for the third wrong attempt (specification, sandbox simulation rules). */
const EXHAUSTING_MINOR = 9n;

@Injectable()
export class VerifyMicroDepositsHandler {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly parties: Parties,
    private readonly teller: FundingSourceTeller,
    private readonly history: SourceHistory,
  ) {}

  /**
   * In the sandbox any two amounts verify the bank at once, but for the sentinel.
   *
   * @throws DomainError NotFound, InvalidResourceState, ValidationError for wrong amounts; ServiceUnavailable when the
   * verification stands but was not told
   */
  async execute(operation: Operation, id: string, amounts: readonly Money[]): Promise<ResourceDocument> {
    const accountId = accountOf(operation);
    const owner = await ownerOf(this.dataSource.manager, operation, id);
    const attempt = {
      accountId,
      owner,
      id,
      at: timeOf(operation),
      isExhausting: amounts.every(({ minor }) => minor === EXHAUSTING_MINOR),
    };
    const outcome = await this.parties.decide(operation, owner, () =>
      this.changes.run(operation, (change) => this.tryAmounts(change, attempt), {
        tell: () => this.teller.tell(operation, id),
      }),
    );
    // A wrong attempt is a refusal that leaves something behind, so it commits before it is thrown.
    if (outcome.document === 'error') throw refusalOf(outcome);
    return outcome;
  }

  private async tryAmounts(change: Change, attempt: Attempt): Promise<ResourceDocument | ErrorDocument> {
    const { accountId, owner, id, at, isExhausting } = attempt;
    const source = await lockUnverified(change.tx, accountId, owner, id);
    if (source.microDepositsStatus === null) {
      throw new DomainError('NotFound', { message: 'Micro-deposits have not been initiated.' });
    }
    const version = source.version + 1;
    if (isExhausting) {
      const failed = { microDepositsStatus: 'failed', version } as const;
      await change.tx.update(FundingSource, { id }, failed);
      await this.history.record(
        change,
        { ...source, ...failed },
        { type: 'funding-sources.micro-deposits-exhausted.v1', at },
      );
      return wrongAmounts;
    }
    const verified = { status: 'verified', version } as const;
    await change.tx.update(FundingSource, { id }, verified);
    await this.history.record(
      change,
      { ...source, ...verified },
      { type: 'funding-sources.funding-source-verified.v1', at },
    );
    return microDepositsDocument({ ...source, ...verified });
  }
}

interface Attempt {
  readonly accountId: string;
  readonly owner: Owner;
  readonly id: string;
  readonly at: Date;
  readonly isExhausting: boolean;
}

const wrongAmounts: ErrorDocument = {
  document: 'error',
  code: 'ValidationError',
  message: errorCodes.ValidationError.message,
  faults: ['/amount1/value', '/amount2/value'].map((path) => ({ code: 'Invalid', message: 'Wrong amount(s).', path })),
};
