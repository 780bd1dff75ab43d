import type { Resource } from '../api/client.js';
import { itemsOf, money, text } from '../api/resource.js';
import type { FilterChoice, FilterField } from '../parts/filters.js';
import { wordsOf } from '../parts/text.js';

/** Describes the page of a list that consists of a table. */
export interface ListPage {
  readonly heading: string;
  /** The table's name. Defaults to the heading. */
  readonly table?: string;
  /**
   * An attribute of the items, a link (`@rel`) or the id of a linked resource (`#rel`), by column name and in order.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** Relations of the items' links that become actions. */
  readonly actions?: readonly string[];
  readonly search?: string;
  readonly searchName?: string;
  readonly choices?: readonly FilterChoice[];
  readonly fields?: readonly FilterField[];
  /** How people add an item: on the page `to`, or else by the list's form `default`. */
  readonly create?: {
    readonly label: string;
    readonly to?: string;
    /** The path below which the new item has its page. Defaults to the item's own path. */
    readonly madeAt?: string;
  };
  readonly empty: string;
}

const statusOf = (values: readonly string[]): FilterChoice => ({ name: 'status', label: 'Status', values });

const customerStatuses = ['unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated'];

/** Pages of lists, by the API's path. */
export const listPages: Readonly<Record<string, ListPage>> = {
  '/customers': {
    heading: 'Customers',
    columns: { Name: '@self name', Type: 'type', Status: 'status', 'E-mail': 'email', Created: 'created' },
    search: 'Search customers',
    choices: [statusOf(customerStatuses)],
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
    choices: [
      { name: 'type', label: 'Type', values: ['bank', 'balance'] },
      statusOf(['unverified', 'verified']),
      { name: 'removed', label: 'Removed', values: ['false'] },
    ],
    empty: 'No funding source yet: a bank belongs to an account or a customer, whose page links one.',
  },
  '/events': {
    heading: 'Events',
    columns: { Created: '@self created', Topic: 'topic', Resource: '@resource resourceId' },
    fields: [
      { name: 'topic', label: 'Topic' },
      { name: 'resourceId', label: 'Id of a resource' },
      { name: 'customerId', label: 'Id of a customer' },
    ],
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
    choices: [
      {
        name: 'by',
        label: 'By',
        values: ['person', 'all'],
        texts: { '': 'Applications', person: 'People', all: 'All' },
      },
      statusOf(['2xx', '3xx', '4xx', '5xx']),
    ],
    fields: [
      { name: 'method', label: 'Method' },
      { name: 'code', label: 'Code of the refusal' },
      { name: 'resource', label: 'Id of a resource' },
      { name: 'application', label: 'Id of an application' },
      { name: 'trace', label: 'Trace' },
    ],
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
    choices: [statusOf(['waiting', 'active', 'rejected', 'suspended'])],
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

/** Lists that belong to a resource, by the last part of their path. */
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
    create: { label: 'Upload document' },
    empty: 'No document yet.',
  },
  'beneficial-owners': {
    heading: 'Beneficial owners',
    columns: { Name: '@self name', Status: 'verificationStatus' },
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

/** The heading of a path: Customers for `/customers`, and Customer for `/customers/` and an id. */
export function headingAt(path: string): string {
  const [noun = '', last = ''] = path.split('/').slice(-2);
  return wordsOf(/\d/.test(last) ? singular(noun) : last);
}

export type Crumb = readonly [path: string, heading: string];

/** The parents of pages whose path above is not the parent's path. The key is that path above; `*` stands for an id. */
const parents: Readonly<Record<string, Crumb>> = {
  '/accounts': ['/account', 'Account'],
  '/sandbox-simulations/*': ['/transfers', 'Transfers'],
  '/invitations': ['/team', 'Team'],
  '/people': ['/team', 'Team'],
  '/documents': ['/customers', 'Customers'],
  '/beneficial-owners': ['/customers', 'Customers'],
  '/operations': ['/operations', 'Operations'],
  '/operations/customers': ['/operations', 'Operations'],
};

const withoutIds = (path: string): string =>
  path
    .split('/')
    .map((part) => (/\d/.test(part) ? '*' : part))
    .join('/');

/** The parent of a page: its list, or the resource that it belongs to. */
export function parentOf(path: string): Crumb | undefined {
  const above = path.slice(0, path.lastIndexOf('/'));
  return above === ''
    ? undefined
    : (parents[withoutIds(above)] ?? [above, listPageOf(above)?.heading ?? headingAt(above)]);
}

/** The label of the button that adds an item to a list. */
export const createLabelOf = ({ heading, create }: ListPage): string =>
  create?.label ?? `Create ${singular(heading).toLowerCase()}`;

const COLUMNS_MAX = 6;

/** The page of a list. If the table of pages does not have it, its columns are the first attributes of its items. */
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
