import { Injectable } from '@nestjs/common';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { created } from '@halyard/contracts';
import { DomainError, newId, validationError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Change, Changes, type HistoryEntry } from '@halyard/messaging';
import { type NewKey, Sealer } from '@halyard/persistence';
import { CustomersConfig } from '../../config.js';
import { Customer, type CustomerType } from '../customer.entity.js';
import { customerFact, HISTORY, type PersonalData } from '../customer.fact.js';
import { emailKey, searchText } from '../search-keys.js';
import { CustomerLists } from '../list-customers/customer-lists.js';
import { type IdentityOutcome, outcomeEvents, simulateIdentityCheck } from './identity-check.js';
import { insertCustomer } from './insert-customer.js';
import { personalDataOf } from './new-customer.js';
import { readNewCustomer } from './read-new-customer.js';
import { findDuplicates } from './unique-fields.js';

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
    private readonly lists: CustomerLists,
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
    const answer = await this.changes.run(operation, (change) => this.add(change, customer));
    this.lists.grew(accountId);
    return answer;
  }

  private checkIdentity(firstName: string): IdentityOutcome {
    if (this.config.environment === 'sandbox') return simulateIdentityCheck(firstName);
    // Nobody can be verified before there is a partner who does it.
    throw validationError({ code: 'NotAllowed', message: 'Type value not allowed.', path: '/type' });
  }

  private async add({ tx, record }: Change, request: NewCustomer): Promise<CreatedDocument> {
    const key = this.sealer.newKey(newId());
    const customer = customerOf(request, key);
    if (!(await insertCustomer(tx, customer))) throw validationError(...(await findDuplicates(tx, customer)));
    await key.keep(tx);
    await record(...entriesOf(customer, request.identity, key.seal(HISTORY, JSON.stringify(request.data))));
    return created('customer', customer.id);
  }
}

function customerOf({ accountId, applicationId, type, identity, data, at }: NewCustomer, key: NewKey): Customer {
  const sealed = (context: string, text: string | null): Buffer | null =>
    text === null ? null : key.seal(context, text);
  return {
    ...data,
    id: key.subjectId,
    accountId,
    applicationId,
    type,
    status: identity ?? 'unverified',
    statusBefore: null,
    dateOfBirth: sealed('customers.date-of-birth', data.dateOfBirth),
    ssn: sealed('customers.ssn', data.ssn),
    emailKey: emailKey(data.email),
    searchText: searchText(data),
    created: at,
    version: identity ? 2 : 1,
  };
}

/**
 * The first fact states the outcome of the identity check already, so that nobody who heard only that one takes the
 * customer for another.
 */
function entriesOf(
  customer: Customer,
  identity: IdentityOutcome | undefined,
  sealed: Buffer,
): [HistoryEntry, ...HistoryEntry[]] {
  const { id: key, accountId, created: at } = customer;
  const data = { ...customerFact(customer), version: 1 };
  const creation: HistoryEntry = { key, accountId, at, type: 'customers.customer-created.v1', data, sealed };
  if (!identity) return [creation];
  // A new customer held no status before.
  const from = identity === 'suspended' ? { from: customer.status } : {};
  return [creation, { key, accountId, at, type: outcomeEvents[identity], data: { ...data, ...from, version: 2 } }];
}
