import type { ErrorCode } from '@halyard/core';
import { EVENT_STREAM, type ExchangeKind, type ExchangeLimits, exchangeLimits } from './exchanges.js';
import type { Scope } from './principal.js';
import { documentMediaTypes } from './resource-parts.js';
import type { ServiceName } from './services.js';

export type Method = 'GET' | 'POST' | 'DELETE' | 'PUT';

/**
 * Who may call a route. `anyone`: no token. `token`: any valid token. A scope: a token with that scope. `service`:
 * other services only; the gateway never forwards to it. `linking`: a linking token, which the owner checks, from pages
 * of the origins that it is for (ADR 52).
 */
export type Access = 'anyone' | 'token' | Scope | 'service' | 'linking';

/**
 * The part of a request that names the stream that it works on: a `:name` of the path, or a link in the body (keys
 * separated by dots) whose last segment is the id. Requests with the same value go to the same process while it is
 * there, because a stream is fastest where it is cached; correctness must never depend on that.
 */
type RoutedBy = { readonly param: string } | { readonly body: string };

interface RouteLine {
  readonly method: Method;
  /** Path template with `:name` parameters; the same at the gateway and the owner. */
  readonly path: string;
  /** The service that answers. */
  readonly owner: ServiceName;
  readonly access: Access;
  /** Exists only in the sandbox, and answers 404 in production. */
  readonly sandboxOnly?: true;
  /** Absent when any process of the owner will do. */
  readonly routedBy?: RoutedBy;
}

/** JSON in, a document out. */
export interface DocumentRoute extends RouteLine {
  readonly kind: 'document';
}

/** Requests and answers are bytes (ADR 33). */
export interface ExchangeRoute extends RouteLine {
  readonly kind: ExchangeKind;
  /** Media types of request bodies, without parameters. Empty for a route that takes no body. */
  readonly takes: readonly string[];
  /** Media types of answers; none when it answers documents. */
  readonly gives: readonly string[];
  readonly limits: ExchangeLimits;
  /** The error code for a body that is too large. */
  readonly tooLarge: ErrorCode;
  /** The query parameter that says how long the owner may wait before it answers a document; absent when it never waits. */
  readonly wait?: string;
  /** Routes of one name share a budget; without it a route has its own. */
  readonly budget?: string;
  /**
   * The cookies that pass each way, of the kind `passthrough`: these names, alone or followed by a hyphen and more. No
   * other does, so that an owner does not see what concerns another.
   */
  readonly cookies: readonly string[];
}

export type Route = DocumentRoute | ExchangeRoute;

type Extra = Pick<RouteLine, 'sandboxOnly' | 'routedBy'>;

/** A row of the table for a route of documents. */
export const route = (
  method: Method,
  path: string,
  owner: ServiceName,
  access: Access,
  extra: Extra = {},
): DocumentRoute => ({
  kind: 'document',
  method,
  path,
  owner,
  access,
  ...extra,
});

interface Exchanged extends Extra {
  readonly takes?: readonly string[];
  readonly gives?: readonly string[];
  /** The limits that differ from those of its kind. */
  readonly limits?: Partial<ExchangeLimits>;
  readonly tooLarge?: ErrorCode;
  readonly wait?: string;
  readonly budget?: string;
  readonly cookies?: readonly string[];
}

/** A row of the table for a route of another kind than documents. */
export const exchangeRoute = (
  kind: ExchangeKind,
  method: Method,
  path: string,
  owner: ServiceName,
  access: Access,
  { takes = [], gives = [], limits, tooLarge = 'PayloadTooLarge', wait, budget, cookies = [], ...extra }: Exchanged,
): ExchangeRoute => ({
  ...route(method, path, owner, access, extra),
  kind,
  takes,
  gives,
  limits: { ...exchangeLimits[kind], ...limits },
  tooLarge,
  ...(wait !== undefined && { wait }),
  ...(budget !== undefined && { budget }),
  cookies,
});

