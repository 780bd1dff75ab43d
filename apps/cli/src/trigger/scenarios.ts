import type { RequestKind } from '../nouns/noun.js';
import type { Sandbox } from './sandbox.js';

/** Causes an event through the public API, as a client would. */
export interface Scenario {
  readonly what: string;
  /** The requests whose fields a user may set. */
  readonly made: readonly RequestKind[];
  /** Resources that may already exist. */
  readonly takes: readonly ('customer' | 'source' | 'amount')[];
  /** @returns the resource that the event is about */
  readonly cause: (sandbox: Sandbox) => Promise<string>;
}

type Cause = Scenario['cause'];

/** A new customer, on whom the sandbox decides by its name. */
const ofNewCustomer = (what: string, cause: Cause): Scenario => ({ what, made: ['customer'], takes: [], cause });
const ofCustomer = (what: string, cause: Cause): Scenario => ({ what, made: ['customer'], takes: ['customer'], cause });
const ofOwner = (what: string, cause: Cause): Scenario => ({
  what,
  made: ['customer', 'owner'],
  takes: ['customer'],
  cause,
});

/** The topics of banks and their transfers, which exist for customers and for the account. */
function ofBanks(prefix: string, of: string, holderOf: Cause): Readonly<Record<string, Scenario>> {
  const isCustomers = prefix !== '';
  const made: readonly RequestKind[] = isCustomers ? ['customer', 'bank'] : ['bank'];
  const takes: Scenario['takes'] = isCustomers ? ['customer'] : [];
  type Step = (sandbox: Sandbox, holder: string) => Promise<string>;
  const cause =
    (step: Step): Cause =>
    async (sandbox) =>
      step(sandbox, await holderOf(sandbox));
  const bank = (what: string, step: Step): Scenario => ({ what, made, takes, cause: cause(step) });
  const transfer = (what: string, step: Step): Scenario => ({
    what,
    made: [...made, 'transfer'],
    takes: [...takes, 'source', 'amount'],
    cause: cause(step),
  });
  return {
    [`${prefix}funding_source_added`]: bank(`links a bank of ${of}`, (it, holder) => it.bank(holder)),
    [`${prefix}funding_source_verified`]: bank(`verifies a bank of ${of} by micro-deposits`, (it, holder) =>
      it.newVerifiedBank(holder),
    ),
    [`${prefix}funding_source_unverified`]: transfer(`has a bank of ${of} return a debit for R22`, (it, holder) =>
      it.unverified(holder),
    ),
    [`${prefix}funding_source_negative`]: transfer(
      `has a balance of ${of} spend a deposit that its bank then returns late`,
      (it, holder) => it.overdrawn(holder),
    ),
    [`${prefix}funding_source_updated`]: bank(`renames a bank of ${of}`, async (it, holder) =>
      it.changed(await it.bank(holder), { name: 'Joint' }),
    ),
    [`${prefix}funding_source_removed`]: bank(`removes a bank of ${of}`, async (it, holder) =>
      it.changed(await it.bank(holder), { removed: true }),
    ),
    [`${prefix}microdeposits_added`]: bank(`sends micro-deposits to a bank of ${of}`, (it, holder) =>
      it.microDeposits(holder),
    ),
    [`${prefix}microdeposits_completed`]: bank(`has a bank of ${of} take micro-deposits`, async (it, holder) =>
      it.simulated(await it.microDeposits(holder)),
    ),
    [`${prefix}microdeposits_failed`]: bank(`has a bank of ${of} return micro-deposits`, async (it, holder) =>
      it.simulated(await it.microDeposits(holder, 'R03')),
    ),
    [`${prefix}microdeposits_maxattempts`]: bank(`uses up the attempts to verify a bank of ${of}`, (it, holder) =>
      it.exhausted(holder),
    ),
    [`${prefix}bank_transfer_created`]: transfer(`begins a transfer from a bank of ${of}`, (it, holder) =>
      it.deposit(holder),
    ),
    [`${prefix}bank_transfer_completed`]: transfer(`completes a transfer from a bank of ${of}`, async (it, holder) =>
      it.processed(await it.deposit(holder)),
    ),
    [`${prefix}bank_transfer_failed`]: transfer(`has a bank of ${of} return a transfer for R01`, async (it, holder) =>
      it.failed(await it.deposit(holder)),
    ),
    [`${prefix}bank_transfer_cancelled`]: transfer(`cancels a transfer from a bank of ${of}`, async (it, holder) =>
      it.changed(await it.deposit(holder), { status: 'cancelled' }),
    ),
    [`${prefix}bank_transfer_creation_failed`]: transfer(
      `sends money to a bank of ${of} that is removed meanwhile`,
      (it, holder) => it.unpayable(holder),
    ),
  };
}

