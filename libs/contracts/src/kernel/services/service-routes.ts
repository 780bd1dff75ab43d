import type { Method } from '../rows/route.js';
import { resourceServices, type ServiceName, storingServices } from '../callers/services.js';

/** A route between services. Only its `callers` get an answer, and the gateway never forwards to it. */
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

/** Routes by which several services are asked in the same words. */
export const sharedServiceRoutes = {
  /** Body keyQuery; answers keyUses: the service's records of requests under the Idempotency-Key. */
  findKeyUses: { method: 'POST', path: '/internal/idempotency-keys', owners: resourceServices, callers: ['gateway'] },
  /** Body searchQuery; answers searchFound. */
  search: { method: 'POST', path: '/internal/searches', owners: resourceServices, callers: ['gateway'] },
  /** Answers checkResults: what the service's checks of its present state find. */
  checkHealth: { method: 'GET', path: '/internal/health-checks', owners: storingServices, callers: ['gateway'] },
  /** Body clockStep. Once the service has answered, it has no effect any more under an earlier step of the account. */
  tellOfClockStep: {
    method: 'PUT',
    path: '/internal/account-clocks/:id',
    owners: resourceServices,
    callers: ['transfers'],
  },
  /** Body dueRun; answers dueRunDone: what is due in the account until then is done, or as much as one run does. */
  runDueOfAccount: {
    method: 'POST',
    path: '/internal/account-clocks/:id/due-runs',
    owners: ['funding-sources'],
    callers: ['transfers'],
  },
  /** Answers nextDueAnswer, also for an account whose time is real. */
  findNextDue: {
    method: 'GET',
    path: '/internal/account-clocks/:id/next-due',
    owners: ['funding-sources'],
    callers: ['transfers'],
  },
  /** Answers accountUse. */
  findUseOfAccount: {
    method: 'GET',
    path: '/internal/account-clocks/:id/use',
    owners: ['customers', 'funding-sources'],
    callers: ['transfers'],
  },
  /** Body quietQuestion; answers quietAnswer. */
  askWhetherQuiet: {
    method: 'POST',
    path: '/internal/account-clocks/:id/quiet-questions',
    owners: resourceServices,
    callers: ['transfers'],
  },
} as const satisfies Record<string, SharedServiceRoute>;

/** The route as one of its owners serves it. */
export const routeAt = ({ method, path, callers }: SharedServiceRoute, owner: ServiceName): ServiceRoute => ({
  method,
  path,
  owner,
  callers,
});

