import type { Api } from '@halyard/client';
import { docsOf } from '../api/neighbours.js';
import { columnsOf } from '../columns/columns.js';
import { paymentColumns } from '../columns/payment-columns.js';
import { sourceColumns } from '../columns/source-columns.js';
import { transferColumns } from '../columns/transfer-columns.js';
import { LinkByLogIn } from './link-by-log-in.js';
import { listOf, type ListViews } from './list.js';

/** Lists that are also pages of their own say this while they are empty. */
export const whileEmpty = {
  events: 'No event yet: the first customer or transfer brings one.',
  fundingSources: 'No funding source yet: a bank belongs to an account or a customer, whose page links one.',
};

const MicroDepositsNote = (
  <p className="quiet">
    A bank that is entered here is verified by micro-deposits. <a href={docsOf('how-to/link-a-bank/')}>A log-in</a>{' '}
    verifies it at once.
  </p>
);

const documents = listOf<Api.DocumentList>({
  heading: 'Documents',
  columns: columnsOf({ Received: '@self created', Type: 'type', Status: 'status', Reason: 'failureReason' }),
  create: { label: 'Upload document' },
  empty: 'No document yet.',
});
const events = listOf<Api.EventList>({
  heading: 'Events',
  columns: columnsOf({ Created: '@self created', Topic: 'topic' }),
  empty: whileEmpty.events,
});
const transfers = listOf<Api.TransferList>({
  heading: 'Transfers',
  columns: transferColumns,
  empty: 'No transfer yet.',
});
/** A payment stands for its transfers, so the list of a customer's payments is that of the transfers. */
const payments = listOf<Api.PaymentList>({
  heading: 'Transfers',
  columns: paymentColumns,
  empty: 'No transfer yet.',
});
const replays = listOf<Api.ReplayList>({
  heading: 'Replays',
  columns: columnsOf({ Begun: '@self created', Status: 'status' }),
  empty: 'Nothing was replayed yet.',
});

const fundingSources = listOf<Api.FundingSourceList>({
  heading: 'Funding sources',
  columns: sourceColumns,
  create: { note: MicroDepositsNote, Other: LinkByLogIn },
  empty: whileEmpty.fundingSources,
});
const beneficialOwners = listOf<Api.BeneficialOwnerList>({
  heading: 'Beneficial owners',
  columns: columnsOf({ Name: '@self', Status: 'verificationStatus' }),
  empty: 'No owner was named yet. Whoever owns 25 percent or more of the company has to be named.',
});

export const { Inner: BeneficialOwnersOf } = beneficialOwners;
export const { Inner: FundingSourcesOf } = fundingSources;
export const { Inner: DocumentsOf } = documents;
export const { Inner: EventsOf } = events;
export const { Inner: TransfersOf } = transfers;
export const { Inner: PaymentsOf } = payments;
export const { Inner: ReplaysOf } = replays;

/** Lists that belong to a resource, by the relation of its link to them. */
export const innerLists: Readonly<Record<string, ListViews>> = {
  'funding-sources': fundingSources,
  transfers,
  webhooks: listOf<Api.WebhookList>({
    heading: 'Deliveries',
    columns: columnsOf({ Sequence: '@self sequence', Topic: 'topic', Status: 'state', 'Next try': 'nextRetry' }),
    empty: 'Nothing was delivered yet.',
  }),
  documents,
  'beneficial-owners': beneficialOwners,
  events,
  replays,
};