/** The topics of transfers between the account and a customer; both sides get the events. */
function ofTransfers(prefix: string): Readonly<Record<string, Scenario>> {
  const instant = { made: ['customer', 'transfer'], takes: ['customer', 'source', 'amount'] } as const;
  const collected = { ...instant, made: ['customer', 'bank', 'transfer'] } as const;
  return {
    [`${prefix}transfer_created`]: {
      what: 'sends money from the account to a customer',
      ...instant,
      cause: (it) => it.instantTransfer(),
    },
    [`${prefix}transfer_completed`]: {
      what: 'sends money from the account to a customer',
      ...instant,
      cause: (it) => it.instantTransfer(),
    },
    [`${prefix}transfer_failed`]: {
      what: "has a customer's bank return a transfer to the account for R01",
      ...collected,
      cause: async (it) => it.failed(await it.collection()),
    },
    [`${prefix}transfer_cancelled`]: {
      what: "cancels a transfer from a customer's bank to the account",
      ...collected,
      cause: async (it) => it.changed(await it.collection(), { status: 'cancelled' }),
    },
  };
}

/** The topics of a customer's or an owner's documents. */
function ofDocuments(prefix: string, who: string, subjectOf: Cause, made: readonly RequestKind[]) {
  const scenario = (what: string, outcome: 'success' | 'fail'): Scenario => ({
    what,
    made,
    takes: [],
    cause: async (it) => it.document(await subjectOf(it), outcome),
  });
  return {
    [`${prefix}_verification_document_uploaded`]: scenario(`uploads a document of ${who}`, 'success'),
    [`${prefix}_verification_document_approved`]: scenario(`uploads a document of ${who} that is accepted`, 'success'),
    [`${prefix}_verification_document_failed`]: scenario(`uploads a document of ${who} that is rejected`, 'fail'),
  };
}

const deactivated: Cause = async (it) => it.changed(await it.unverifiedCustomer(), { status: 'deactivated' });

/** The topics that can be triggered. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  customer_created: ofNewCustomer('creates an unverified customer', (it) => it.unverifiedCustomer()),
  customer_verified: ofNewCustomer('creates a customer who is verified', (it) => it.newCustomer()),
  customer_reverification_needed: ofNewCustomer('creates a customer who must try again', (it) =>
    it.newCustomer({ firstName: 'retry' }),
  ),
  customer_verification_document_needed: ofNewCustomer('creates a customer who must show documents', (it) =>
    it.newCustomer({ firstName: 'document' }),
  ),
  customer_suspended: ofNewCustomer('creates a customer who is suspended', (it) =>
    it.newCustomer({ firstName: 'suspended' }),
  ),
  customer_deactivated: ofCustomer('deactivates a customer', deactivated),
  customer_activated: ofCustomer('deactivates a customer and activates it again', async (it) =>
    it.changed(await deactivated(it), { status: 'reactivated' }),
  ),
  ...ofDocuments('customer', 'a customer', (it) => it.newCustomer({ firstName: 'document' }), ['customer']),
  customer_beneficial_owner_created: ofOwner('adds an owner to a company', (it) => it.owner()),
  customer_beneficial_owner_verified: ofOwner('adds an owner who is verified', (it) => it.owner()),
  customer_beneficial_owner_reverification_needed: ofOwner('adds an owner who must try again', (it) =>
    it.owner('incomplete'),
  ),
  customer_beneficial_owner_verification_document_needed: ofOwner('adds an owner who must show documents', (it) =>
    it.owner('document'),
  ),
  ...ofDocuments('customer_beneficial_owner', 'an owner', (it) => it.owner('document'), ['customer', 'owner']),
  customer_beneficial_owner_removed: ofOwner('adds an owner and removes it', async (it) =>
    it.removed(await it.owner()),
  ),
  ...ofBanks('customer_', 'a customer', (it) => it.customer()),
  ...ofBanks('', 'the account', (it) => Promise.resolve(it.account)),
  customer_balance_inquiry_completed: {
    what: "asks for the balance of a customer's bank",
    made: ['customer', 'bank'],
    takes: ['customer', 'source'],
    cause: (it) => it.inquired(),
  },
  ...ofTransfers('customer_'),
  ...ofTransfers(''),
};

/** Topics that can't be triggered, and why. */
export const untriggered: Readonly<Record<string, string>> = {
  customer_verification_pending_review: 'needs an identity check that takes time, which no sandbox has',
};
