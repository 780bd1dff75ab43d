import { ends, type OfferedChoices, type Offers } from '../kernel/rows/offer.js';

const from = '_links.source.href';
const toward = '_links.destination.href';
const sources = { prompt: 'name', value: '_links.self.href' } as const;
const ownSources: OfferedChoices = { list: 'listAccountFundingSources', of: 'account', ...sources };
const allSources: OfferedChoices = { list: 'listFundingSources', ...sources };
const customerSources: OfferedChoices = { list: 'listCustomerFundingSources', of: 'resource', ...sources };
const customers: OfferedChoices = { list: 'listCustomers', prompt: 'email', value: '_links.self.href' };
const chargedTo = { 'fees.0._links.charge-to.href': customers };

/** The resource that offers a transfer is one of its two ends. */
export const transferOffers: Offers = {
  resources: {
    account: {
      send: { choices: { [from]: ownSources, [toward]: customers, ...chargedTo } },
      receive: { sends: { [toward]: ends.resource }, choices: { [from]: allSources, ...chargedTo } },
    },
    customer: {
      send: {
        choices: {
          [from]: customerSources,
          [toward]: ownSources,
          ...chargedTo,
        },
      },
      receive: { sends: { [toward]: ends.resource }, choices: { [from]: ownSources, ...chargedTo } },
    },
    'funding-source': {
      'transfer-send': { sends: { [from]: ends.resource }, choices: { [toward]: ownSources, ...chargedTo } },
      'transfer-receive': { sends: { [toward]: ends.resource }, choices: { [from]: ownSources, ...chargedTo } },
      // A transfer from an owner's balance to the owner's bank has no fees.
      'transfer-from-balance': {
        sends: { [from]: ends.balance, [toward]: ends.resource },
        asks: ['amount', 'correlationId', 'clearing'],
      },
      'transfer-to-balance': { sends: { [from]: ends.resource, [toward]: ends.balance }, choices: chargedTo },
    },
  },
  lists: {
    listTransfers: { choices: { [from]: ownSources, [toward]: customers, ...chargedTo } },
    listAccountTransfers: { choices: { [from]: ownSources, [toward]: customers, ...chargedTo } },
    listCustomerTransfers: { choices: { [from]: customerSources, [toward]: ownSources, ...chargedTo } },
  },
};