/** Questions and statements between services, besides the bus. Answers are `fact` documents; bodies are facts. */
export const serviceRoutes = {
  /** Query `after` and `wait`; answers the ClockPage once there is a step, or after `wait` seconds. */
  listClockSteps: serviceRoute('GET', '/internal/account-clocks', 'transfers', ['gateway']),
  /** Answers the ClockStep that holds. 404 for an account whose time has always been real. */
  getClockStep: serviceRoute('GET', '/internal/account-clocks/:id', 'transfers', ['gateway']),
  /** Answers a JSON Web Key Set, raw. */
  getSigningKeys: serviceRoute('GET', '/internal/signing-keys', 'auth', ['gateway']),
  /** Body {clientId, clientSecret}; answers an ApplicationPrincipal. 401 InvalidCredentials. */
  authenticateApplication: serviceRoute('POST', '/internal/application-authentications', 'auth', ['gateway']),
  /** Query `after` and `wait`; answers the RevocationPage once there is one, or after `wait` seconds. */
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
  /** Body partyNamesQuery; answers partyNames. */
  findAccountNames: serviceRoute('POST', '/internal/accounts/names', 'auth', ['transfers']),
  findCustomerNames: serviceRoute('POST', '/internal/customers/names', 'customers', ['transfers']),
  /** Answers the FundingSourceFact. */
  getFundingSourceFact: serviceRoute('GET', '/internal/funding-sources/:id', 'funding-sources', ['transfers']),
  /** Answers the FundingSourceFact of a party's oldest bank that was not removed. */
  getOldestBankFact: serviceRoute('GET', '/internal/parties/:id/oldest-bank', 'funding-sources', ['transfers']),
  /** Answers the CustomerMoney. */
  getCustomerMoney: serviceRoute('GET', '/internal/customers/:id/money', 'transfers', ['customers']),
  /** Body CustomerErasure. Once the service has answered, it holds nothing of the person. May be repeated. */
  eraseAtFundingSources: serviceRoute('PUT', '/internal/customers/:id/erasure', 'funding-sources', ['customers']),
  eraseAtTransfers: serviceRoute('PUT', '/internal/customers/:id/erasure', 'transfers', ['customers']),
  eraseAtWebhooks: serviceRoute('PUT', '/internal/customers/:id/erasure', 'webhooks', ['customers']),
  /** Body PartyFact. The service stores it before the owner answers its own client. */
  tellFundingSourcesOfParty: serviceRoute('PUT', '/internal/parties/:id', 'funding-sources', ['customers']),
  /** Body toldParties: many PartyFacts in one call. */
  tellFundingSourcesOfParties: serviceRoute('PUT', '/internal/parties', 'funding-sources', ['customers']),
  tellTransfersOfParty: serviceRoute('PUT', '/internal/parties/:id', 'transfers', ['auth', 'customers']),
  /** Body FundingSourceFact. */
  tellTransfersOfFundingSource: serviceRoute('PUT', '/internal/funding-sources/:id', 'transfers', ['funding-sources']),
  /**
   * Body appliedReturns: the changes that returns make to the banks from which they came, each once. Answers the
   * current FundingSourceFacts, which transfers stores before it answers its own client.
   */
  applyReturnsToFundingSources: serviceRoute('POST', '/internal/funding-sources/returns', 'funding-sources', [
    'transfers',
  ]),
  /**
   * Body appliedReturns, for the customers who own the banks. The master account has no such route. Answers the
   * PartyFacts, which funding-sources was told as well.
   */
  applyReturnsToCustomers: serviceRoute('POST', '/internal/customers/returns', 'customers', ['transfers']),
  /**
   * Body BegunMicroDeposits, under the id of their payment. The payment begins before the owner answers its own client.
   */
  beginMicroDeposits: serviceRoute('PUT', '/internal/micro-deposits/:id', 'transfers', ['funding-sources']),
  /** Body endedMicroDeposits. The service stores them before a simulation answers. */
  endMicroDeposits: serviceRoute('POST', '/internal/micro-deposits/ends', 'funding-sources', ['transfers']),
  /** Body bankNumbersQuery; answers bankNumbersFound. In the sandbox alone, for files to banks. */
  findBankNumbers: serviceRoute('POST', '/internal/funding-sources/numbers', 'funding-sources', ['transfers']),
  /**
   * Body appliedCorrections: what banks say in place of numbers that they were sent, each once. Answers
   * correctionsOutcome.
   */
  applyCorrections: serviceRoute('POST', '/internal/funding-sources/corrections', 'funding-sources', ['transfers']),
  /** Body outageQuestion; answers banksDown. In the sandbox alone. */
  findBanksDown: serviceRoute('POST', '/internal/bank-outages', 'transfers', ['funding-sources']),
  /**
   * Answers the InquiredBalance of a bank. If the balance is unknown, the service begins to ask the bank.
   * UnsupportedBank, UpdateCredentials, UnavailableSite.
   */
  inquireBankBalance: serviceRoute('POST', '/internal/funding-sources/:id/balance-inquiries', 'funding-sources', [
    'transfers',
  ]),
  /** Body {accountId, limit}. Ends balance inquiries of a sandbox account; answers {total}. */
  completeBalanceInquiries: serviceRoute('POST', '/internal/balance-inquiries/completions', 'funding-sources', [
    'transfers',
  ]),
  /**
   * Body requestBatch. The requests are recorded once the service has answered. May be repeated. 503 while there is no
   * room.
   */
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
