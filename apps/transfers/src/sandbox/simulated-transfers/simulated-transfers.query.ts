import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { BankHours } from '../../cut-off/bank-hours.js';
import { isMicroDeposit } from '../../payment/micro-deposit-legs.js';
import { transferAnswer } from '../../transfer/transfer.answer.js';
import type { Transfer } from '../../transfer/transfer.entity.js';
import { Transfers } from '../../transfer/transfers.js';
import { type Did, didOf } from '../bank-steps.js';
import { FrozenSteps } from '../frozen-steps.rows.js';

interface Stretch {
  readonly limit: number;
  readonly offset: number;
}

/** A simulation's transfers, in the order in which it handled them. */
export class ListSimulatedTransfers extends Query<CollectionAnswer> {
  constructor(
    readonly operation: Operation,
    /** The id of the operation that asked for the simulation. */
    readonly simulationId: string,
    readonly stretch: Stretch,
  ) {
    super();
  }
}

interface SimulatedTransfer {
  readonly transfer: Transfer;
  readonly did: Did;
}

@QueryHandler(ListSimulatedTransfers)
export class ListSimulatedTransfersHandler implements IQueryHandler<ListSimulatedTransfers> {
  constructor(
    private readonly frozen: FrozenSteps,
    private readonly transfers: Transfers,
    private readonly hours: BankHours,
  ) {}

  /** @throws DomainError NotFound for a simulation of another account, and after two days */
  async execute({ operation, simulationId, stretch }: ListSimulatedTransfers): Promise<CollectionAnswer> {
    const set = await this.frozen.ofAccount(simulationId, accountOf(operation));
    if (!set) throw new DomainError('NotFound');
    const found = await Promise.all(
      set.steps.map(async (step) => ({ transfer: await this.transfers.find(step.legId), did: didOf(step) })),
    );
    const simulated = found.flatMap(({ transfer, did }): SimulatedTransfer[] =>
      transfer && !isMicroDeposit(transfer) ? [{ transfer, did }] : [],
    );
    const { limit, offset } = stretch;
    const page = simulated.slice(offset, offset + limit);
    return {
      type: 'collection',
      self: ref('listSimulatedTransfers', simulationId),
      of: 'transfer',
      items: page.map((one) => this.answerOf(one, operation)),
      total: simulated.length,
      page: { limit, offset },
    };
  }

  private answerOf({ transfer, did }: SimulatedTransfer, { at }: Operation): ResourceAnswer<'transfer'> {
    const answer = transferAnswer(transfer, { at, hours: this.hours });
    return { ...answer, attributes: { ...answer.attributes, did } };
  }
}
