import type { Api, LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, pageOf } from '../../api/resource.js';
import { columnsOf } from '../../columns/columns.js';
import { listPage } from '../../generic/list-page.js';
import { Go } from '../../parts/go.js';
import { Paging } from '../../parts/paging.js';
import { Section } from '../../parts/section.js';
import { Table } from '../../parts/table.js';
import { Time } from '../../parts/text.js';
import { didText } from './words.js';

const HEADING = 'Advances';
const EMPTY = 'Nobody has advanced the clock yet.';
const PATH = '/sandbox-clock/advances';

const columns = columnsOf<Api.SandboxClockAdvance>({
  Reached: ({ reached, _links }) => (
    <Go to={pageOf(_links.self)}>
      <Time at={reached} isBrief />
    </Go>
  ),
  Status: 'status',
  Did: didText,
  From: ({ from }) => <Time at={from} isBrief />,
  'On the way to': {
    of: ({ to }) => <Time at={to} isBrief />,
    has: ({ status }) => status !== 'done',
  },
  Moments: { isNumber: true, of: ({ moments }) => moments },
  Events: { isNumber: true, of: ({ events }) => (events ? events.last - events.first + 1 : 0) },
  'Webhooks not waited for': { isNumber: true, of: ({ slow }) => slow, has: ({ slow }) => slow > 0 },
});

export const advancesPage = listPage(PATH, {
  heading: HEADING,
  under: '/sandbox-clock',
  isOfSandbox: true,
  columns,
  empty: EMPTY,
});

const WHILE_ADVANCING_MS = 1_000;
const following = {
  everyMs: WHILE_ADVANCING_MS,
  moves: (list: Api.SandboxClockAdvanceList) => itemsOf(list).some(({ status }) => status === 'advancing'),
};

/** Lists what was advanced and what each advance did, newest first. */
export const Advances = ({ of }: { readonly of: LinkTo<Api.SandboxClockAdvanceList> }): ReactElement => (
  <Section name={HEADING} of={of} following={following}>
    {(list) => (
      <>
        <Table name={HEADING} columns={columns} items={itemsOf(list)} empty={EMPTY} />
        <Paging list={list} />
      </>
    )}
  </Section>
);
