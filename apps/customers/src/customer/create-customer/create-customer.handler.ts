import { Injectable } from '@nestjs/common';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { created } from '@halyard/contracts';
import { DomainError, newId, validationError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/messaging';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { CustomersConfig } from '../../config.js';
import { Customer, type CustomerType } from '../customer.entity.js';
import { customerFact, HISTORY, type PersonalData } from '../customer.fact.js';
import { emailKey, searchText } from '../search-keys.js';
import { type IdentityOutcome, outcomeEvents, simulateIdentityCheck } from './identity-check.js';
import { personalDataOf } from './new-customer.js';
import { readNewCustomer } from './read-new-customer.js';
import { asDuplicate, findDuplicates } from './unique-fields.js';

/** What the request comes to, before anything is looked up or sealed. */
interface NewCustomer {
  readonly accountId: string;
  readonly applicationId: string;
  readonly type: CustomerType;
  readonly identity: IdentityOutcome | undefined;
  readonly data: PersonalData;
  readonly at: Date;
}

@Injectable()
export class CreateCustomerHandler {
  constructor(
    private readonly changes: Changes,
    private readonly sealer: Sealer,
    private readonly config: CustomersConfig,
  ) {}

  /** @throws DomainError ValidationError */
  async execute(operation: Operation, body: unknown): Promise<CreatedDocument> {
    const { principal } = operation;
    if (principal.kind !== 'application') throw new DomainError('Forbidden');
    const { accountId, applicationId } = principal;
    const at = timeOf(operation);
    const request = await readNewCustomer(body, at);
    const type = request.type || 'unverified';
    const identity = type === 'personal' ? this.checkIdentity(request.firstName) : undefined;
    const customer = { accountId, applicationId, type, identity, data: personalDataOf(request), at };
    try {
      return await this.changes.run(operation, (change) => this.add(change, customer));
    } catch (error) {
      throw asDuplicate(error);
    }
  }

  private checkIdentity(firstName: string): IdentityOutcome {
    if (this.config.environment === 'sandbox') return simulateIdentityCheck(firstName);
    // Nobody can be verified before there is a partner who does it.
    throw validationError({ code: 'NotAllowed', message: 'Type value not allowed.', path: '/type' });
  }

  private async add(change: Change, customer: NewCustomer): Promise<CreatedDocument> {
    const { accountId, applicationId, type, identity, data, at } = customer;
    const unique = { accountId, applicationId, emailKey: emailKey(data.email), correlationId: data.correlationId };
    const duplicates = await findDuplicates(change.tx, unique);
    if (duplicates.length > 0) throw validationError(...duplicates);

    const id = newId();
    const secrets = {
      dateOfBirth: await this.sealText(id, 'customers.date-of-birth', data.dateOfBirth),
      ssn: await this.sealText(id, 'customers.ssn', data.ssn),
    };
    const sealed = await this.sealer.seal(id, HISTORY, JSON.stringify(data));
    const row: Customer = {
      ...data,
      ...secrets,
      ...unique,
      id,
      type,
      status: identity ?? 'unverified',
      statusBefore: null,
      searchText: searchText(data),
      created: at,
      position: await nextPosition(change.tx, accountId),
      version: identity ? 2 : 1,
    };
    await change.tx.insert(Customer, row);
    await recordCreation(change, row, identity, sealed);
    return created('customer', id);
  }

  private async sealText(id: string, context: string, plaintext: string | null): Promise<Buffer | null> {
    return plaintext === null ? null : this.sealer.seal(id, context, plaintext);
  }
}

/**
 * The first fact states the outcome of the identity check already, so that nobody who heard only that one takes the
 * customer for another.
 */
async function recordCreation(
  change: Change,
  customer: Customer,
  identity: IdentityOutcome | undefined,
  sealed: Buffer,
): Promise<void> {
  const { id: key, accountId, created: at } = customer;
  const data = { ...customerFact(customer), version: 1 };
  await change.record({ key, accountId, at, type: 'customers.customer-created.v1', data, sealed });
  if (!identity) return;
  // A new customer held no status before.
  const from = identity === 'suspended' ? { from: customer.status } : {};
  await change.record({ key, accountId, at, type: outcomeEvents[identity], data: { ...data, ...from, version: 2 } });
}

/** The next number of the account. Its row stays locked until the commit, so that positions commit in their order. */
async function nextPosition(tx: EntityManager, accountId: string): Promise<number> {
  const [row] = await tx.query<[{ count: number }]>(
    `INSERT INTO customer_counts AS counts (account_id, count) VALUES ($1, 1)
     ON CONFLICT (account_id) DO UPDATE SET count = counts.count + 1
     RETURNING count`,
    [accountId],
  );
  return row.count;
}
