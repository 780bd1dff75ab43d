import { z } from 'zod';
import { pauseReasons } from './events/webhooks.events.js';
import {
  bankAccountTypes,
  count,
  customerStanding,
  document,
  documentMediaTypes,
  erasingServices,
  erasureObstacles,
  fields,
  heldKey,
  id,
  internationalAddress,
  keyState,
  linkingToken,
  outcome,
  snapshotMarks,
  time,
  usd,
  webhookAttempt,
} from './resource-parts.js';

/*
 * What the attributes of each resource are: the types that services answer with, and the schemas of docs/openapi.json.
 * Nothing of it runs when a request is answered.
 */

export const resourceShapes = {
  root: z.object({}),
  account: z.object({ id, name: z.string(), timezoneOffset: z.number(), type: z.string() }),
  'account-settings': z.object({
    weeklyLimit: usd,
    transferLimit: usd,
    sameDayClearing: z.boolean(),
    wires: z.boolean(),
  }),
  'application-settings': z.object({ origins: z.array(z.string()).readonly() }),
  customer: z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    ...customerStanding,
    created: time,
    address1: z.string().optional(),
    address2: z.string().optional(),
    city: z.string().optional(),
    state: z.string().optional(),
    postalCode: z.string().optional(),
    phone: z.string().optional(),
    businessName: z.string().optional(),
    doingBusinessAs: z.string().optional(),
    website: z.string().optional(),
    businessType: z.enum(['soleProprietorship', 'llc', 'corporation', 'partnership']).optional(),
    businessClassification: id.optional(),
    controller: z
      .object({ firstName: z.string(), lastName: z.string(), title: z.string(), address: internationalAddress })
      .optional(),
    correlationId: z.string().optional(),
  }),
  'customer-limits': z.object({
    weekly: z.object({ limit: usd, used: usd, left: usd, from: time, to: time }).optional(),
    transfer: z.object({ limit: usd }).optional(),
  }),
  'beneficial-owner': z.object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    address: internationalAddress,
    verificationStatus: z.enum(['verified', 'document', 'incomplete']),
    created: time,
  }),
  'beneficial-ownership': z.object({ status: z.enum(['uncertified', 'certified', 'recertify']) }),
  'business-classification': z.object({ id, name: z.string() }),
  document: z.object(document),
  /** What an operator sees of a customer that it reinstated. */
  'customer-standing': z.object({ id, ...customerStanding }),
  'document-review': z.object({
    ...document,
    mediaType: z.enum(documentMediaTypes),
    size: count,
    reviewed: time.optional(),
  }),
  erasure: z.object({
    id,
    status: z.enum(['pending', 'refused', 'done']),
    reason: z.string(),
    operator: id.describe('The application that asked for it.'),
    created: time,
    ended: time.optional(),
    obstacles: z.array(z.enum(erasureObstacles)).optional().describe('Of one that was refused after it had begun.'),
    confirmations: z.array(z.object({ service: z.enum(erasingServices), at: time })),
    waitsFor: z.array(z.enum(erasingServices)),
  }),
  'legal-hold': z.object({ id, reason: z.string(), operator: id, created: time, lifted: time.optional() }),
  'document-read': z.object({ application: id, at: time }),
  'funding-source': z.object({
    id,
    status: z.enum(['unverified', 'verified']),
    type: z.enum(['bank', 'balance']),
    bankAccountType: z.enum(bankAccountTypes).optional(),
    name: z.string(),
    created: time,
    removed: z.boolean(),
    channels: z
      .array(z.enum(['ach', 'wire']))
      .readonly()
      .optional(),
    bankName: z.string().optional(),
    fingerprint: z.string().optional(),
    /** Of banks that were linked at their bank. */
    iavAccountHolders: z.object({ selected: z.string(), other: z.array(z.string()).readonly() }).optional(),
  }),
  balance: z.object({ balance: usd, total: usd, lastUpdated: time }),
  'balance-inquiry': z.object({ status: z.literal('processing') }),
  'on-demand-authorization': z.object({ bodyText: z.string(), buttonText: z.string() }),
  'partner-token': z.object({ partnerToken: z.string(), expires: time }),
  'provider-token': linkingToken,
  'iav-token': linkingToken,
  'funding-sources-token': linkingToken,
  institution: z.object({ id, name: z.string(), fields }),
  'linking-session': z.object({
    /** Only in the answer that opens it. */
    token: z.string().optional(),
    step: z.enum(['login', 'questions', 'accounts', 'done']),
    expires: time,
    attemptsLeft: count,
    institution: z.object({ id, name: z.string() }).optional(),
    /** Further questions of the institution. */
    fields: fields.optional(),
    accounts: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          bankAccountType: z.enum(bankAccountTypes),
          mask: z.string(),
          isEligible: z.boolean(),
        }),
      )
      .readonly()
      .optional(),
    /** What a provider's pages give of the account that was chosen there, to be exchanged. */
    publicToken: z.string().optional(),
    accountId: z.string().optional(),
  }),
  'linked-funding-source': z.object({}),
  'micro-deposits': z.object({
    created: time,
    status: z.enum(['pending', 'processed', 'failed']),
    attemptsLeft: count.optional(),
    failure: z.object({ code: z.string(), description: z.string() }).optional(),
  }),
  transfer: z.object({
    id,
    status: z.enum(['pending', 'processed', 'failed', 'cancelled']),
    /** In lists of fees the currency is in lower case (specification, transfer). */
    amount: usd.extend({ currency: z.enum(['USD', 'usd']) }),
    created: time,
    clearing: z.object({ source: z.string().optional(), destination: z.string().optional() }).optional(),
    individualAchId: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional(),
    correlationId: z.string().optional(),
  }),
  payment: z.object({
    id,
    status: z.enum(['pending', 'processed', 'failed', 'cancelled']),
    amount: usd,
    created: time,
    correlationId: z.string().optional(),
    failure: z.object({ transfer: id, code: z.string(), description: z.string() }).optional(),
    expected: z.array(z.object({ transfer: id, earliest: time, latest: time })).readonly(),
    timeline: z.array(z.object({ at: time, event: z.string(), transfer: id })).readonly(),
  }),
  'transfer-failure': z.object({ code: z.string(), description: z.string(), explanation: z.string() }),
  'sandbox-simulation': z.object({ total: count }),
  'trial-balance': z.object({
    balanced: z.boolean(),
    unsettledPayments: count,
    postedBalances: usd,
    paymentsInTransit: usd,
    bankClearingIn: usd,
    bankClearingOut: usd,
    paymentsIn: usd,
    paymentsOut: usd,
  }),
  'webhook-subscription': z.object({
    id,
    url: z.string(),
    paused: z.boolean(),
    pauseReason: z.enum(pauseReasons).optional(),
    created: time,
    description: z.string().optional(),
    topics: z.array(z.string()).readonly().optional().describe('Everything where it is absent.'),
    strictOrder: z.boolean(),
    secretRotation: z.enum(['started']).optional(),
  }),
  webhook: z.object({
    id,
    topic: z.string(),
    accountId: z.string(),
    eventId: z.string(),
    subscriptionId: z.string(),
    sequence: count,
    state: z.enum(['pending', 'waiting', 'held', 'delivered', 'failed']),
    nextRetry: time.optional(),
    attempts: z.array(webhookAttempt).readonly(),
  }),
  'webhook-retry': z.object({
    id,
    timestamp: time,
    state: z.enum(['pending', 'delivered', 'failed']),
  }),
  event: z.object({
    id,
    created: time,
    topic: z.string(),
    resourceId: z.string(),
    correlationId: z.string().optional(),
    /** Its number in the subscription through which it is read. */
    sequence: count.optional(),
    /** Why its resource is not embedded although it was asked for. */
    resourceSnapshot: z.enum(snapshotMarks).optional(),
  }),
  replay: z.object({
    id,
    status: z.enum(['running', 'done']),
    created: time,
    fromSequence: count,
    toSequence: count,
    /** Up to this number its events are queued for delivery. */
    queuedTo: count,
    /** How many events were queued. */
    events: count,
    url: z.string().optional(),
  }),
  'parked-key': z.object({ id, ...heldKey, state: keyState, since: time, lastAttempt: time }),
  'parked-key-replay': z.object(outcome),
  'parked-key-skip': z.object({ ...outcome, sequence: count, reason: z.string() }),
  'foreign-message': z.object({
    consumer: z.string(),
    topic: z.string(),
    reason: z.string(),
    count,
    first: time,
    last: time,
    lastClaims: z.looseObject({}),
  }),
  'skipped-message': z.looseObject({ consumer: z.string(), topic: z.string(), reason: z.string(), at: time }),
  'read-model': z.object({
    id,
    name: z.string(),
    sources: z.array(z.string()).readonly(),
    state: z.enum(['behind', 'current']),
    lag: z.number(),
  }),
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof resourceShapes;
