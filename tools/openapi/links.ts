import type { ListRelation, Relation, ResourceKind } from '@halyard/contracts';
import { type PublicRoute, type PublicRouteRow, publicRoutes } from '@halyard/contracts/public-api';
import { type JsonObject, pascal, refTo } from './json.ts';

/** A kind of resource, a route by whose address it is read, or the resource that has the link. */
type Target = ResourceKind | PublicRoute | 'itself';

type LinkName = Relation | ListRelation | 'self' | 'first' | 'prev' | 'next' | 'last';

/** The resources that a client reads at the address of each link. Empty if the address only takes requests. */
const targets: Readonly<Record<LinkName, readonly Target[]>> = {
  self: ['itself'],
  first: ['itself'],
  prev: ['itself'],
  next: ['itself'],
  last: ['itself'],
  account: ['account'],
  approve: [],
  balance: ['balance'],
  statement: ['statement'],
  statistics: ['statistics'],
  'beneficial-owners': ['listBeneficialOwners'],
  cancel: ['itself'],
  'certify-beneficial-ownership': ['getBeneficialOwnership'],
  'created-from-transfer': ['transfer'],
  customer: ['customer'],
  customers: ['listCustomers'],
  deactivate: ['itself'],
  destination: ['account', 'customer', 'funding-source'],
  'destination-funding-source': ['funding-source'],
  edit: ['itself'],
  'edit-form': ['itself'],
  erase: [],
  erasure: ['erasure'],
  event: ['event'],
  health: ['subscription-health'],
  events: ['listEvents'],
  'failed-funding-source': ['funding-source'],
  'failed-verification-micro-deposits': ['micro-deposits'],
  failure: ['transfer-failure'],
  fees: ['listTransferFees'],
  file: [],
  'funded-transfer': ['transfer'],
  'funding-source': ['funding-source'],
  'funding-sources': ['listAccountFundingSources'],
  'funding-transfer': ['transfer'],
  'initiate-micro-deposits': ['micro-deposits'],
  hold: ['listLegalHolds'],
  'idempotency-key': ['idempotency-key'],
  'legal-holds': ['listLegalHolds'],
  lift: ['itself'],
  'parked-key': ['parked-key'],
  pause: ['itself'],
  payment: ['payment'],
  reactivate: ['itself'],
  reads: ['listDocumentReads'],
  rebuild: [],
  receive: ['listTransfers'],
  reinstate: [],
  reject: [],
  remove: ['itself'],
  replay: [],
  'reset-factors': [],
  resource: ['customer', 'beneficial-owner', 'document', 'funding-source', 'transfer'],
  resume: ['itself'],
  retry: ['listWebhookRetries'],
  'retry-verification': ['itself'],
  'retry-with-full-ssn': ['itself'],
  'rotate-secret': [],
  send: ['listTransfers'],
  simulate: [],
  skip: [],
  source: ['account', 'customer', 'funding-source'],
  'source-funding-source': ['funding-source'],
  subscription: ['webhook-subscription'],
  suspend: ['itself'],
  timeline: ['payment-timeline', 'transfer-timeline'],
  transfer: ['transfer'],
  'transfer-from-balance': ['listTransfers'],
  'transfer-receive': ['listTransfers'],
  'transfer-send': ['listTransfers'],
  'transfer-to-balance': ['listTransfers'],
  transfers: ['listTransfers'],
  'verify-beneficial-owners': ['listBeneficialOwners'],
  'verify-business-with-document': ['listCustomerDocuments'],
  'verify-controller-and-business-with-document': ['listCustomerDocuments'],
  'verify-micro-deposits': ['micro-deposits'],
  'verify-with-document': ['listCustomerDocuments'],
  webhook: ['webhook'],
  'webhook-subscriptions': ['listWebhookSubscriptions'],
  webhooks: ['listSubscriptionWebhooks'],
  'with-available-balance': ['itself'],
  withdraw: ['itself'],
};

/** Links that lead to something else for one kind of resource than for all others. */
const exceptions: Readonly<Partial<Record<ResourceKind, Readonly<Partial<Record<LinkName, readonly Target[]>>>>>> = {
  'account-standing': { edit: ['account-settings'], suspend: [] },
  'application-review': { suspend: [] },
  payment: { timeline: ['payment-timeline'] },
  'person-standing': { suspend: [] },
  transfer: { timeline: ['transfer-timeline'] },
  'webhook-subscription': { replay: ['listReplays'] },
};
const exceptionsBySchema = new Map(Object.entries(exceptions).map(([kind, links]) => [pascal(kind), links] as const));

const isRoute = (target: Target): target is PublicRoute => target in publicRoutes;

/** The name of the schema of lists of a kind. */
export const listNameOf = (kind: ResourceKind): string => `${pascal(kind)}List`;

function schemaOf(target: Exclude<Target, 'itself'>): string {
  if (!isRoute(target)) return pascal(target);
  const [answer] = (publicRoutes[target] as PublicRouteRow).answers;
  if (answer.answers === 'list') return listNameOf(answer.of);
  if (answer.answers === 'resource') return pascal(answer.of);
  throw new Error(`${target} answers no resource`);
}

/**
 * The links of a resource. `x-resource` names the schema of the answer to a GET of the link, or several schemas that it
 * may have.
 */
export const linksWith = (itself: string, relations: readonly LinkName[]): JsonObject => ({
  type: 'object',
  description: 'What can be done next, by relation. What cannot be done has no link.',
  properties: Object.fromEntries(
    relations.map((relation) => {
      const found = exceptionsBySchema.get(itself)?.[relation] ?? targets[relation];
      const read = found.map((target) => (target === 'itself' ? itself : schemaOf(target)));
      const named = read.length > 1 ? read : read[0];
      return [relation, { ...refTo('schemas', 'Link'), ...(named !== undefined && { 'x-resource': named }) }];
    }),
  ),
  required: ['self'],
});
