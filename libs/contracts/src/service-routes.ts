import type { Method } from './public-api/route.js';
import { type ServiceName, resourceServices } from './services.js';

/** A route between services: only its `callers` are answered, and the gateway never forwards to it. */
export interface ServiceRoute {
  readonly method: Method;
  readonly path: string;
  readonly owner: ServiceName;
  readonly callers: readonly ServiceName[];
}

const serviceRoute = (
  method: Method,
  path: string,
  owner: ServiceName,
  callers: readonly ServiceName[],
): ServiceRoute => ({ method, path, owner, callers });

/** A route between services that each of its owners serves. */
export interface SharedServiceRoute extends Omit<ServiceRoute, 'owner'> {
  readonly owners: readonly ServiceName[];
}

/** What is asked of several services in the same words. */
export const sharedServiceRoutes = {
  /** Body keyQuery; answers keyUses: what the service has recorded under the Idempotency-Key. */
  findKeyUses: { method: 'POST', path: '/internal/idempotency-keys', owners: resourceServices, callers: ['gateway'] },
  /** Body searchQuery; answers searchFound. */
  search: { method: 'POST', path: '/internal/searches', owners: resourceServices, callers: ['gateway'] },
} as const satisfies Record<string, SharedServiceRoute>;
export type SharedServiceRouteName = keyof typeof sharedServiceRoutes;

/** The route as one of its owners serves it. */
export const routeAt = ({ method, path, callers }: SharedServiceRoute, owner: ServiceName): ServiceRoute => ({
  method,
  path,
  owner,
  callers,
});

