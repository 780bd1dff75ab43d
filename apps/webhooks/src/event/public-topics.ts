import type { CloudEvent, Topic } from '@halyard/contracts';
import { type CustomersEvent, customersEvents } from '@halyard/contracts/customers';
import { type FundingSourcesEvent, fundingSourcesEvents } from '@halyard/contracts/funding-sources';
import { type TransfersEvent, transfersEvents } from '@halyard/contracts/transfers';
import { deriveTimedId } from '@halyard/core';
import type { EventResourceKind, PublicEvent } from './public-event.js';

/** Topics of customers, by the published fact (reference facts, 11). A fact without a topic is not public. */
const customerTopics: Readonly<Record<CustomersEvent['type'], string | undefined>> = {
  'customers.customer-created.v1': 'customer_created',
  // Not public: the client knows what it has changed.
  'customers.customer-updated.v1': undefined,
  'customers.customer-verified.v1': 'customer_verified',
  'customers.customer-reverification-needed.v1': 'customer_reverification_needed',
  'customers.customer-verification-document-needed.v1': 'customer_verification_document_needed',
  'customers.customer-verification-pending-review.v1': 'customer_verification_pending_review',
  'customers.customer-verification-document-uploaded.v1': 'customer_verification_document_uploaded',
  'customers.customer-verification-document-approved.v1': 'customer_verification_document_approved',
  'customers.customer-verification-document-failed.v1': 'customer_verification_document_failed',
  'customers.customer-suspended.v1': 'customer_suspended',
  'customers.customer-deactivated.v1': 'customer_deactivated',
  'customers.customer-activated.v1': 'customer_activated',
  'customers.beneficial-owner-created.v1': 'customer_beneficial_owner_created',
  'customers.beneficial-owner-verified.v1': 'customer_beneficial_owner_verified',
  'customers.beneficial-owner-reverification-needed.v1': 'customer_beneficial_owner_reverification_needed',
  'customers.beneficial-owner-verification-document-needed.v1':
    'customer_beneficial_owner_verification_document_needed',
  'customers.beneficial-owner-verification-document-uploaded.v1':
    'customer_beneficial_owner_verification_document_uploaded',
  'customers.beneficial-owner-verification-document-approved.v1':
    'customer_beneficial_owner_verification_document_approved',
  'customers.beneficial-owner-verification-document-failed.v1':
    'customer_beneficial_owner_verification_document_failed',
  'customers.beneficial-owner-removed.v1': 'customer_beneficial_owner_removed',
  // Not public: the client that certified learns of it by the answer to its request.
  'customers.beneficial-ownership-certified.v1': undefined,
  // Not public: the deactivation that comes before each erasure is public already.
  'customers.customer-erased.v1': undefined,
};

/** Topics of an account's funding sources, by the published fact. A customer's topics have the prefix `customer_`. */
const fundingSourceTopics: Readonly<Record<FundingSourcesEvent['type'], string | undefined>> = {
  'funding-sources.funding-source-added.v1': 'funding_source_added',
  'funding-sources.funding-source-verified.v1': 'funding_source_verified',
  'funding-sources.funding-source-unverified.v1': 'funding_source_unverified',
  'funding-sources.funding-source-updated.v1': 'funding_source_updated',
  'funding-sources.funding-source-removed.v1': 'funding_source_removed',
  'funding-sources.balance-inquiry-completed.v1': 'balance_inquiry_completed',
  'funding-sources.micro-deposits-added.v1': 'microdeposits_added',
  'funding-sources.micro-deposits-completed.v1': 'microdeposits_completed',
  'funding-sources.micro-deposits-failed.v1': 'microdeposits_failed',
  // Not public: an attempt was wrong, but more attempts are left.
  'funding-sources.micro-deposits-attempted.v1': undefined,
  'funding-sources.micro-deposits-exhausted.v1': 'microdeposits_maxattempts',
};

/** Topics that only customers have (reference facts, 11). */
const ofCustomersAlone: ReadonlySet<string | undefined> = new Set(['balance_inquiry_completed']);

/**
 * An account's topics, by fact and kind of leg (reference facts, 7.5). A customer's topics have the prefix `customer_`.
 */
const transferTopics: Readonly<Record<TransferEvent['type'], Readonly<Record<'bank' | 'party', string>>>> = {
  'transfers.transfer-created.v1': { bank: 'bank_transfer_created', party: 'transfer_created' },
  'transfers.transfer-completed.v1': { bank: 'bank_transfer_completed', party: 'transfer_completed' },
  'transfers.transfer-failed.v1': { bank: 'bank_transfer_failed', party: 'transfer_failed' },
  'transfers.transfer-cancelled.v1': { bank: 'bank_transfer_cancelled', party: 'transfer_cancelled' },
};

/**
 * The facts about transfers, without those about one party alone: a receiver whose bank can't be reached, and the owner
 * of a balance.
 */
type TransferEvent = Exclude<
  TransfersEvent,
  { type: 'transfers.bank-transfer-creation-failed.v1' | 'transfers.balance-went-negative.v1' }
>;

const NEGATIVE = 'funding_source_negative';
const CREATION_FAILED = 'bank_transfer_creation_failed';

