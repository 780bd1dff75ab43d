import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import type { CustomersFact } from '@halyard/contracts/customers';
import { DomainError, newId, validationError } from '@halyard/core';
import { applicationOf, timeOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { type AskedItem, Changes, type CommonChange, type HistoryEntry } from '@halyard/changes';
import { type NewKey, Sealer } from '@halyard/persistence';
import { Customer, type CustomerType } from '../customer.entity.js';
import { entryOf, HISTORY, snapshotOf } from '../customer-history.js';
import type { IdentityVerdict } from '../identity/findings.js';
import { IdentityChecks } from '../identity/identity-checks.js';
import { type Check, checkIdentity, isChecked } from '../identity/identity-of.js';
import { CustomerLists } from '../customer-lists.rows.js';
import { newOwnership } from '../ownership.js';
import { newData, type PersonalData } from '../personal-data.js';
import { IdentityReviews, type OpenCheck } from '../review-identity/identity-reviews.js';
import { readBody } from '../rules/read-body.js';
import { newColumns } from '../sealed-data.js';
import { statusAfter } from '../states/customer-states.js';
import { findDuplicates } from '../unique-fields.js';
import { CreateCustomerDto, type NewCustomerDto } from './create-customer.dto.js';
import { insertCustomers } from './insert-customers.rows.js';

/** The request after it was read and checked, before any lookup in the database or sealing. */
interface NewCustomer {
  readonly accountId: string;
  readonly applicationId: string;
  readonly type: CustomerType;
  readonly verdict: IdentityVerdict | undefined;
  readonly data: PersonalData;
  readonly at: Date;
}

@Injectable()
export class CustomerCreation {
  private readonly create: (operation: Operation, customer: NewCustomer) => Promise<CreatedAnswer>;

  constructor(
    changes: Changes,
    private readonly sealer: Sealer,
    private readonly checks: IdentityChecks,
    private readonly lists: CustomerLists,
    private readonly reviews: IdentityReviews,
  ) {
    this.create = changes.together((change, asked) => this.addAll(change, asked));
  }

  /** @throws DomainError ValidationError */
  async execute(operation: Operation, body: unknown): Promise<CreatedAnswer> {
    const { accountId, applicationId } = applicationOf(operation);
    const at = timeOf(operation);
    const request = await readBody<NewCustomerDto>(body, CreateCustomerDto, at);
    const type = request.type || 'unverified';
    const data = newData(request);
    const verdict = await this.check({ id: operation.id, type, isSecond: false, data });
    const answer = await this.create(operation, { accountId, applicationId, type, verdict, data, at });
    this.lists.grew(accountId);
    return answer;
  }

  private async check(check: Check): Promise<IdentityVerdict | undefined> {
    if (!isChecked(check.type)) return undefined;
    if (this.checks.isAvailable) return checkIdentity(this.checks, check);
    // Without a provider of identity checks nobody can be verified.
    throw validationError(usualFault('NotAllowed', '/type'));
  }

  private async addAll(
    { tx, record }: CommonChange,
    asked: readonly AskedItem<NewCustomer>[],
  ): Promise<(CreatedAnswer | DomainError)[]> {
    const drafts = asked.map(({ operation, item }) => draftOf(item, this.sealer.newKey(newId()), operation));
    const added = await insertCustomers(
      tx,
      drafts.map(({ customer }) => customer),
    );
    const made = drafts.filter(({ customer }) => added.has(customer.id));
    record(...made.flatMap(({ entries }) => entries));
    await this.sealer.keep(
      tx,
      made.map(({ key }) => key),
    );
    await this.reviews.await(
      tx,
      made.flatMap(({ openCheck }) => openCheck ?? []),
    );
    const outcomes: (CreatedAnswer | DomainError)[] = [];
    for (const { customer } of drafts) {
      const isMade = added.has(customer.id);
      outcomes.push(
        isMade ? created('customer', customer.id) : validationError(...(await findDuplicates(tx, customer))),
      );
    }
    return outcomes;
  }
}

interface Draft {
  readonly customer: Customer;
  readonly key: NewKey;
  readonly entries: readonly HistoryEntry[];
  readonly openCheck: OpenCheck | undefined;
}

function draftOf(request: NewCustomer, key: NewKey, { id: checkId, traceparent }: Operation): Draft {
  const { type, verdict, at } = request;
  const outcome = verdict && statusAfter(verdict.outcome, { type, status: 'unverified', statusBefore: null });
  const customer: Customer = {
    ...newColumns(request.data, (context, text) => key.seal(context, text)),
    id: key.subjectId,
    accountId: request.accountId,
    applicationId: request.applicationId,
    type,
    status: outcome?.status ?? 'unverified',
    statusBefore: outcome?.statusBefore ?? null,
    findings: verdict?.findings ?? [],
    ...newOwnership(request.data),
    created: at,
    version: outcome ? 2 : 1,
  };
  const entries = entriesOf(customer, outcome?.event, (text) => key.seal(HISTORY, text));
  const openCheck = verdict?.outcome === 'review' ? { customerId: customer.id, checkId, isSecond: false } : undefined;
  return { customer, key, entries: entries.map((entry) => ({ ...entry, traceparent })), openCheck };
}

/** The first event already states the outcome of the identity check, because consumers may have read no further. */
function entriesOf(
  customer: Customer,
  outcome: CustomersFact['type'] | undefined,
  seal: (text: string) => Buffer,
): HistoryEntry[] {
  const { created: at } = customer;
  const first = { ...customer, version: 1 };
  const creation = entryOf(first, { type: 'customers.customer-created.v1', at }, seal(snapshotOf(first)));
  if (!outcome) return [creation];
  // `from` is the current status: a new customer had no other before.
  return [creation, entryOf(customer, { type: outcome, at, from: customer.status }, seal(snapshotOf(customer)))];
}