/** What services ask and tell each other, besides the bus. Answers are `fact` documents; bodies are facts. */
export const serviceRoutes = {
  /** Answers a JSON Web Key Set, raw. */
  getSigningKeys: serviceRoute('GET', '/internal/signing-keys', 'auth', ['gateway']),
  /** Body {clientId, clientSecret}; answers an ApplicationPrincipal. 401 InvalidCredentials. */
  authenticateApplication: serviceRoute('POST', '/internal/application-authentications', 'auth', ['gateway']),
  /** Query `after` and `wait`; answers the RevocationPage, once there is one or the seconds have passed. */
  listRevocations: serviceRoute('GET', '/internal/revocations', 'auth', ['gateway']),
  /** Body RevocationQuestion; answers revocationVerdict. */
  checkRevocations: serviceRoute('POST', '/internal/revocations/checks', 'auth', ['gateway']),
  /** Body {ids}; answers applicationNames. */
  findApplicationNames: serviceRoute('POST', '/internal/applications/names', 'auth', ['webhooks']),
  /** Body consoleRequest; answers consoleAdmission. NoSession, CrossSiteRequest, FreshLogInRequired. */
  admitConsoleRequest: serviceRoute('POST', '/internal/console-requests', 'console', ['gateway']),
  /** Body memberQuestion; answers the ConsoleMember. 404 for a token that has ended. */
  findMember: serviceRoute('POST', '/internal/members/lookups', 'auth', ['console']),
  /** Answers the ApplicationFact of an active application. */
  getApplicationFact: serviceRoute('GET', '/internal/applications/:id', 'auth', ['funding-sources']),
  /** Answers the AccountApplications. */
  listAccountApplications: serviceRoute('GET', '/internal/accounts/:id/applications', 'auth', ['gateway', 'webhooks']),
  /** Answers the AccountStanding. */
  getAccountStandingFact: serviceRoute('GET', '/internal/accounts/:id/standing', 'auth', ['funding-sources']),
  /** Answers the PartyFact of an account. */
  getAccountFact: serviceRoute('GET', '/internal/accounts/:id', 'auth', ['funding-sources', 'transfers']),
  /** Answers the PartyFact of a customer. */
  getCustomerFact: serviceRoute('GET', '/internal/customers/:id', 'customers', ['funding-sources', 'transfers']),
  /** Body holdersQuery; answers holdersFound. */
  findNewestHolders: serviceRoute('POST', '/internal/customers/holders', 'customers', ['funding-sources']),
  /** Body customerSearch; answers customersFound. */
  searchCustomers: serviceRoute('POST', '/internal/customers/searches', 'customers', ['transfers']),
  /** Answers the FundingSourceFact. */
  getFundingSourceFact: serviceRoute('GET', '/internal/funding-sources/:id', 'funding-sources', ['transfers']),
  /** Answers the FundingSourceFact of a party's oldest bank that was not removed. */
  getOldestBankFact: serviceRoute('GET', '/internal/parties/:id/oldest-bank', 'funding-sources', ['transfers']),
  /** Answers the CustomerMoney. */
  getCustomerMoney: serviceRoute('GET', '/internal/customers/:id/money', 'transfers', ['customers']),
  /** Body CustomerErasure: once it is answered nothing of the person is left there. May be repeated. */
  eraseAtFundingSources: serviceRoute('PUT', '/internal/customers/:id/erasure', 'funding-sources', ['customers']),
  eraseAtTransfers: serviceRoute('PUT', '/internal/customers/:id/erasure', 'transfers', ['customers']),
  eraseAtWebhooks: serviceRoute('PUT', '/internal/customers/:id/erasure', 'webhooks', ['customers']),
  /** Body PartyFact: stored before the owner answers its own client. */
  tellFundingSourcesOfParty: serviceRoute('PUT', '/internal/parties/:id', 'funding-sources', ['customers']),
  /** The same of many. Body toldParties. */
  tellFundingSourcesOfParties: serviceRoute('PUT', '/internal/parties', 'funding-sources', ['customers']),
  tellTransfersOfParty: serviceRoute('PUT', '/internal/parties/:id', 'transfers', ['auth', 'customers']),
  /** Body FundingSourceFact. */
  tellTransfersOfFundingSource: serviceRoute('PUT', '/internal/funding-sources/:id', 'transfers', ['funding-sources']),
  /**
   * Body appliedReturns: what returns do to the banks that they came from, each once. Answers the current
   * FundingSourceFacts, which transfers stores before it answers its own client.
   */
  applyReturnsToFundingSources: serviceRoute('POST', '/internal/funding-sources/returns', 'funding-sources', [
    'transfers',
  ]),
  /**
   * The same for the customers who own the banks; the master account has no such route. Answers the PartyFacts, which
   * funding-sources was told as well.
   */
  applyReturnsToCustomers: serviceRoute('POST', '/internal/customers/returns', 'customers', ['transfers']),
  /** Body BegunMicroDeposits, under the id of their payment, which begins before the owner answers its own client. */
  beginMicroDeposits: serviceRoute('PUT', '/internal/micro-deposits/:id', 'transfers', ['funding-sources']),
  /** Body endedMicroDeposits: stored before a simulation answers. */
  endMicroDeposits: serviceRoute('POST', '/internal/micro-deposits/ends', 'funding-sources', ['transfers']),
  /**
   * Answers the InquiredBalance of a bank, and begins to ask the bank when it is unknown. UnsupportedBank,
   * UpdateCredentials.
   */
  inquireBankBalance: serviceRoute('POST', '/internal/funding-sources/:id/balance-inquiries', 'funding-sources', [
    'transfers',
  ]),
  /** Body {accountId, limit}: ends balance inquiries of a sandbox account; answers {total}. */
  completeBalanceInquiries: serviceRoute('POST', '/internal/balance-inquiries/completions', 'funding-sources', [
    'transfers',
  ]),
  /** Body requestBatch: recorded once it is answered. May be repeated. 503 while there is no room. */
  recordRequests: serviceRoute('POST', '/internal/requests', 'webhooks', ['gateway']),
  /** Body wantedSnapshots; answers SnapshotsTaken. */
  takeCustomerSnapshots: serviceRoute('POST', '/internal/customers/snapshots', 'customers', ['webhooks']),
  takeFundingSourceSnapshots: serviceRoute('POST', '/internal/funding-sources/snapshots', 'funding-sources', [
    'webhooks',
  ]),
  takeTransferSnapshots: serviceRoute('POST', '/internal/transfers/snapshots', 'transfers', ['webhooks']),
  /** Body factsAsked; answers eventsOfFacts. */
  findEventsOfFacts: serviceRoute('POST', '/internal/events/of-facts', 'webhooks', ['transfers']),
  /** Body deliveriesAsked; answers deliveriesFound. */
  findDeliveriesOfEvents: serviceRoute('POST', '/internal/deliveries/of-events', 'webhooks', ['transfers']),
} as const satisfies Record<string, ServiceRoute>;
export type ServiceRouteName = keyof typeof serviceRoutes;