export const publicTopics: readonly string[] = [
  ...Object.values(customerTopics).filter((topic) => topic !== undefined),
  ...[
    ...Object.values(fundingSourceTopics).filter((topic) => topic !== undefined),
    ...Object.values(transferTopics).flatMap(({ bank, party }) => [bank, party]),
    ...[NEGATIVE, CREATION_FAILED],
  ].flatMap((topic) => [...(ofCustomersAlone.has(topic) ? [] : [topic]), `customer_${topic}`]),
];

/**
 * The Kafka topic of the service that keeps the history of a resource. Only this service's facts have a version there.
 */
const historyOf: Readonly<Record<EventResourceKind, Topic>> = {
  'beneficial-owner': 'customers.events.v1',
  customer: 'customers.events.v1',
  document: 'customers.events.v1',
  'funding-source': 'funding-sources.events.v1',
  transfer: 'transfers.events.v1',
};

interface Party {
  readonly kind: FundingSourcesEvent['data']['ownerKind'];
  readonly id: string;
}

/** Whether a fact has one of these types. The schema was checked when it was received, so the type is enough. */
const isOneOf =
  <Event extends CloudEvent>(schemas: Readonly<Record<Event['type'], unknown>>) =>
  (event: CloudEvent): event is Event =>
    Object.hasOwn(schemas, event.type);

const isOfCustomers = isOneOf<CustomersEvent>(customersEvents.schemas);
const isOfFundingSources = isOneOf<FundingSourcesEvent>(fundingSourcesEvents.schemas);
const isOfTransfers = isOneOf<TransfersEvent>(transfersEvents.schemas);

/** Makes the public events that report a fact: none, one, or one for each party. */
export function publicEventsOf(event: CloudEvent): PublicEvent[] {
  if (isOfCustomers(event)) {
    const { data, type } = event;
    const topic = customerTopics[type];
    if (topic === undefined) return [];
    const customer: Party = { kind: 'customer', id: data.customerId };
    if ('documentId' in data) return [publicEvent(event, topic, customer, 'document', data.documentId)];
    return 'beneficialOwnerId' in data
      ? [publicEvent(event, topic, customer, 'beneficial-owner', data.beneficialOwnerId)]
      : [publicEvent(event, topic, customer, 'customer', data.customerId)];
  }
  if (isOfFundingSources(event)) {
    const { ownerKind, ownerId, fundingSourceId } = event.data;
    const owner: Party = { kind: ownerKind, id: ownerId };
    const topic = fundingSourceTopics[event.type];
    return topic === undefined || (owner.kind === 'account' && ofCustomersAlone.has(topic))
      ? []
      : [publicEvent(event, topicOf(topic, owner), owner, 'funding-source', fundingSourceId)];
  }
  return isOfTransfers(event) ? eventsOfTransfers(event) : [];
}

function eventsOfTransfers(event: TransfersEvent): PublicEvent[] {
  switch (event.type) {
    case 'transfers.balance-went-negative.v1': {
      const { ownerKind, ownerId, fundingSourceId } = event.data;
      const owner: Party = { kind: ownerKind, id: ownerId };
      return [publicEvent(event, topicOf(NEGATIVE, owner), owner, 'funding-source', fundingSourceId)];
    }
    case 'transfers.bank-transfer-creation-failed.v1': {
      const { destination, transferId } = event.data;
      const receiver: Party = { kind: destination.ownerKind, id: destination.ownerId };
      return [publicEvent(event, topicOf(CREATION_FAILED, receiver), receiver, 'transfer', transferId)];
    }
    default: {
      const { leg, transferId } = event.data;
      return partiesOf(event).map((party) =>
        publicEvent(event, topicOf(transferTopics[event.type][leg], party), party, 'transfer', transferId),
      );
    }
  }
}

const topicOf = (topic: string, { kind }: Party): string => (kind === 'customer' ? `customer_${topic}` : topic);

/**
 * The parties to whom a transfer is reported: the one owner of a bank leg, or sender and receiver of a party leg, in
 * this order.
 */
function partiesOf({ data: { leg, source, destination } }: TransferEvent): Party[] {
  const sender: Party = { kind: source.ownerKind, id: source.ownerId };
  const receiver: Party = { kind: destination.ownerKind, id: destination.ownerId };
  return leg === 'bank' || sender.id === receiver.id ? [sender] : [sender, receiver];
}

/** The facts from which public events are made. */
type PublicSource = CustomersEvent | FundingSourcesEvent | TransfersEvent;

/** Makes an event. Its id is derived, so that the same fact always gives the same event. */
const publicEvent = (
  { id, accountid, time, traceparent, source, sequence, data }: PublicSource,
  topic: string,
  party: Party,
  resourceKind: EventResourceKind,
  resourceId: string,
): PublicEvent => ({
  id: deriveTimedId(id, topic, party.id),
  accountId: accountid,
  customerId: party.kind === 'customer' ? party.id : null,
  topic,
  resourceKind,
  resourceId,
  resourceVersion: source === historyOf[resourceKind] ? sequence : null,
  correlationId: 'correlationId' in data ? data.correlationId : undefined,
  createdAt: new Date(time),
  traceparent,
});
