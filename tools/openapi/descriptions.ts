import type { ConsumingService, PublicRoute, Scope, ServiceName } from '@halyard/contracts';
import { pascal } from './json.ts';

/** What a token of each scope may do. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  send: 'Create and cancel transfers.',
  transactions: 'Read transfers, payments and limits.',
  funding: 'Add, change and read funding sources and their balances, and link banks.',
  managecustomers: 'Create, change and read customers, their documents and their beneficial owners.',
  accountinfofull: 'Known to clients of this API family. No operation requires it.',
  openid: 'Known to clients of this API family. No operation requires it.',
  operator: 'Run the suite: open accounts, review documents, erase persons, and look after messages and read models.',
};

/** What each service is for. */
export const serviceDescriptions: Readonly<Record<ServiceName, string>> = {
  gateway: 'The entrance of the API.',
  auth: 'Accounts, their applications, and access tokens.',
  customers: 'Customers, their verification, documents and beneficial owners.',
  'funding-sources': 'Banks and balances, and how banks are linked and verified.',
  transfers: 'Transfers, payments, balances and the ledger.',
  webhooks: 'Events, and their delivery to subscriptions.',
};

/** The operations of a service on the messages that it consumes, and on its read models. */
function ofConsumer(service: ConsumingService): Readonly<Record<string, string>> {
  const name = pascal(service);
  return {
    [`list${name}ParkedKeys`]: `Lists the keys whose messages wait at ${service}, because one of them could not be consumed.`,
    [`get${name}ParkedKey`]: `Returns a key whose messages wait at ${service}, with the cause.`,
    [`replay${name}ParkedKey`]: `Consumes the waiting messages of a key at ${service} now, in their order.`,
    [`skip${name}ParkedMessage`]: `Skips the first waiting message of a key at ${service}, and consumes those after it. The reason is stored.`,
    [`list${name}ForeignMessages`]: `Lists the kinds of messages that ${service} received and that are no events of this suite.`,
    [`list${name}SkippedMessages`]: `Lists the messages that operators had ${service} skip, with their reasons.`,
    [`list${name}ReadModels`]: `Lists the read models of ${service}, and how far each is behind its sources.`,
    [`get${name}ReadModel`]: `Returns a read model of ${service}, and how far it is behind its sources.`,
    [`rebuild${name}ReadModel`]: `Begins to rebuild a read model of ${service} from its sources. Queries use the present one until the new one is current.`,
  };
}

type OfConsumer = Extract<
  PublicRoute,
  `${string}${'ParkedKey' | 'ParkedMessage' | 'ForeignMessages' | 'SkippedMessages' | 'ReadModel'}${string}`
>;

