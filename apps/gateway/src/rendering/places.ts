import { publicRoutes, type ResourceKind, type ResourceRef, type Route } from '@halyard/contracts';

/** The address of a kind of resource or list, and its names in links and embedded lists. */
interface Place {
  readonly path: string;
  /** What follows the id; absent when the path has no id. */
  readonly afterId?: string;
  /** `resource-type` of links (reference facts, section 0): what a list holds, for lists. */
  readonly resourceType: string;
}

const place = ({ path }: Route, resourceType: string): Place => {
  const [beforeId = path, afterId] = path.split(':id');
  return { path: beforeId, afterId, resourceType };
};

const places: Readonly<Record<ResourceRef['kind'], Place>> = {
  root: place(publicRoutes.getRoot, 'root'),
  account: place(publicRoutes.getAccount, 'account'),
  'account-settings': place(publicRoutes.getAccountSettings, 'account-settings'),
  'application-settings': place(publicRoutes.getApplicationSettings, 'application-settings'),
  customer: place(publicRoutes.getCustomer, 'customer'),
  'customer-limits': place(publicRoutes.getCustomerLimits, 'limits'),
  'beneficial-owner': place(publicRoutes.getBeneficialOwner, 'beneficial-owner'),
  'beneficial-owners': place(publicRoutes.listBeneficialOwners, 'beneficial-owner'),
  'beneficial-ownership': place(publicRoutes.getBeneficialOwnership, 'beneficial-ownership'),
  'business-classification': place(publicRoutes.getBusinessClassification, 'business-classification'),
  document: place(publicRoutes.getDocument, 'document'),
  'customer-documents': place(publicRoutes.listCustomerDocuments, 'document'),
  'beneficial-owner-documents': place(publicRoutes.listBeneficialOwnerDocuments, 'document'),
  'customer-standing': place(publicRoutes.reinstateCustomer, 'customer'),
  'document-reviews': place(publicRoutes.listDocumentReviews, 'document-review'),
  'document-review': place(publicRoutes.getDocumentReview, 'document-review'),
  'document-approval': place(publicRoutes.approveDocument, 'document-review'),
  'document-rejection': place(publicRoutes.rejectDocument, 'document-review'),
  'document-file': place(publicRoutes.downloadDocument, 'file'),
  erasures: place(publicRoutes.listErasures, 'erasure'),
  erasure: place(publicRoutes.getErasure, 'erasure'),
  'customer-legal-holds': place(publicRoutes.listLegalHolds, 'legal-hold'),
  'legal-hold': place(publicRoutes.getLegalHold, 'legal-hold'),
  'document-reads': place(publicRoutes.listDocumentReads, 'document-read'),
  'document-read': place(publicRoutes.listDocumentReads, 'document-read'),
  'funding-source': place(publicRoutes.getFundingSource, 'funding-source'),
  balance: place(publicRoutes.getBalance, 'balance'),
  'balance-inquiry': place(publicRoutes.getBalance, 'balance'),
  'iav-token': place(publicRoutes.createIavToken, 'iav-token'),
  'funding-sources-token': place(publicRoutes.createFundingSourcesToken, 'funding-sources-token'),
  institution: place(publicRoutes.listInstitutions, 'institution'),
  institutions: place(publicRoutes.listInstitutions, 'institution'),
  'linking-session': place(publicRoutes.getLinkingSession, 'linking-session'),
  'linked-funding-source': place(publicRoutes.linkFundingSource, 'linked-funding-source'),
  'on-demand-authorization': place(publicRoutes.getOnDemandAuthorization, 'on-demand-authorization'),
  'provider-token': place(publicRoutes.createProviderToken, 'provider-token'),
  'partner-token': place(publicRoutes.createPartnerToken, 'partner-token'),
  'micro-deposits': place(publicRoutes.getMicroDeposits, 'micro-deposits'),
  transfer: place(publicRoutes.getTransfer, 'transfer'),
  payment: place(publicRoutes.getPayment, 'payment'),
  'transfer-failure': place(publicRoutes.getTransferFailure, 'failure'),
  'transfer-fees': place(publicRoutes.listTransferFees, 'fee'),
  'sandbox-simulation': place(publicRoutes.simulateBankProcessing, 'sandbox-simulation'),
  'trial-balance': place(publicRoutes.getTrialBalance, 'trial-balance'),
  'webhook-subscription': place(publicRoutes.getWebhookSubscription, 'webhook-subscription'),
  webhook: place(publicRoutes.getWebhook, 'webhook'),
  'webhook-retry': place(publicRoutes.getWebhook, 'retry'),
  replay: place(publicRoutes.getReplay, 'replay'),
  'subscription-events': place(publicRoutes.pullSubscriptionEvents, 'event'),
  'subscription-replays': place(publicRoutes.listReplays, 'replay'),
  event: place(publicRoutes.getEvent, 'event'),
  customers: place(publicRoutes.listCustomers, 'customer'),
  transfers: place(publicRoutes.createTransfer, 'transfer'),
  'account-funding-sources': place(publicRoutes.listAccountFundingSources, 'funding-source'),
  'account-transfers': place(publicRoutes.listAccountTransfers, 'transfer'),
  'customer-funding-sources': place(publicRoutes.listCustomerFundingSources, 'funding-source'),
  'customer-transfers': place(publicRoutes.listCustomerTransfers, 'transfer'),
  'business-classifications': place(publicRoutes.listBusinessClassifications, 'business-classification'),
  'webhook-subscriptions': place(publicRoutes.listWebhookSubscriptions, 'webhook-subscription'),
  'subscription-webhooks': place(publicRoutes.listSubscriptionWebhooks, 'webhook'),
  'webhook-retries': place(publicRoutes.listWebhookRetries, 'retry'),
  events: place(publicRoutes.listEvents, 'event'),
  'funding-sources-parked-keys': place(publicRoutes.listFundingSourcesParkedKeys, 'parked-key'),
  'funding-sources-parked-key': place(publicRoutes.getFundingSourcesParkedKey, 'parked-key'),
  'funding-sources-parked-key-replay': place(publicRoutes.replayFundingSourcesParkedKey, 'parked-key-replay'),
  'transfers-parked-keys': place(publicRoutes.listTransfersParkedKeys, 'parked-key'),
  'transfers-parked-key': place(publicRoutes.getTransfersParkedKey, 'parked-key'),
  'transfers-parked-key-replay': place(publicRoutes.replayTransfersParkedKey, 'parked-key-replay'),
  'webhooks-parked-keys': place(publicRoutes.listWebhooksParkedKeys, 'parked-key'),
  'webhooks-parked-key': place(publicRoutes.getWebhooksParkedKey, 'parked-key'),
  'webhooks-parked-key-replay': place(publicRoutes.replayWebhooksParkedKey, 'parked-key-replay'),
  'funding-sources-parked-key-skip': place(publicRoutes.skipFundingSourcesParkedMessage, 'parked-key-skip'),
  'funding-sources-foreign-messages': place(publicRoutes.listFundingSourcesForeignMessages, 'foreign-message'),
  'funding-sources-foreign-message': place(publicRoutes.listFundingSourcesForeignMessages, 'foreign-message'),
  'funding-sources-skipped-messages': place(publicRoutes.listFundingSourcesSkippedMessages, 'skipped-message'),
  'funding-sources-skipped-message': place(publicRoutes.listFundingSourcesSkippedMessages, 'skipped-message'),
  'transfers-parked-key-skip': place(publicRoutes.skipTransfersParkedMessage, 'parked-key-skip'),
  'transfers-foreign-messages': place(publicRoutes.listTransfersForeignMessages, 'foreign-message'),
  'transfers-foreign-message': place(publicRoutes.listTransfersForeignMessages, 'foreign-message'),
  'transfers-skipped-messages': place(publicRoutes.listTransfersSkippedMessages, 'skipped-message'),
  'transfers-skipped-message': place(publicRoutes.listTransfersSkippedMessages, 'skipped-message'),
  'webhooks-parked-key-skip': place(publicRoutes.skipWebhooksParkedMessage, 'parked-key-skip'),
  'webhooks-foreign-messages': place(publicRoutes.listWebhooksForeignMessages, 'foreign-message'),
  'webhooks-foreign-message': place(publicRoutes.listWebhooksForeignMessages, 'foreign-message'),
  'webhooks-skipped-messages': place(publicRoutes.listWebhooksSkippedMessages, 'skipped-message'),
  'webhooks-skipped-message': place(publicRoutes.listWebhooksSkippedMessages, 'skipped-message'),
  'funding-sources-read-models': place(publicRoutes.listFundingSourcesReadModels, 'read-model'),
  'funding-sources-read-model': place(publicRoutes.getFundingSourcesReadModel, 'read-model'),
  'funding-sources-read-model-rebuild': place(publicRoutes.rebuildFundingSourcesReadModel, 'read-model-rebuild'),
  'transfers-read-models': place(publicRoutes.listTransfersReadModels, 'read-model'),
  'transfers-read-model': place(publicRoutes.getTransfersReadModel, 'read-model'),
  'transfers-read-model-rebuild': place(publicRoutes.rebuildTransfersReadModel, 'read-model-rebuild'),
  'webhooks-read-models': place(publicRoutes.listWebhooksReadModels, 'read-model'),
  'webhooks-read-model': place(publicRoutes.getWebhooksReadModel, 'read-model'),
  'webhooks-read-model-rebuild': place(publicRoutes.rebuildWebhooksReadModel, 'read-model-rebuild'),
};

