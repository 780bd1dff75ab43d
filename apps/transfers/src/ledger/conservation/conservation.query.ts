import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { linkInPlace, type Operation, type ResourceAnswer } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { amountInUsd, Clock, DomainError } from '@halyard/core';
import { DataSource } from 'typeorm';
import { Facts } from '../../facts/facts.js';
import { ReadModels } from '../../projection/read-models.js';
import { readBooks } from '../ledger-books.query.js';
import { Conservation } from './conservation.js';

/** Whether the money of an account adds up (contract of what no peer has, section 9). */
export class GetAccountConservation extends Query<AccountConservation['attributes']> {
  constructor(
    readonly operation: Operation,
    readonly accountId: string,
  ) {
    super();
  }
}
type AccountConservation = ResourceAnswer<'conservation'>;

@QueryHandler(GetAccountConservation)
export class GetAccountConservationHandler implements IQueryHandler<GetAccountConservation> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly facts: Facts,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError NotFound if the account does not exist */
  async execute({ operation, accountId }: GetAccountConservation): Promise<AccountConservation['attributes']> {
    if (!(await this.facts.asStored(operation).party('account', accountId))) throw new DomainError('NotFound');
    const books = await this.readModels.read('ledger', () => readBooks(this.dataSource.manager, accountId));
    const { firstUnsettled } = books;
    return {
      balanced: books.balanced,
      // Micro-deposits are paid from the installation's bank, through a balance that no client sees.
      postedBalances: amountInUsd(books.postedBalances - books.paidByPlatform),
      inTransit: amountInUsd(books.paymentsInTransit),
      fromBanks: amountInUsd(books.bankClearingIn - books.paidByPlatform),
      toBanks: amountInUsd(books.bankClearingOut),
      unsettledPayments: books.unsettledPayments,
      events: Number(books.position),
      now: (await this.clock.now(accountId)).toISOString(),
      firstUnbalanced:
        firstUnsettled === undefined ? undefined : linkInPlace(transferRoutes.getPayment, firstUnsettled),
    };
  }
}

/** Whether the money of all accounts adds up. The answer contains no amounts. */
export class GetConservation extends Query<ResourceAnswer<'conservation-of-all'>> {}

@QueryHandler(GetConservation)
export class GetConservationHandler implements IQueryHandler<GetConservation> {
  constructor(
    private readonly conservation: Conservation,
    private readonly readModels: ReadModels,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<ResourceAnswer<'conservation-of-all'>> {
    const asked = this.clock.system();
    const { balanced } = await this.readModels.read('ledger', () => this.conservation.check());
    const lagSeconds = Math.max(0, this.clock.system().getTime() - asked.getTime()) / 1_000;
    const attributes = { balanced, asOf: asked.toISOString(), lagSeconds };
    return { type: 'resource', kind: 'conservation-of-all', id: '', attributes, links: {} };
  }
}
