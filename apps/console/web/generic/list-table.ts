import type { Resource } from '../api/client.js';
import { itemsOf, money, text } from '../api/resource.js';
import { wordsOf } from '../parts/text.js';

/** A list that needs nothing but its table. */
export interface ListPage {
  readonly heading: string;
  /** The name of its table, where it is not the heading. */
  readonly table?: string;
  /** Attributes, links (`@rel`) and ids of what is linked (`#rel`) of its items, in order, by the names of their columns. */
  readonly columns: Readonly<Record<string, string>>;
  /** The links of its items that do something. */
  readonly actions?: readonly string[];
  readonly search?: string;
  readonly searchName?: string;
  readonly statuses?: readonly string[];
  /** The page, or the form of the list (`default`), that makes one more. */
  readonly create?: {
    readonly label: string;
    readonly to?: string;
    /** Where what was made has its page, if not at its own path. */
    readonly madeAt?: string;
  };
  readonly empty: string;
}

const customerStatuses = ['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated'];

/** The table of pages: lists by the API's path. */
export const listPages: Readonly<Record<string, ListPage>> = {
  '/customers': {
    heading: 'Customers',
    columns: { Name: '@self name', Type: 'type', Status: 'status', 'E-mail': 'email', Created: 'created' },
    search: 'Search customers',
    statuses: customerStatuses,
    create: { label: 'Create customer', to: '/customers/new' },
    empty: 'No customer yet. A customer holds banks and a balance, and sends or receives money.',
  },
  '/funding-sources': {
    heading: 'Funding sources',
    columns: {
      Name: '@self name',
      Customer: '@customer',
      Type: 'type',
      Status: 'status',
      Bank: 'bankName',
      Created: 'created',
    },
    empty: 'No funding source yet: a bank belongs to an account or a customer, whose page links one.',
  },
  '/events': {
    heading: 'Events',
    columns: { Created: '@self created', Topic: 'topic', Resource: '@resource resourceId' },
    empty: 'No event yet: the first customer or transfer brings one.',
  },
  '/requests': {
    heading: 'Requests',
    columns: {
      Time: '@self created',
      Method: 'method',
      Path: 'path',
      Status: 'status',
      Duration: 'durationMs',
      Who: 'who.application.name',
    },
    search: 'Search requests',
    statuses: ['2xx', '3xx', '4xx', '5xx'],
    empty: 'No request yet.',
  },
  '/applications': {
    heading: 'Applications',
    columns: { Name: '@self name', Kind: 'kind', Status: 'status', Permissions: 'permissions', Created: 'created' },
    create: { label: 'Create application' },
    empty: 'No application yet.',
  },
  '/business-classifications': {
    heading: 'Business classifications',
    columns: { Name: '@self name' },
    empty: 'There is none.',
  },
  '/operations/accounts': {
    heading: 'Accounts',
    columns: { Name: '@self name', Status: 'status', Created: 'created' },
    actions: ['suspend', 'reinstate'],
    create: { label: 'Open account', madeAt: '/operations/accounts' },
    empty: 'No account yet.',
  },
  '/operations/applications': {
    heading: 'Applications',
    columns: { Name: '@self name', Kind: 'kind', Account: '#account', Status: 'status', Created: 'created' },
    actions: ['approve', 'reject', 'suspend', 'reinstate'],
    empty: 'No application yet.',
  },
  '/operations/people': {
    heading: 'People',
    columns: { Id: '@self id', Name: 'name', 'E-mail': 'email', Status: 'status', Created: 'created' },
    actions: ['suspend', 'reinstate', 'reset-factors'],
    empty: 'Nobody yet.',
  },
  '/operations/documents': {
    heading: 'Documents',
    columns: { Received: '@self created', Type: 'type', Status: 'documentVerificationStatus', Format: 'mediaType' },
    empty: 'No document waits for a review.',
  },
};

/** A list that belongs to a resource, by the last part of its path. */
export const innerLists: Readonly<Record<string, ListPage>> = {
  'funding-sources': { ...pageAt('/funding-sources'), columns: { Name: '@self name', Type: 'type', Status: 'status' } },
  transfers: { heading: 'Transfers', columns: {}, empty: 'No transfer yet.' },
  webhooks: {
    heading: 'Deliveries',
    columns: { Sequence: '@self sequence', Topic: 'topic', Status: 'state', 'Next try': 'nextRetry' },
    empty: 'Nothing was delivered yet.',
  },
  documents: {
    heading: 'Documents',
    columns: { Received: '@self created', Type: 'type', Status: 'status', Reason: 'failureReason' },
    empty: 'No document yet.',
  },
  'beneficial-owners': {
    heading: 'Beneficial owners',
    columns: { Name: '@self firstName', 'Last name': 'lastName', Status: 'verificationStatus' },
    empty: 'No owner was named yet.',
  },
  events: { ...pageAt('/events'), columns: { Created: '@self created', Topic: 'topic' } },
  replays: {
    heading: 'Replays',
    columns: { Begun: '@self created', Status: 'status' },
    empty: 'Nothing was replayed yet.',
  },
};

export function pageAt(path: string): ListPage {
  const page = listPages[path];
  if (!page) throw new Error(`${path} has no page`);
  return page;
}

export const listPageOf = (path: string): ListPage | undefined =>
  listPages[path] ?? innerLists[path.split('/').at(-1) ?? ''];

const singular = (words: string): string => words.replace(/ies$/, 'y').replace(/s$/, '');

/** What there is at a path, in words: Customers at `/customers`, and Customer at `/customers/` and an id. */
export function headingAt(path: string): string {
  const [noun = '', last = ''] = path.split('/').slice(-2);
  return wordsOf(/\d/.test(last) ? singular(noun) : last);
}

const COLUMNS_MAX = 6;

/** The page of a list: where the table has none, with the first attributes of its items. */
export function listPageFor(path: string, list: Resource): ListPage {
  const known = listPageOf(path);
  if (known) return known;
  const heading = headingAt(path);
  const items = itemsOf(list);
  const isTold = (name: string): boolean => items.some((item) => text(item, name) !== '' || money(item, name));
  const names = new Set(items.flatMap((item) => Object.keys(item)).filter((name) => name !== 'id' && isTold(name)));
  const [first = '', ...others] = [...names].slice(0, COLUMNS_MAX);
  const columns: Record<string, string> = { [wordsOf(first || 'id')]: `@self ${first}` };
  for (const name of others) columns[wordsOf(name)] = name;
  return {
    heading,
    columns,
    create: { label: `Create ${singular(heading).toLowerCase()}` },
    empty: 'There is none.',
  };
}