/** All of them, for what has to know whether any has changed. */
export const placesAsText = JSON.stringify(places);

/** Types whose body has an `id`; the others are parts of something, or exist only once. */
const identified: ReadonlySet<string> = new Set([
  'account',
  'customer',
  'beneficial-owner',
  'business-classification',
  'funding-source',
  'institution',
  'transfer',
  'payment',
  'document',
  'document-review',
  'erasure',
  'legal-hold',
  'webhook-subscription',
  'webhook',
  'retry',
  'event',
  'replay',
  'parked-key',
  'read-model',
]);

export const resourceTypeOf = ({ kind }: Pick<ResourceRef, 'kind'>): string => places[kind].resourceType;

export const hasId = (kind: ResourceKind): boolean => identified.has(resourceTypeOf({ kind }));

/** Name of the embedded list: plural of the resource type. */
export function pluralOf(kind: ResourceKind): string {
  const type = resourceTypeOf({ kind });
  if (type.endsWith('s')) return type;
  return type.endsWith('ry') ? `${type.slice(0, -1)}ies` : `${type}s`;
}

/** Path of a resource or list, the same at the gateway and at its owner. */
export function pathOf({ kind, id }: ResourceRef): string {
  const { path, afterId } = places[kind];
  return afterId === undefined ? path : path + id + afterId;
}
