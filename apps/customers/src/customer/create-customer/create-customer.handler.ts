import { Injectable } from '@nestjs/common';
import type { CreatedDocument, Operation } from '@halyard/contracts';
import { created } from '@halyard/contracts';
import { DomainError, newId, validationError } from '@halyard/core';
import { timeOf } from '@halyard/http';
import { type Asked, type Change, Changes, type HistoryEntry } from '@halyard/messaging';
import { type NewKey, Sealer } from '@halyard/persistence';
import { CustomersConfig } from '../../config.js';
import { Customer, type CustomerType } from '../customer.entity.js';
import type { PersonalData } from '../customer.fact.js';
import { NO_OWNERSHIP } from '../ownership.js';
import { entryOf, HISTORY, snapshotOf } from '../customer-history.js';
import { emailKey, searchText } from '../search-keys.js';
import { CustomerLists } from '../list-customers/customer-lists.rows.js';
import { type IdentityOutcome, outcomeEvents, simulateIdentityCheck } from '../identity-check.js';
import { insertCustomers } from './insert-customers.rows.js';
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
  private readonly create: (operation: Operation, customer: NewCustomer) => Promise<CreatedDocument>;

  constructor(
    changes: Changes,
    private readonly sealer: Sealer,
    private readonly config: CustomersConfig,
    private readonly lists: CustomerLists,
  ) {
    this.create = changes.together((change, asked) => this.addAll(change, asked));
  }

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
    const answer = await this.create(operation, customer);
    this.lists.grew(accountId);
    return answer;
  }

  private checkIdentity(firstName: string): IdentityOutcome {
    if (this.config.environment === 'sandbox') return simulateIdentityCheck(firstName);
    // Nobody can be verified before there is a partner who does it.
    throw validationError({ code: 'NotAllowed', message: 'Type value not allowed.', path: '/type' });
  }

  private async addAll(
    { tx, record }: Change,
    asked: readonly Asked<NewCustomer>[],
  ): Promise<(CreatedDocument | DomainError)[]> {
    const drafts = asked.map(({ operation, item }) => draftOf(item, this.sealer.newKey(newId()), operation));
    const added = await insertCustomers(
      tx,
      drafts.map(({ customer }) => customer),
    );
    const made = drafts.filter(({ customer }) => added.has(customer.id));
    const [first, ...more] = made.flatMap(({ entries }) => entries);
    if (first) {
      await this.sealer.keep(
        tx,
        made.map(({ key }) => key),
      );
      await record(first, ...more);
    }
    const outcomes: (CreatedDocument | DomainError)[] = [];
    for (const { customer } of drafts) {
      const isMade = added.has(customer.id);
      outcomes.push(
        isMade ? created('customer', customer.id) : validationError(...(await findDuplicates(tx, customer))),
      );
    }
    return outcomes;
  }
}

/** A customer, and all that its creation leaves beside it. */
interface Draft {
  readonly customer: Customer;
  readonly key: NewKey;
  readonly entries: readonly HistoryEntry[];
}

function draftOf(request: NewCustomer, key: NewKey, { traceparent }: Operation): Draft {
  const customer = customerOf(request, key);
  const entries = entriesOf(customer, request.identity, (text) => key.seal(HISTORY, text));
  return { customer, key, entries: entries.map((entry) => ({ ...entry, traceparent })) };
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
    ...NO_OWNERSHIP,
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
  seal: (text: string) => Buffer,
): HistoryEntry[] {
  const { created: at } = customer;
  const first = { ...customer, version: 1 };
  const creation = entryOf(first, { type: 'customers.customer-created.v1', at }, seal(snapshotOf(first)));
  if (!identity) return [creation];
  // A new customer held no status before.
  const from = identity === 'suspended' ? customer.status : undefined;
  return [creation, entryOf(customer, { type: outcomeEvents[identity], at, from }, seal(snapshotOf(customer)))];
}