/** Bytes of a document's file (reference facts, section 3). */
export const DOCUMENT_BYTES_MAX = 10 * 1_024 * 1_024;
/** Bytes of a form besides its file. */
const FORM_BYTES_MAX = 64 * 1_024;

const documentUpload = (path: string): ExchangeRoute =>
  exchangeRoute('stream', 'POST', path, 'customers', 'managecustomers', {
    takes: ['multipart/form-data'],
    limits: { bytesIn: DOCUMENT_BYTES_MAX + FORM_BYTES_MAX, timeMs: 5 * 60_000, inFlightMax: 256 },
    tooLarge: 'FileTooLarge',
  });

/** Every route of the public API. The gateway serves exactly these, and tests cover all of them. */
export const publicRoutes = {
  getRoot: route('GET', '/', 'gateway', 'token'),
  getOpenApi: exchangeRoute('raw', 'GET', '/openapi.json', 'gateway', 'anyone', { gives: ['application/json'] }),
  getAsyncApi: exchangeRoute('raw', 'GET', '/asyncapi.json', 'gateway', 'anyone', { gives: ['application/json'] }),
  createToken: route('POST', '/token', 'auth', 'anyone'),
  openAccount: route('POST', '/accounts', 'auth', 'operator'),
  getAccount: route('GET', '/accounts/:id', 'auth', 'token'),
  getAccountSettings: route('GET', '/operations/accounts/:id/settings', 'auth', 'operator'),
  changeAccountSettings: route('POST', '/operations/accounts/:id/settings', 'auth', 'operator'),
  getApplicationSettings: route('GET', '/application-settings', 'auth', 'funding'),
  changeApplicationSettings: route('POST', '/application-settings', 'auth', 'funding'),
  listAccountFundingSources: route('GET', '/accounts/:id/funding-sources', 'funding-sources', 'funding'),
  listAccountTransfers: route('GET', '/accounts/:id/transfers', 'transfers', 'transactions'),
  createCustomer: route('POST', '/customers', 'customers', 'managecustomers'),
  listCustomers: route('GET', '/customers', 'customers', 'managecustomers'),
  getCustomer: route('GET', '/customers/:id', 'customers', 'managecustomers'),
  updateCustomer: route('POST', '/customers/:id', 'customers', 'managecustomers'),
  uploadCustomerDocument: documentUpload('/customers/:id/documents'),
  listCustomerDocuments: route('GET', '/customers/:id/documents', 'customers', 'managecustomers'),
  getDocument: route('GET', '/documents/:id', 'customers', 'managecustomers'),
  reinstateCustomer: route('POST', '/operations/customers/:id/reinstatements', 'customers', 'operator'),
  listDocumentReviews: route('GET', '/operations/documents', 'customers', 'operator'),
  getDocumentReview: route('GET', '/operations/documents/:id', 'customers', 'operator'),
  approveDocument: route('POST', '/operations/documents/:id/approvals', 'customers', 'operator'),
  rejectDocument: route('POST', '/operations/documents/:id/rejections', 'customers', 'operator'),
  downloadDocument: exchangeRoute('stream', 'GET', '/operations/documents/:id/file', 'customers', 'operator', {
    gives: documentMediaTypes,
    limits: { bytesOut: DOCUMENT_BYTES_MAX },
  }),
  eraseCustomer: route('POST', '/operations/customers/:id/erasures', 'customers', 'operator'),
  listErasures: route('GET', '/operations/erasures', 'customers', 'operator'),
  getErasure: route('GET', '/operations/erasures/:id', 'customers', 'operator'),
  setLegalHold: route('POST', '/operations/customers/:id/legal-holds', 'customers', 'operator'),
  listLegalHolds: route('GET', '/operations/customers/:id/legal-holds', 'customers', 'operator'),
  getLegalHold: route('GET', '/operations/legal-holds/:id', 'customers', 'operator'),
  liftLegalHold: route('DELETE', '/operations/legal-holds/:id', 'customers', 'operator'),
  listDocumentReads: route('GET', '/operations/documents/:id/reads', 'customers', 'operator'),
  createCustomerFundingSource: route('POST', '/customers/:id/funding-sources', 'funding-sources', 'funding'),
  listCustomerFundingSources: route('GET', '/customers/:id/funding-sources', 'funding-sources', 'funding'),
  listCustomerTransfers: route('GET', '/customers/:id/transfers', 'transfers', 'transactions'),
  getCustomerLimits: route('GET', '/customers/:id/limits', 'transfers', 'transactions'),
  createBeneficialOwner: route('POST', '/customers/:id/beneficial-owners', 'customers', 'managecustomers'),
  listBeneficialOwners: route('GET', '/customers/:id/beneficial-owners', 'customers', 'managecustomers'),
  getBeneficialOwner: route('GET', '/beneficial-owners/:id', 'customers', 'managecustomers'),
  updateBeneficialOwner: route('POST', '/beneficial-owners/:id', 'customers', 'managecustomers'),
  removeBeneficialOwner: route('DELETE', '/beneficial-owners/:id', 'customers', 'managecustomers'),
  uploadBeneficialOwnerDocument: documentUpload('/beneficial-owners/:id/documents'),
  listBeneficialOwnerDocuments: route('GET', '/beneficial-owners/:id/documents', 'customers', 'managecustomers'),
  getBeneficialOwnership: route('GET', '/customers/:id/beneficial-ownership', 'customers', 'managecustomers'),
  certifyBeneficialOwnership: route('POST', '/customers/:id/beneficial-ownership', 'customers', 'managecustomers'),
  listBusinessClassifications: route('GET', '/business-classifications', 'customers', 'token'),
  queryBusinessClassifications: route('POST', '/business-classifications', 'customers', 'token'),
  getBusinessClassification: route('GET', '/business-classifications/:id', 'customers', 'token'),
  queryBusinessClassification: route('POST', '/business-classifications/:id', 'customers', 'token'),
  createIavToken: route('POST', '/customers/:id/iav-token', 'funding-sources', 'funding'),
  createFundingSourcesToken: route('POST', '/customers/:id/funding-sources-token', 'funding-sources', 'funding'),
  openLinkingSession: route('POST', '/linking/sessions', 'funding-sources', 'linking'),
  getLinkingSession: route('GET', '/linking/session', 'funding-sources', 'linking'),
  listInstitutions: route('GET', '/linking/institutions', 'funding-sources', 'linking'),
  logInToInstitution: route('POST', '/linking/logins', 'funding-sources', 'linking'),
  answerInstitution: route('POST', '/linking/answers', 'funding-sources', 'linking'),
  selectLinkedAccount: route('POST', '/linking/selections', 'funding-sources', 'linking'),
  linkFundingSource: route('POST', '/linking/funding-sources', 'funding-sources', 'linking'),
  createOnDemandAuthorization: route('POST', '/on-demand-authorizations', 'funding-sources', 'funding'),
  getOnDemandAuthorization: route('GET', '/on-demand-authorizations/:id', 'funding-sources', 'funding'),
  createProviderToken: route('POST', '/sandbox-provider-tokens', 'funding-sources', 'funding', { sandboxOnly: true }),
  createPartnerToken: route('POST', '/sandbox-partner-tokens', 'funding-sources', 'funding', { sandboxOnly: true }),
  createAccountFundingSource: route('POST', '/funding-sources', 'funding-sources', 'funding'),
  getFundingSource: route('GET', '/funding-sources/:id', 'funding-sources', 'funding'),
  updateFundingSource: route('POST', '/funding-sources/:id', 'funding-sources', 'funding'),
  getBalance: route('GET', '/funding-sources/:id/balance', 'transfers', 'funding', { routedBy: { param: 'id' } }),
  startOrVerifyMicroDeposits: route('POST', '/funding-sources/:id/micro-deposits', 'funding-sources', 'funding'),
  getMicroDeposits: route('GET', '/funding-sources/:id/micro-deposits', 'funding-sources', 'funding'),
  getLinkingPage: exchangeRoute('passthrough', 'GET', '/linking/applications/:id', 'funding-sources', 'anyone', {
    gives: ['text/html'],
  }),
  getLinkingAsset: exchangeRoute('raw', 'GET', '/linking/assets/:id/:file', 'funding-sources', 'anyone', {
    gives: ['text/javascript', 'text/css'],
  }),
  getClientScript: exchangeRoute('raw', 'GET', '/1/:file', 'funding-sources', 'anyone', {
    gives: ['text/javascript'],
  }),
  createTransfer: route('POST', '/transfers', 'transfers', 'send', { routedBy: { body: '_links.source.href' } }),
  getTransfer: route('GET', '/transfers/:id', 'transfers', 'transactions'),
  getPayment: route('GET', '/payments/:id', 'transfers', 'transactions'),
  cancelTransfer: route('POST', '/transfers/:id', 'transfers', 'send'),
  listTransferFees: route('GET', '/transfers/:id/fees', 'transfers', 'transactions'),
  getTransferFailure: route('GET', '/transfers/:id/failure', 'transfers', 'transactions'),
  simulateTransfer: route('POST', '/transfers/:id/simulation', 'transfers', 'token', { sandboxOnly: true }),
  simulateBankProcessing: route('POST', '/sandbox-simulations', 'transfers', 'token', { sandboxOnly: true }),
  getTrialBalance: route('GET', '/ledger/trial-balance', 'transfers', 'operator'),
  createWebhookSubscription: route('POST', '/webhook-subscriptions', 'webhooks', 'token'),
  listWebhookSubscriptions: route('GET', '/webhook-subscriptions', 'webhooks', 'token'),
  getWebhookSubscription: route('GET', '/webhook-subscriptions/:id', 'webhooks', 'token'),
  updateWebhookSubscription: route('POST', '/webhook-subscriptions/:id', 'webhooks', 'token'),
  deleteWebhookSubscription: route('DELETE', '/webhook-subscriptions/:id', 'webhooks', 'token'),
  listSubscriptionWebhooks: route('GET', '/webhook-subscriptions/:id/webhooks', 'webhooks', 'token'),
  getWebhook: route('GET', '/webhooks/:id', 'webhooks', 'token'),
  retryWebhook: route('POST', '/webhooks/:id/retries', 'webhooks', 'token'),
  listWebhookRetries: route('GET', '/webhooks/:id/retries', 'webhooks', 'token'),
  getWebhookRetry: route('GET', '/webhooks/:id/retries/:retryId', 'webhooks', 'token'),
  /** Answers at once when there is something, otherwise it may wait: so it has its own time limit and budget. */
  pullSubscriptionEvents: exchangeRoute('raw', 'GET', '/webhook-subscriptions/:id/events', 'webhooks', 'token', {
    limits: { timeMs: 40_000, inFlightMax: 512, ofOneCallerMax: 64 },
    wait: 'wait',
  }),
  createReplay: route('POST', '/webhook-subscriptions/:id/replays', 'webhooks', 'token'),
  listReplays: route('GET', '/webhook-subscriptions/:id/replays', 'webhooks', 'token'),
  getReplay: route('GET', '/replays/:id', 'webhooks', 'token'),
  listEvents: route('GET', '/events', 'webhooks', 'token'),
  /**
   * Server-Sent Events. Clients are many and stay: at most 10 per application, in a budget of their own at the gateway.
   */
  streamEvents: exchangeRoute('stream', 'GET', '/events/stream', 'webhooks', 'token', {
    gives: [EVENT_STREAM],
    limits: { inFlightMax: 512 },
  }),
  getEvent: route('GET', '/events/:id', 'webhooks', 'token'),
  listFundingSourcesParkedKeys: route('GET', '/operations/funding-sources/parked-keys', 'funding-sources', 'operator'),
  getFundingSourcesParkedKey: route(
    'GET',
    '/operations/funding-sources/parked-keys/:id',
    'funding-sources',
    'operator',
  ),
  replayFundingSourcesParkedKey: route(
    'POST',
    '/operations/funding-sources/parked-keys/:id/replays',
    'funding-sources',
    'operator',
  ),
  listTransfersParkedKeys: route('GET', '/operations/transfers/parked-keys', 'transfers', 'operator'),
  getTransfersParkedKey: route('GET', '/operations/transfers/parked-keys/:id', 'transfers', 'operator'),
  replayTransfersParkedKey: route('POST', '/operations/transfers/parked-keys/:id/replays', 'transfers', 'operator'),
  listWebhooksParkedKeys: route('GET', '/operations/webhooks/parked-keys', 'webhooks', 'operator'),
  getWebhooksParkedKey: route('GET', '/operations/webhooks/parked-keys/:id', 'webhooks', 'operator'),
  replayWebhooksParkedKey: route('POST', '/operations/webhooks/parked-keys/:id/replays', 'webhooks', 'operator'),
  skipFundingSourcesParkedMessage: route(
    'POST',
    '/operations/funding-sources/parked-keys/:id/skips',
    'funding-sources',
    'operator',
  ),
  listFundingSourcesForeignMessages: route(
    'GET',
    '/operations/funding-sources/foreign-messages',
    'funding-sources',
    'operator',
  ),
  listFundingSourcesSkippedMessages: route(
    'GET',
    '/operations/funding-sources/skipped-messages',
    'funding-sources',
    'operator',
  ),
  skipTransfersParkedMessage: route('POST', '/operations/transfers/parked-keys/:id/skips', 'transfers', 'operator'),
  listTransfersForeignMessages: route('GET', '/operations/transfers/foreign-messages', 'transfers', 'operator'),
  listTransfersSkippedMessages: route('GET', '/operations/transfers/skipped-messages', 'transfers', 'operator'),
  skipWebhooksParkedMessage: route('POST', '/operations/webhooks/parked-keys/:id/skips', 'webhooks', 'operator'),
  listWebhooksForeignMessages: route('GET', '/operations/webhooks/foreign-messages', 'webhooks', 'operator'),
  listWebhooksSkippedMessages: route('GET', '/operations/webhooks/skipped-messages', 'webhooks', 'operator'),
  listFundingSourcesReadModels: route('GET', '/operations/funding-sources/read-models', 'funding-sources', 'operator'),
  getFundingSourcesReadModel: route(
    'GET',
    '/operations/funding-sources/read-models/:id',
    'funding-sources',
    'operator',
  ),
  rebuildFundingSourcesReadModel: route(
    'POST',
    '/operations/funding-sources/read-models/:id/rebuilds',
    'funding-sources',
    'operator',
  ),
  listTransfersReadModels: route('GET', '/operations/transfers/read-models', 'transfers', 'operator'),
  getTransfersReadModel: route('GET', '/operations/transfers/read-models/:id', 'transfers', 'operator'),
  rebuildTransfersReadModel: route('POST', '/operations/transfers/read-models/:id/rebuilds', 'transfers', 'operator'),
  listWebhooksReadModels: route('GET', '/operations/webhooks/read-models', 'webhooks', 'operator'),
  getWebhooksReadModel: route('GET', '/operations/webhooks/read-models/:id', 'webhooks', 'operator'),
  rebuildWebhooksReadModel: route('POST', '/operations/webhooks/read-models/:id/rebuilds', 'webhooks', 'operator'),
} as const satisfies Record<string, Route>;
export type PublicRoute = keyof typeof publicRoutes;