const own: Readonly<Record<Exclude<PublicRoute, OfConsumer>, string>> = {
  getRoot: 'Returns the links at which a client begins: its account, its customers, its events and its subscriptions.',
  getOpenApi: 'Returns this document.',
  getAsyncApi: 'Returns the description of the events that the services of the suite send each other.',
  createToken:
    'Issues an access token for the key and the secret of an application, sent in the form or as Basic credentials (RFC 6749, 4.4).',
  openAccount: 'Opens an account with one application, which authenticates by the given key and secret.',
  getAccount: 'Returns the account of the application.',
  getAccountSettings: 'Returns the limits of an account, and the kinds of payments that it may use.',
  changeAccountSettings:
    'Changes the limits of an account, and the kinds of payments that it may use. Absent settings stay.',
  getApplicationSettings: 'Returns the origins of the pages on which the application links banks.',
  changeApplicationSettings: 'Replaces the origins of the pages on which the application links banks.',
  listAccountFundingSources: 'Lists the banks of the account, and its balance.',
  listAccountTransfers: 'Lists the transfers from and to the account itself, the newest first.',
  createCustomer:
    'Creates a customer. What it has to send depends on its type: only verified customers may send without a weekly limit.',
  listCustomers:
    'Lists the customers of the account, the newest first. A search matches any part of a name or of the e-mail address, or the whole id or correlation id.',
  getCustomer: 'Returns a customer. Its links say what can be done with it now.',
  getCustomerLimits: 'Returns what a customer may send in this week or at once, and how much of it is left.',
  updateCustomer:
    'Changes the data of a customer, changes its status, upgrades it to a verified type, or repeats a verification that failed. The fields decide which.',
  uploadCustomerDocument: 'Uploads a document that the verification of a customer asked for.',
  listCustomerDocuments: 'Lists the documents of a customer.',
  getDocument: 'Returns the state of a document, and why it was rejected.',
  reinstateCustomer: 'Lifts the suspension of a customer. It has to send documents where its identity is in question.',
  listDocumentReviews: 'Lists documents of all accounts for review, the oldest first.',
  getDocumentReview: 'Returns a document for review.',
  approveDocument: 'Accepts a document: the verification of the customer or owner continues.',
  rejectDocument: 'Rejects a document for one or more reasons, which its customer is told.',
  downloadDocument: 'Returns the file of a document. Who read it is recorded.',
  eraseCustomer:
    'Begins to erase the personal data of a customer in every service. What stands against it is answered as the reason of the refusal.',
  listErasures: 'Lists the erasures of persons, the newest first.',
  getErasure: 'Returns how far the erasure of a person has come.',
  setLegalHold: 'Forbids the erasure of a customer until the hold is lifted.',
  listLegalHolds: 'Lists the legal holds of a customer.',
  getLegalHold: 'Returns a legal hold.',
  liftLegalHold: 'Lifts a legal hold. Lifting it again has no effect.',
  listDocumentReads: 'Lists who read the file of a document, and when.',
  createCustomerFundingSource: 'Adds a bank of a customer: by its numbers, or by a token of a linking provider.',
  listCustomerFundingSources: 'Lists the banks of a customer, and its balance.',
  listCustomerTransfers: 'Lists the transfers from and to a customer, the newest first.',
  createBeneficialOwner: 'Adds a beneficial owner of a company, whose identity is checked.',
  listBeneficialOwners: 'Lists the beneficial owners of a company.',
  getBeneficialOwner: 'Returns a beneficial owner.',
  updateBeneficialOwner:
    'Repeats the check of a beneficial owner whose identity could not be verified, with corrected data.',
  removeBeneficialOwner: 'Removes a beneficial owner. The ownership of the company has to be certified again.',
  uploadBeneficialOwnerDocument: 'Uploads a document that the verification of a beneficial owner asked for.',
  listBeneficialOwnerDocuments: 'Lists the documents of a beneficial owner.',
  getBeneficialOwnership: 'Returns whether the beneficial ownership of a company is certified.',
  certifyBeneficialOwnership: 'Certifies that the named beneficial owners of a company are all that there are.',
  listBusinessClassifications: 'Lists the industries by which businesses are classified.',
  queryBusinessClassifications: 'The same as the GET, for clients that ask by POST. It changes nothing.',
  getBusinessClassification: 'Returns an industry group with its industries.',
  queryBusinessClassification: 'The same as the GET, for clients that ask by POST. It changes nothing.',
  createIavToken: 'Issues a token with which a page links a bank of a customer by a login at its bank.',
  createFundingSourcesToken: 'Issues a token with which a page adds a bank of a customer by its numbers.',
  openLinkingSession: 'Opens a linking session for the token of a page. A token opens one session.',
  getLinkingSession: 'Returns the step of a linking session, and what it asks for.',
  listInstitutions: 'Lists the institutions at which a bank can be linked.',
  logInToInstitution: 'Logs in to an institution with the answers to the fields that it asks for.',
  answerInstitution: 'Answers the further questions of an institution.',
  selectLinkedAccount: 'Chooses one of the accounts that the institution offers.',
  linkFundingSource: 'Adds the bank of a customer by its numbers, from a page.',
  createOnDemandAuthorization: 'Returns the text by which a customer agrees to future payments from its bank.',
  getOnDemandAuthorization: 'Returns the text by which a customer agreed to future payments from its bank.',
  createProviderToken: "Issues a token for the sandbox provider's own linking page.",
  createPartnerToken: 'Issues a token for a bank, as a linking provider would.',
  createAccountFundingSource: 'Adds a bank of the account: by its numbers, or by a token of a linking provider.',
  getFundingSource: 'Returns a bank or a balance. Its links say what can be done with it now.',
  updateFundingSource: 'Renames a bank, corrects the numbers of one that is not verified, or removes it.',
  getBalance:
    'Returns the available and the total balance. For a bank it asks its provider, and answers 202 until the provider has answered.',
  startOrVerifyMicroDeposits:
    'Without amounts it sends two micro-deposits to a bank. With the two amounts it verifies the bank.',
  getMicroDeposits: 'Returns the state of the micro-deposits of a bank.',
  getLinkingPage: 'Returns the page on which a customer links a bank, for an application.',
  getLinkingAsset: 'Returns a script or a style sheet of the linking page.',
  getClientScript: 'Returns the script that embeds the linking page in a page of the application.',
  createTransfer:
    'Moves money from a funding source to another, with fees if asked for. The answer comes once the payment is recorded; its transfers are processed, fail or are cancelled later. A debit clears the standard way: `next-available` as `clearing.source` becomes `standard`.',
  getTransfer: 'Returns a transfer. Its links say what can be done with it now.',
  getPayment:
    'Returns all that one request for a transfer set off: its transfers, when each is expected to end, and what happened.',
  cancelTransfer: 'Cancels a transfer that is pending and has not been sent to the bank.',
  listTransferFees: 'Lists the fees of a transfer.',
  getTransferFailure: 'Returns why a transfer failed, by the return code of the bank.',
  simulateTransfer: 'Has the simulated bank process or return a transfer.',
  simulateBankProcessing:
    'Has the simulated bank process what is pending of the account, and answers how many transfers it processed.',
  getTrialBalance: 'Returns the sums of the whole ledger, which balance to zero.',
  createWebhookSubscription: 'Subscribes a URL to events. Each delivery is signed with the secret.',
  listWebhookSubscriptions: 'Lists the webhook subscriptions of the application.',
  getWebhookSubscription: 'Returns a webhook subscription.',
  updateWebhookSubscription:
    'Pauses or continues a subscription, changes its topics or its description, or rotates its secret.',
  deleteWebhookSubscription: 'Ends a subscription. What was queued for it is not delivered.',
  listSubscriptionWebhooks: 'Lists the deliveries of a subscription, the newest first.',
  getWebhook: 'Returns the delivery of an event to a subscription, with its attempts.',
  retryWebhook: 'Delivers an event once more.',
  listWebhookRetries: 'Lists the retries of a delivery that were asked for.',
  getWebhookRetry: 'Returns a retry of a delivery.',
  pullSubscriptionEvents: 'Returns the events of a subscription after a number. It waits for one if asked to.',
  createReplay: 'Queues the events of a subscription once more, within bounds of numbers or dates.',
  listReplays: 'Lists the replays of a subscription, the newest first.',
  getReplay: 'Returns how far a replay has come.',
  listEvents: 'Lists the events of the account, the newest first.',
  streamEvents:
    'Sends the events of the account as they happen (Server-Sent Events), until either side ends it. A client continues with `Last-Event-ID`.',
  getEvent: 'Returns an event.',
};

/** What each operation does. */
export const descriptions: Readonly<Record<string, string>> = {
  ...own,
  ...ofConsumer('funding-sources'),
  ...ofConsumer('transfers'),
  ...ofConsumer('webhooks'),
};
