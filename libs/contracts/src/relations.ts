import type { ResourceRef } from './refs.js';
import type { ResourceKind, ShapeOf } from './resource-kinds.js';
import type { ShapeName } from './resources.js';

/**
 * The links that each resource may have beside `self`: the compiler checks what services answer, and docs/openapi.json
 * lists them. The links that a resource has say what can be done with it now.
 */
export const relations = {
  root: ['account', 'customers', 'events', 'webhook-subscriptions'],
  account: ['receive', 'send', 'funding-sources', 'transfers', 'customers'],
  'account-settings': ['account'],
  'application-settings': [],
  customer: [
    'funding-sources',
    'transfers',
    'receive',
    'send',
    'edit',
    'edit-form',
    'deactivate',
    'suspend',
    'reactivate',
    'retry-verification',
    'retry-with-full-ssn',
    'verify-with-document',
    'verify-business-with-document',
    'verify-controller-and-business-with-document',
    'beneficial-owners',
    'verify-beneficial-owners',
    'certify-beneficial-ownership',
  ],
  'customer-limits': ['customer'],
  'beneficial-owner': ['retry-verification', 'verify-with-document'],
  'beneficial-ownership': [],
  'business-classification': [],
  document: [],
  'customer-standing': [],
  'document-review': ['customer', 'file', 'reads', 'approve', 'reject'],
  'document-read': [],
  erasure: ['customer'],
  'legal-hold': ['customer'],
  'funding-source': [
    'account',
    'customer',
    'balance',
    'remove',
    'with-available-balance',
    'transfer-send',
    'transfer-receive',
    'transfer-from-balance',
    'transfer-to-balance',
    'initiate-micro-deposits',
    'verify-micro-deposits',
    'failed-verification-micro-deposits',
  ],
  balance: ['funding-source'],
  'balance-inquiry': ['funding-source'],
  'on-demand-authorization': [],
  'provider-token': [],
  'partner-token': [],
  'iav-token': [],
  'funding-sources-token': [],
  institution: [],
  'linking-session': ['funding-source'],
  'linked-funding-source': ['funding-source'],
  'micro-deposits': ['verify-micro-deposits'],
  transfer: [
    'source',
    'destination',
    'source-funding-source',
    'destination-funding-source',
    'payment',
    'funding-transfer',
    'funded-transfer',
    'created-from-transfer',
    'fees',
    'cancel',
    'failure',
  ],
  payment: ['transfer'],
  'transfer-failure': ['failed-funding-source', 'customer'],
  'sandbox-simulation': [],
  'trial-balance': [],
  'webhook-subscription': ['webhooks'],
  webhook: ['subscription', 'retry', 'event'],
  'webhook-retry': ['webhook'],
  event: ['resource', 'account', 'customer'],
  replay: ['subscription'],
  'parked-key': ['replay', 'skip'],
  'parked-key-replay': ['parked-key'],
  'parked-key-skip': ['parked-key'],
  'foreign-message': [],
  'skipped-message': [],
  'read-model': ['rebuild'],
} as const satisfies Readonly<Record<ShapeName, readonly string[]>>;

export type Relation<Kind extends ResourceKind = ResourceKind> = (typeof relations)[ShapeOf<Kind>][number];

/** Relation to resource; what cannot be done is undefined or left out. */
export type LinksOf<Kind extends ResourceKind> = { readonly [Name in Relation<Kind>]?: ResourceRef | undefined };

/** The same for lists, beside the links of their pages. */
export const listRelations = { 'funding-source': ['account', 'customer'] } as const satisfies Partial<
  Readonly<Record<ShapeName, readonly string[]>>
>;

export type ListLinks = {
  readonly [Name in (typeof listRelations)[keyof typeof listRelations][number]]?: ResourceRef | undefined;
};
