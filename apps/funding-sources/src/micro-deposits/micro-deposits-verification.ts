import { Injectable } from '@nestjs/common';
import type { ErrorAnswer, Operation, ResourceAnswer } from '@halyard/contracts';
import { DomainError, errorCodes, type Money } from '@halyard/core';
import { accountOf, refusalOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { FundingSourcesConfig } from '../config.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { FundingSourceTeller } from '../funding-source/funding-source-teller.js';
import { SourceHistory } from '../funding-source/source-history.js';
import { type Owner, SourceOwners } from '../funding-source/party/source-owners.js';
import { lockUnverified, ownerOf } from './bank-under-verification.js';
import { microDepositsAnswer } from './micro-deposits.answer.js';
import {
  afterWrong,
  AMOUNTS,
  amountsText,
  ATTEMPTS_MAX,
  isOpen,
  type MicroDeposits,
} from '../funding-source/micro-deposits.model.js';

/** Naming this amount twice counts as the third wrong attempt (specification, sandbox simulation rules). */
const EXHAUSTING_MINOR = 9n;

@Injectable()
export class MicroDepositsVerification {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly owners: SourceOwners,
    private readonly teller: FundingSourceTeller,
    private readonly history: SourceHistory,
    private readonly sealer: Sealer,
    private readonly config: FundingSourcesConfig,
  ) {}

  /**
   * In the sandbox any two amounts verify the bank at once, except `EXHAUSTING_MINOR` twice, and unless the behaviour of
   * the account's banks makes them wrong.
   *
   * @throws DomainError NotFound, InvalidResourceState, ValidationError for wrong amounts, TryAgainLater for deposits
   * that are still under way; ServiceUnavailable if the verification is committed but others could not be told
   */
  async execute(
    operation: Operation,
    id: string,
    amounts: readonly Money[],
  ): Promise<ResourceAnswer<'micro-deposits'>> {
    const accountId = accountOf(operation);
    const owner = await ownerOf(this.dataSource.manager, operation, id);
    const attempt = { accountId, owner, id, at: timeOf(operation), amounts };
    const outcome = await this.owners.decide(operation, owner, () =>
      this.changes.run(operation, (change) => this.tryAmounts(change, attempt), {
        tell: () => this.teller.tell(operation, id),
      }),
    );
    // A refused attempt is counted, so its change commits before the refusal is thrown.
    if (outcome.type === 'error') throw refusalOf(outcome);
    return outcome;
  }

  private async tryAmounts(change: Change, attempt: Attempt): Promise<ResourceAnswer<'micro-deposits'> | ErrorAnswer> {
    const { accountId, owner, id, at, amounts } = attempt;
    const source = await lockUnverified(change.tx, accountId, owner, id);
    const { microDeposits: deposits } = source;
    if (deposits === null) {
      throw new DomainError('NotFound', { message: 'Micro-deposits have not been initiated.' });
    }
    const wrong = await this.wrongAttempts(source, deposits, amounts);
    const version = source.version + 1;
    if (wrong > 0) {
      const microDeposits = afterWrong(deposits, wrong);
      const type = isOpen(microDeposits) ? 'micro-deposits-attempted' : 'micro-deposits-exhausted';
      await change.tx.update(FundingSource, { id }, { microDeposits, version });
      const changed = { ...source, microDeposits, version };
      await this.history.record(change, changed, { type: `funding-sources.${type}.v1`, at });
      return wrongAmounts;
    }
    const verified: FundingSource = { ...source, status: 'verified', version };
    await change.tx.update(FundingSource, { id }, { status: 'verified', version });
    await this.history.record(change, verified, { type: 'funding-sources.funding-source-verified.v1', at });
    return microDepositsAnswer(id, deposits);
  }

  /** Counts as this many wrong attempts. */
  private async wrongAttempts(
    { ownerId }: FundingSource,
    deposits: MicroDeposits,
    amounts: readonly Money[],
  ): Promise<number> {
    const minors = amounts.map(({ minor }) => minor);
    if (this.config.environment === 'sandbox') {
      if (minors.every((minor) => minor === EXHAUSTING_MINOR)) return ATTEMPTS_MAX;
      return deposits.wrongAmounts ? 1 : 0;
    }
    if (deposits.status === 'pending') throw new DomainError('TryAgainLater');
    const drawn = await this.sealer.open(ownerId, AMOUNTS, Buffer.from(deposits.amounts, 'base64'));
    return drawn === amountsText(...minors) ? 0 : 1;
  }
}

interface Attempt {
  readonly accountId: string;
  readonly owner: Owner;
  readonly id: string;
  readonly at: Date;
  readonly amounts: readonly Money[];
}

const wrongAmounts: ErrorAnswer = {
  type: 'error',
  code: 'ValidationError',
  message: errorCodes.ValidationError.message,
  faults: ['/amount1/value', '/amount2/value'].map((path) => ({
    code: 'Invalid',
    message: 'Wrong amount(s). Enter the two amounts that the bank shows: three wrong tries end it.',
    path,
  })),
};
