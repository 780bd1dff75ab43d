import type { Scope, ServiceName } from '@halyard/contracts';

/** Describes what a token of each scope may do. */
export const scopeDescriptions: Readonly<Record<Scope, string>> = {
  send: 'Create and cancel transfers.',
  transactions: 'Read transfers, payments and limits.',
  funding: 'Add, change and read funding sources and their balances, and link banks.',
  managecustomers: 'Create, change and read customers, their documents and their beneficial owners.',
  accountinfofull: 'See and invite the people of the account.',
  openid: 'Known to clients of this API family. No operation requires it.',
  operator: 'Run the suite: open accounts, review documents, erase persons, and look after messages and read models.',
};

/** Describes the purpose of each service. */
export const serviceDescriptions: Readonly<Record<ServiceName, string>> = {
  console: 'The pages in which people do what the API allows them.',
  gateway: 'The entrance of the API.',
  auth: 'Accounts, their applications, and access tokens.',
  customers: 'Customers, their verification, documents and beneficial owners.',
  'funding-sources': 'Banks and balances, and how banks are linked and verified.',
  transfers: 'Transfers, payments, balances and the ledger.',
  webhooks: 'Events, and their delivery to subscriptions.',
};
