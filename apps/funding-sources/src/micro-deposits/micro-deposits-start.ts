import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { SourceHistory } from '../funding-source/source-history.js';
import { isAllowed } from '../funding-source/source-states.js';
import { type Owner, SourceOwners } from '../funding-source/party/source-owners.js';
import { MicroDepositsPayment } from './micro-deposits-payment.js';
import { lockUnverified, ownerOf } from './bank-under-verification.js';
import { AMOUNT_MINOR_MAX, AMOUNTS, amountsText, type MicroDeposits } from '../funding-source/micro-deposits.model.js';

@Injectable()
export class MicroDepositsStart {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly owners: SourceOwners,
    private readonly history: SourceHistory,
    private readonly sealer: Sealer,
    private readonly payment: MicroDepositsPayment,
  ) {}

  /**
   * A repeat changes nothing, but makes sure that the payment begins.
   *
   * @throws DomainError NotFound, InvalidResourceState, MaxNumberOfResources; ServiceUnavailable if the micro-deposits
   * are committed but their payment did not begin
   */
  async execute(operation: Operation, id: string): Promise<CreatedAnswer> {
    const accountId = accountOf(operation);
    const owner = await ownerOf(this.dataSource.manager, operation, id);
    const at = timeOf(operation);
    return this.owners.decide(operation, owner, () =>
      this.changes.run(operation, (change) => this.begin(change, { accountId, owner, id, at }), {
        tell: () => this.payment.begin(operation, id),
      }),
    );
  }

  private async begin(change: Change, { accountId, owner, id, at }: Begin): Promise<CreatedAnswer> {
    const source = await lockUnverified(change.tx, accountId, owner, id);
    if (!isAllowed('initiate-micro-deposits', source)) {
      throw new DomainError('MaxNumberOfResources', { message: 'Micro-deposits have been initiated already.' });
    }
    const amounts = await this.sealer.seal(owner.id, AMOUNTS, amountsText(draw(), draw()));
    const microDeposits: MicroDeposits = {
      status: 'pending',
      created: at.toISOString(),
      amounts: amounts.toString('base64'),
      wrongAttempts: 0,
      paymentId: newId(),
    };
    const begun = { microDeposits, version: source.version + 1 };
    await change.tx.update(FundingSource, { id }, begun);
    await this.history.record(change, { ...source, ...begun }, { type: 'funding-sources.micro-deposits-added.v1', at });
    const { paymentId } = microDeposits;
    await this.payment.put(change.tx, { fundingSourceId: id, paymentId });
    return created('micro-deposits', id);
  }
}

/** In cents. */
const draw = (): number => randomInt(1, AMOUNT_MINOR_MAX + 1);

interface Begin {
  readonly accountId: string;
  readonly owner: Owner;
  readonly id: string;
  readonly at: Date;
}
