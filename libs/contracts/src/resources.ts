import { z } from 'zod';
import { pauseReasons } from './events/webhooks.events.js';
import { snapshotMarks } from './snapshots.js';
import type { ConsumingService, RebuildingService } from './services.js';

/*
 * What the attributes of each resource are: the types that services answer with, and the schemas of docs/openapi.json.
 * Nothing of it runs when a request is answered.
 */

const id = z.uuid();
const time = z.iso.datetime();
/** A signed amount with two decimals. */
const usd = z.object({ value: z.string().regex(/^-?\d+\.\d{2}$/), currency: z.literal('USD') });
const count = z.int().min(0);

/** Of a person who may live in any country. */
const internationalAddress = z.object({
  address1: z.string(),
  address2: z.string().optional(),
  address3: z.string().optional(),
  city: z.string(),
  stateProvinceRegion: z.string(),
  postalCode: z.string().optional(),
  country: z.string(),
});

/** A key of a consumer that waits, as operators see it. */
const heldKey = {
  consumer: z.string(),
  topic: z.string(),
  key: z.string(),
  cause: z.string().optional(),
  attempts: count.optional(),
  nextAttempt: time.optional(),
  waiting: count,
  waitsFor: count.optional(),
};
const keyState = z.enum(['waiting', 'retrying', 'parked']);
const outcome = { ...heldKey, outcome: z.enum(['done', ...keyState.options]) };

const headers = z.array(z.object({ name: z.string(), value: z.string() })).readonly();

/** One try to deliver. Bodies are left out in lists, and there is no response where none came. */
const webhookAttempt = z.object({
  id,
  request: z.object({ timestamp: time, url: z.string(), headers, body: z.string().optional() }),
  response: z.object({ timestamp: time, headers, statusCode: count, body: z.string().optional() }).optional(),
  error: z.string().optional(),
  durationMs: count,
});

/** What a document can be rejected for (reference facts, section 3). */
export const documentFailureReasons = [
  'ScanNotReadable',
  'ScanNotUploaded',
  'ScanIdTypeNotSupported',
  'ScanNameMismatch',
  'ScanDobMismatch',
  'ScanFailedOther',
  'FailedOther',
  'ScanIdExpired',
  'ScanIdUnrecognized',
  'BusinessDocNotSupported',
  'BusinessNameMismatch',
  'BusinessTypeMismatch',
  'ForeignPassportNotAllowed',
] as const;
export type DocumentFailureReason = (typeof documentFailureReasons)[number];

export const documentTypes = ['passport', 'license', 'idCard', 'other'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Services that hold parts of a person, in the order in which they let go of them. */
export const erasingServices = ['customers', 'funding-sources', 'transfers', 'webhooks'] as const;
export type ErasingService = (typeof erasingServices)[number];

/** What stands against erasing a person. */
export const erasureObstacles = ['MoneyPending', 'BalanceNotZero', 'LegalHold', 'RetentionPeriod'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

/** What a document's file may be. */
export const documentMediaTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;

const linkingToken = z.object({ token: z.string(), expires: time });

/** What an institution asks for, one text each. */
const fields = z
  .array(z.object({ name: z.string(), label: z.string(), type: z.enum(['text', 'password']) }))
  .readonly();

const customerStanding = {
  type: z.enum(['unverified', 'receive-only', 'personal', 'business']),
  status: z.enum(['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated']),
};

const document = {
  id,
  status: z.enum(['pending', 'reviewed']),
  type: z.enum(documentTypes),
  created: time,
  documentVerificationStatus: z.enum(['pending', 'accepted', 'rejected']),
  failureReason: z.enum(documentFailureReasons).optional(),
  allFailureReasons: z
    .array(z.object({ reason: z.enum(documentFailureReasons), description: z.string() }))
    .readonly()
    .optional(),
};

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
  /** What an operator is told of a customer whom it reinstated. */
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
    bankAccountType: z.enum(['checking', 'savings']).optional(),
    name: z.string(),
    created: time,
    removed: z.boolean(),
    channels: z
      .array(z.enum(['ach', 'wire']))
      .readonly()
      .optional(),
    bankName: z.string().optional(),
    fingerprint: z.string().optional(),
  }),
  balance: z.object({ balance: usd, total: usd, lastUpdated: time }),
  'balance-inquiry': z.object({ status: z.literal('processing') }),
  'partner-token': z.object({ partnerToken: z.string(), expires: time }),
  'iav-token': linkingToken,
  'funding-sources-token': linkingToken,
  institution: z.object({ id, name: z.string(), fields }),
  'linking-session': z.object({
    /** In the answer that opens it alone. */
    token: z.string().optional(),
    step: z.enum(['login', 'questions', 'accounts', 'done']),
    expires: time,
    attemptsLeft: count,
    institution: z.object({ id, name: z.string() }).optional(),
    /** What the institution asks besides. */
    fields: fields.optional(),
    accounts: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          bankAccountType: z.enum(['checking', 'savings']),
          mask: z.string(),
          isEligible: z.boolean(),
        }),
      )
      .readonly()
      .optional(),
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
    /** Among those of the subscription that it is asked for by. */
    sequence: count.optional(),
    /** Why its resource is not embedded though it was asked for. */
    resourceSnapshot: z.enum(snapshotMarks).optional(),
  }),
  replay: z.object({
    id,
    status: z.enum(['running', 'done']),
    created: time,
    fromSequence: count,
    toSequence: count,
    /** Up to this number its events are handed over for delivery. */
    queuedTo: count,
    /** How many that were. */
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

type ConsumersShape = 'parked-key' | 'parked-key-replay' | 'parked-key-skip' | 'foreign-message' | 'skipped-message';
type RebuildersShape = 'read-model';

/** Single resources; the public path of each is known to the gateway alone. */
export type ResourceKind =
  | Exclude<ShapeName, ConsumersShape | RebuildersShape>
  | `${ConsumingService}-${ConsumersShape}`
  | `${RebuildingService}-${RebuildersShape | 'read-model-rebuild'}`;

export type ShapeOf<Kind extends ResourceKind> = Kind extends ShapeName
  ? Kind
  : Kind extends `${ConsumingService}-${infer Shape extends ConsumersShape}`
    ? Shape
    : RebuildersShape;

type Shape<Kind extends ResourceKind> = z.input<(typeof resourceShapes)[ShapeOf<Kind>]>;

/** What a service says of a resource. The gateway adds the id, where a resource has one of its own. */
export type AttributesOf<Kind extends ResourceKind> = Omit<Shape<Kind>, 'id'> & { readonly id?: string };

const OF_A_SERVICE =
  /^(?:funding-sources|transfers|webhooks)-(?=parked-key|foreign-message|skipped-message|read-model)/;

/** The shape of a kind of resource: the same for every service that has it. */
export function shapeNameOf(kind: ResourceKind): ShapeName {
  const name = kind.replace(OF_A_SERVICE, '').replace('read-model-rebuild', 'read-model');
  return name as ShapeName;
}
