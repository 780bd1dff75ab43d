import { type LinkTo, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, valueAt } from '../../api/resource.js';
import { useResources } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { type PageRow, usePageRows } from '../../parts/page-rows.js';
import { Page } from '../../parts/page.js';
import { services } from './services.js';
import { WrongNow } from './wrong-now.js';

export const operationsPage: PageRow = {
  path: '/operations',
  heading: 'Operations',
  icon: 'operations',
  help: 'operate/',
  Show: Operations,
};

/** Begins with what is wrong now, and leads to everything that operators see and do, with how much of it waits. */
function Operations(): ReactElement {
  const rows = usePageRows().filter(({ place }) => place === 'operations');
  return (
    <Page heading="Operations">
      <WrongNow />
      <ul className="entries">
        {rows.map(({ path, heading, purpose }) => {
          const counted = counts[path];
          return (
            <li key={path}>
              <Go to={path}>{heading}</Go>
              {counted && <Count of={counted} />}
              <span className="quiet">{purpose}</span>
            </li>
          );
        })}
      </ul>
    </Page>
  );
}

/** A number on the entry of a page. */
interface PageCount {
  /** What is counted: the totals of these lists. */
  readonly lists: readonly LinkTo<object>[];
  readonly text: (count: number) => string;
  /** Whether the number asks somebody to act. */
  readonly isWork?: true;
  /** Counts in another way than by the total of a list. */
  readonly countIn?: (list: object) => number;
}

const waiting = (count: number): string => `${String(count)} ${count === 1 ? 'waits' : 'wait'}`;

const one = { query: { limit: 1 } };

const counts: Readonly<Record<string, PageCount | undefined>> = {
  '/operations/accounts': {
    lists: [linkTo('/operations/accounts', one)],
    text: (count) => `${String(count)} ${count === 1 ? 'account' : 'accounts'}`,
  },
  '/operations/people': {
    lists: [linkTo('/operations/people', one)],
    text: (count) => `${String(count)} ${count === 1 ? 'person' : 'people'}`,
  },
  '/operations/applications': {
    lists: [linkTo('/operations/applications', { query: { limit: 1, status: 'waiting' } })],
    text: waiting,
    isWork: true,
  },
  '/operations/documents': {
    lists: [linkTo('/operations/documents', one)],
    text: waiting,
    isWork: true,
  },
  '/operations/parked-messages': {
    lists: services.map((service) => linkTo(`/operations/${service}/parked-keys`, one)),
    text: (count) => `${String(count)} parked`,
    isWork: true,
  },
  '/operations/read-models': {
    lists: services.map((service) => linkTo(`/operations/${service}/read-models`)),
    text: (count) => `${String(count)} behind`,
    isWork: true,
    countIn: (list) => itemsOf(list).filter((model) => valueAt(model, 'lag') !== 0).length,
  },
  '/operations/legal-holds': {
    lists: [linkTo('/operations/legal-holds', one)],
    text: (count) => `${String(count)} so far`,
  },
  '/operations/erasures': { lists: [linkTo('/operations/erasures', one)], text: (count) => `${String(count)} so far` },
  '/operations/ledger': {
    lists: [linkTo('/ledger/trial-balance')],
    text: (count) => (count === 0 ? 'balanced' : 'does not add up'),
    isWork: true,
    countIn: (ledger) => ('balanced' in ledger && ledger.balanced === false ? 1 : 0),
  },
};

const totalOf = (list: object): number => ('total' in list && typeof list.total === 'number' ? list.total : 0);

/** A service that is down must not hold up the numbers of the others for longer than this. */
const WITHIN_MS = 3_000;

function Count({ of: { lists, text, isWork, countIn = totalOf } }: { readonly of: PageCount }): ReactElement | null {
  const answers = useResources(lists, { withinMs: WITHIN_MS });
  if (answers.some(({ isError }) => isError)) return <span className="status bad">not known now</span>;
  if (answers.some(({ data }) => data === undefined)) return null;
  const count = answers.reduce((sum, { data }) => sum + (data ? countIn(data) : 0), 0);
  const tone = !isWork ? '' : count === 0 ? 'good' : 'waiting';
  return <span className={`status ${tone}`}>{text(count)}</span>;
}
