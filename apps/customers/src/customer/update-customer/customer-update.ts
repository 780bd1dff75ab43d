import { Injectable } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { asRefusal, DomainError, validationError } from '@halyard/core';
import { accountOf, timeOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { type Change, Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { customerAnswer } from '../customer.answer.js';
import { Customer } from '../customer.entity.js';
import { CustomerHistory } from '../customer-history.js';
import { CustomerTeller } from '../customer-teller.js';
import { IdentityChecks } from '../identity/identity-checks.js';
import { checkIdentity } from '../identity/identity-of.js';
import { keptOwnership } from '../ownership.js';
import { givenData, renewedData } from '../personal-data.js';
import { IdentityReviews, type OpenCheck } from '../review-identity/identity-reviews.js';
import { changedColumns } from '../sealed-data.js';
import { type Command, stepOf } from '../states/customer-states.js';
import { applyCommand } from '../apply-command.js';
import { findDuplicates, lostUniqueness } from '../unique-fields.js';
import { readUpdate, type Update } from './read-update.js';

/** The change to write, decided on a certain version of the customer. */
interface DecidedUpdate {
  readonly version: number;
  readonly command: Command;
  readonly columns: Partial<Customer>;
  readonly openCheck?: OpenCheck;
}

/** The customer changed after it was read: the request has to be decided again. */
class OutdatedCustomer extends Error {}

const ATTEMPTS_MAX = 10;

@Injectable()
export class CustomerUpdate {
  constructor(
    private readonly changes: Changes,
    private readonly dataSource: DataSource,
    private readonly teller: CustomerTeller,
    private readonly history: CustomerHistory,
    private readonly sealer: Sealer,
    private readonly checks: IdentityChecks,
    private readonly reviews: IdentityReviews,
  ) {}

  /**
   * A repeat changes nothing, but tells others again. So a client that got 503, because a service could not be told,
   * completes the change by repeating it.
   *
   * @throws DomainError NotFound, ValidationError, InvalidResourceState; ServiceUnavailable if the change is committed
   * but others could not be told
   */
  async execute(operation: Operation, id: string, body: unknown): Promise<ResourceAnswer<'customer'>> {
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
      try {
        return await this.attempt(operation, id, body);
      } catch (error) {
        if (!(error instanceof OutdatedCustomer) && !lostUniqueness(error)) throw error;
      }
    }
    throw new DomainError('ServiceUnavailable');
  }

  /**
   * An operation that was carried out before gets its stored answer, whatever the customer's state is now: so a refusal
   * is thrown only inside the change.
   */
  private async attempt(operation: Operation, id: string, body: unknown): Promise<ResourceAnswer<'customer'>> {
    const where = { id, accountId: accountOf(operation) };
    const customer = await this.dataSource.manager.findOneBy(Customer, where);
    if (!customer) throw new DomainError('NotFound');
    const decided = await this.decide(operation, customer, body).catch(asRefusal);
    return this.changes.run(
      operation,
      async (change) => {
        if (decided instanceof DomainError) throw decided;
        const at = timeOf(operation);
        return customerAnswer(await this.apply(change, id, decided, at), at);
      },
      isNews(decided) ? { tell: () => this.teller.tell(operation, id) } : {},
    );
  }

  private async decide(operation: Operation, customer: Customer, body: unknown): Promise<DecidedUpdate> {
    const update = await readUpdate(body, customer, timeOf(operation));
    const { version } = customer;
    const step = stepOf(update.command, customer);
    if (step && 'begins' in step) return { version, ...(await this.check(operation, customer, update)) };
    return { version, command: update.command, columns: await this.columnsOf(customer, update.body) };
  }

  /** Checks the identity for the type in the body, which may differ from the customer's current type. */
  private async check(operation: Operation, customer: Customer, { command, body }: Update) {
    const { type } = body as Pick<Customer, 'type'>;
    if (!this.checks.isAvailable) {
      throw validationError(usualFault('NotAllowed', '/type'));
    }
    const isSecond = command === 'retry';
    const data = renewedData(body, customer);
    const { outcome, findings } = await checkIdentity(this.checks, { id: operation.id, type, isSecond, data });
    const columns = await changedColumns(customer, data, this.sealer);
    return {
      command: outcome,
      columns: { ...columns, type, findings, ...keptOwnership(customer, data) },
      ...(outcome === 'review' && { openCheck: { customerId: customer.id, checkId: operation.id, isSecond } }),
    };
  }

  private async columnsOf(customer: Customer, body: object): Promise<Partial<Customer>> {
    const given = givenData(body);
    if (Object.keys(given).length === 0 && !('type' in body)) return {};
    return { ...(await changedColumns(customer, given, this.sealer)), ...typeIn(body) };
  }

  private async apply(change: Change, id: string, decided: DecidedUpdate, at: Date): Promise<Customer> {
    const { tx } = change;
    const customer = await tx.findOneOrFail(Customer, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (customer.version !== decided.version) throw new OutdatedCustomer();
    const { command, columns } = decided;
    const duplicates = columns.emailKey === undefined ? [] : await findDuplicates(tx, { ...customer, ...columns });
    if (duplicates.length > 0) throw validationError(...duplicates);
    const changed = await applyCommand(change, customer, { command, at, history: this.history, with: columns });
    if (!changed) throw new DomainError('InvalidResourceState');
    if (decided.openCheck) await this.reviews.await(tx, [decided.openCheck]);
    return changed;
  }
}

const typeIn = (body: object): Partial<Pick<Customer, 'type'>> => {
  const { type } = body as Partial<Pick<Customer, 'type'>>;
  return type ? { type } : {};
};

/**
 * Other services do not decide by names or addresses, so they are not told of those. After a refusal they are told,
 * since they may have missed an earlier committed change.
 */
const isNews = (decided: DecidedUpdate | DomainError): boolean =>
  decided instanceof DomainError || decided.command !== 'edit' || decided.columns.type !== undefined;
