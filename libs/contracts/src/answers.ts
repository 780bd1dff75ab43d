import { feeNames, type ListNames } from './documents.js';
import type { ResourceKind } from './resource-kinds.js';
import type { PublicRoute } from './routes.js';

/**
 * The success answer of a route: a resource, a list with or without pages, the location of a created resource, a
 * document of another standard, or bytes.
 */
export type Answer =
  | { readonly answers: 'resource'; readonly of: ResourceKind; readonly status: 200 | 202 }
  | {
      readonly answers: 'list';
      readonly of: ResourceKind;
      readonly isPaged: boolean;
      readonly listedAs?: ListNames;
      readonly status: 200;
    }
  | { readonly answers: 'created'; readonly of: ResourceKind; readonly status: 201 | 202 }
  | { readonly answers: 'token'; readonly status: 200 }
  /** Bytes of the route's media types. */
  | { readonly answers: 'bytes'; readonly status: 200 };

const resource = (of: ResourceKind): Answer => ({ answers: 'resource', of, status: 200 });
const pages = (of: ResourceKind): Answer => ({ answers: 'list', of, isPaged: true, status: 200 });
const whole = (of: ResourceKind): Answer => ({ answers: 'list', of, isPaged: false, status: 200 });
const made = (of: ResourceKind): Answer => ({ answers: 'created', of, status: 201 });
const begun = (of: ResourceKind): Answer => ({ answers: 'created', of, status: 202 });

