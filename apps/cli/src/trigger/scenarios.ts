import type { Api } from '../api/api.js';
import {
  account,
  bank,
  bankTransfer,
  changed,
  collection,
  customer,
  exhausted,
  failed,
  inquired,
  instantTransfer,
  microDeposits,
  owner,
  processed,
  removed,
  simulated,
  unverifiedCustomer,
  verifiedBank,
} from './steps.js';

/** Causes an event through the public API, as a client would. @returns the resource that it is about */
type Scenario = (api: Api) => Promise<string>;

/** Topics that exist for customers and for the account. */
const ofBanks = (prefix: string, of: Scenario): Readonly<Record<string, Scenario>> => ({
  [`${prefix}funding_source_added`]: async (api) => bank(api, await of(api)),
  [`${prefix}funding_source_verified`]: async (api) => verifiedBank(api, await of(api)),
  [`${prefix}funding_source_updated`]: async (api) => changed(api, await bank(api, await of(api)), { name: 'Joint' }),
  [`${prefix}funding_source_removed`]: async (api) => changed(api, await bank(api, await of(api)), { removed: true }),
  [`${prefix}microdeposits_added`]: async (api) => microDeposits(api, await of(api)),
  [`${prefix}microdeposits_completed`]: async (api) => simulated(api, await microDeposits(api, await of(api))),
  [`${prefix}microdeposits_failed`]: async (api) => simulated(api, await microDeposits(api, await of(api), 'R03')),
  [`${prefix}microdeposits_maxattempts`]: async (api) => exhausted(api, await of(api)),
  [`${prefix}bank_transfer_created`]: async (api) => bankTransfer(api, await of(api)),
  [`${prefix}bank_transfer_completed`]: async (api) => processed(api, await bankTransfer(api, await of(api))),
  [`${prefix}bank_transfer_failed`]: async (api) => failed(api, await bankTransfer(api, await of(api))),
  [`${prefix}bank_transfer_cancelled`]: async (api) =>
    changed(api, await bankTransfer(api, await of(api)), { status: 'cancelled' }),
});

/** The topics that can be triggered. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  customer_created: unverifiedCustomer,
  customer_verified: (api) => customer(api),
  customer_reverification_needed: (api) => customer(api, { firstName: 'retry' }),
  customer_verification_document_needed: (api) => customer(api, { firstName: 'document' }),
  customer_suspended: (api) => customer(api, { firstName: 'suspended' }),
  customer_deactivated: async (api) => changed(api, await unverifiedCustomer(api), { status: 'deactivated' }),
  customer_activated: async (api) =>
    changed(api, await changed(api, await unverifiedCustomer(api), { status: 'deactivated' }), {
      status: 'reactivated',
    }),
  customer_beneficial_owner_created: (api) => owner(api),
  customer_beneficial_owner_verified: (api) => owner(api),
  customer_beneficial_owner_reverification_needed: (api) => owner(api, 'incomplete'),
  customer_beneficial_owner_verification_document_needed: (api) => owner(api, 'document'),
  customer_beneficial_owner_removed: async (api) => removed(api, await owner(api)),
  ...ofBanks('customer_', (api) => customer(api)),
  ...ofBanks('', (api) => Promise.resolve(account(api))),
  customer_balance_inquiry_completed: inquired,
  customer_transfer_created: instantTransfer,
  customer_transfer_completed: instantTransfer,
  customer_transfer_failed: async (api) => failed(api, await collection(api)),
  customer_transfer_cancelled: async (api) => changed(api, await collection(api), { status: 'cancelled' }),
  transfer_created: instantTransfer,
  transfer_completed: instantTransfer,
  transfer_failed: async (api) => failed(api, await collection(api)),
  transfer_cancelled: async (api) => changed(api, await collection(api), { status: 'cancelled' }),
};

const PAPERS = 'needs a file: docs/documents.md says how to send one, and which ones the sandbox decides at once';
const RETURN = 'needs a bank that is named by a return code, and as many simulations as docs/money.md says';

/** The other topics, and why not. */
export const untriggered: Readonly<Record<string, string>> = {
  customer_verification_pending_review: 'needs an identity check that takes time: the sandbox has none',
  customer_verification_document_uploaded: PAPERS,
  customer_verification_document_approved: PAPERS,
  customer_verification_document_failed: PAPERS,
  customer_beneficial_owner_verification_document_uploaded: PAPERS,
  customer_beneficial_owner_verification_document_approved: PAPERS,
  customer_beneficial_owner_verification_document_failed: PAPERS,
  funding_source_unverified: RETURN,
  customer_funding_source_unverified: RETURN,
  funding_source_negative: RETURN,
  customer_funding_source_negative: RETURN,
  bank_transfer_creation_failed: RETURN,
  customer_bank_transfer_creation_failed: RETURN,
};