/** The answers of every public route; when there are several, the request decides which. */
export const publicAnswers: Readonly<Record<PublicRoute, readonly [Answer, ...Answer[]]>> = {
  getRoot: [resource('root')],
  getOpenApi: [{ answers: 'bytes', status: 200 }],
  getAsyncApi: [{ answers: 'bytes', status: 200 }],
  createToken: [{ answers: 'token', status: 200 }],
  openAccount: [made('account')],
  getAccount: [resource('account')],
  getAccountSettings: [resource('account-settings')],
  changeAccountSettings: [resource('account-settings')],
  getApplicationSettings: [resource('application-settings')],
  changeApplicationSettings: [resource('application-settings')],
  listAccountFundingSources: [whole('funding-source')],
  listAccountTransfers: [pages('transfer')],
  createCustomer: [made('customer')],
  listCustomers: [pages('customer')],
  getCustomer: [resource('customer')],
  getCustomerLimits: [resource('customer-limits')],
  updateCustomer: [resource('customer')],
  uploadCustomerDocument: [made('document')],
  listCustomerDocuments: [whole('document')],
  getDocument: [resource('document')],
  reinstateCustomer: [resource('customer-standing')],
  listDocumentReviews: [pages('document-review')],
  getDocumentReview: [resource('document-review')],
  approveDocument: [resource('document-review')],
  rejectDocument: [resource('document-review')],
  downloadDocument: [{ answers: 'bytes', status: 200 }],
  eraseCustomer: [made('erasure')],
  listErasures: [pages('erasure')],
  getErasure: [resource('erasure')],
  setLegalHold: [made('legal-hold')],
  listLegalHolds: [whole('legal-hold')],
  getLegalHold: [resource('legal-hold')],
  liftLegalHold: [resource('legal-hold')],
  listDocumentReads: [pages('document-read')],
  createCustomerFundingSource: [made('funding-source')],
  listCustomerFundingSources: [whole('funding-source')],
  listCustomerTransfers: [pages('transfer')],
  createBeneficialOwner: [made('beneficial-owner')],
  listBeneficialOwners: [whole('beneficial-owner')],
  getBeneficialOwner: [resource('beneficial-owner')],
  updateBeneficialOwner: [resource('beneficial-owner')],
  removeBeneficialOwner: [resource('beneficial-owner')],
  uploadBeneficialOwnerDocument: [made('document')],
  listBeneficialOwnerDocuments: [whole('document')],
  getBeneficialOwnership: [resource('beneficial-ownership')],
  certifyBeneficialOwnership: [resource('beneficial-ownership')],
  listBusinessClassifications: [whole('business-classification')],
  queryBusinessClassifications: [whole('business-classification')],
  getBusinessClassification: [resource('business-classification')],
  queryBusinessClassification: [resource('business-classification')],
  createIavToken: [resource('iav-token')],
  createFundingSourcesToken: [resource('funding-sources-token')],
  openLinkingSession: [resource('linking-session')],
  getLinkingSession: [resource('linking-session')],
  listInstitutions: [pages('institution')],
  logInToInstitution: [resource('linking-session')],
  answerInstitution: [resource('linking-session')],
  selectLinkedAccount: [resource('linking-session')],
  linkFundingSource: [resource('linked-funding-source')],
  createOnDemandAuthorization: [resource('on-demand-authorization')],
  getOnDemandAuthorization: [resource('on-demand-authorization')],
  createProviderToken: [resource('provider-token')],
  createPartnerToken: [resource('partner-token')],
  createAccountFundingSource: [made('funding-source')],
  getFundingSource: [resource('funding-source')],
  updateFundingSource: [resource('funding-source')],
  getBalance: [resource('balance'), { answers: 'resource', of: 'balance-inquiry', status: 202 }],
  startOrVerifyMicroDeposits: [made('micro-deposits'), resource('micro-deposits')],
  getMicroDeposits: [resource('micro-deposits')],
  getLinkingPage: [{ answers: 'bytes', status: 200 }],
  getLinkingAsset: [{ answers: 'bytes', status: 200 }],
  getClientScript: [{ answers: 'bytes', status: 200 }],
  createTransfer: [made('transfer')],
  getTransfer: [resource('transfer')],
  getPayment: [resource('payment')],
  cancelTransfer: [resource('transfer')],
  listTransferFees: [{ answers: 'list', of: 'transfer', isPaged: false, listedAs: feeNames, status: 200 }],
  getTransferFailure: [resource('transfer-failure')],
  simulateTransfer: [resource('transfer')],
  simulateBankProcessing: [resource('sandbox-simulation')],
  getTrialBalance: [resource('trial-balance')],
  createWebhookSubscription: [made('webhook-subscription')],
  listWebhookSubscriptions: [whole('webhook-subscription')],
  getWebhookSubscription: [resource('webhook-subscription')],
  updateWebhookSubscription: [resource('webhook-subscription')],
  deleteWebhookSubscription: [resource('webhook-subscription')],
  listSubscriptionWebhooks: [pages('webhook')],
  getWebhook: [resource('webhook')],
  retryWebhook: [made('webhook-retry')],
  listWebhookRetries: [whole('webhook-retry')],
  getWebhookRetry: [resource('webhook-retry')],
  pullSubscriptionEvents: [whole('event')],
  createReplay: [made('replay')],
  listReplays: [pages('replay')],
  getReplay: [resource('replay')],
  listEvents: [pages('event')],
  streamEvents: [{ answers: 'bytes', status: 200 }],
  getEvent: [resource('event')],
  listFundingSourcesParkedKeys: [pages('funding-sources-parked-key')],
  getFundingSourcesParkedKey: [resource('funding-sources-parked-key')],
  replayFundingSourcesParkedKey: [resource('funding-sources-parked-key-replay')],
  listTransfersParkedKeys: [pages('transfers-parked-key')],
  getTransfersParkedKey: [resource('transfers-parked-key')],
  replayTransfersParkedKey: [resource('transfers-parked-key-replay')],
  listWebhooksParkedKeys: [pages('webhooks-parked-key')],
  getWebhooksParkedKey: [resource('webhooks-parked-key')],
  replayWebhooksParkedKey: [resource('webhooks-parked-key-replay')],
  skipFundingSourcesParkedMessage: [resource('funding-sources-parked-key-skip')],
  listFundingSourcesForeignMessages: [whole('funding-sources-foreign-message')],
  listFundingSourcesSkippedMessages: [pages('funding-sources-skipped-message')],
  skipTransfersParkedMessage: [resource('transfers-parked-key-skip')],
  listTransfersForeignMessages: [whole('transfers-foreign-message')],
  listTransfersSkippedMessages: [pages('transfers-skipped-message')],
  skipWebhooksParkedMessage: [resource('webhooks-parked-key-skip')],
  listWebhooksForeignMessages: [whole('webhooks-foreign-message')],
  listWebhooksSkippedMessages: [pages('webhooks-skipped-message')],
  listFundingSourcesReadModels: [whole('funding-sources-read-model')],
  getFundingSourcesReadModel: [resource('funding-sources-read-model')],
  rebuildFundingSourcesReadModel: [begun('funding-sources-read-model')],
  listTransfersReadModels: [whole('transfers-read-model')],
  getTransfersReadModel: [resource('transfers-read-model')],
  rebuildTransfersReadModel: [begun('transfers-read-model')],
  listWebhooksReadModels: [whole('webhooks-read-model')],
  getWebhooksReadModel: [resource('webhooks-read-model')],
  rebuildWebhooksReadModel: [begun('webhooks-read-model')],
};
