import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { client } from '../api/client.js';
import { withQuery } from '../api/resource.js';
import type { NamedStream } from '../api/shared-stream.js';
import { columnsOf } from '../columns/columns.js';
import { LiveList } from '../generic/live-list.js';
import type { PageRow } from '../parts/page-rows.js';
import { type By, byOf, canBeHeard, matchesQuery, withBy } from './request-filters.js';

const stream = (by: By): NamedStream<Api.Request> => ({
  name: `/requests.${by}`,
  stream: async (tell, signal, opened) => {
    for await (const { request } of client.requests({ by, signal, onPosition: opened })) tell(request);
  },
});

/** A request does not say whether a person sent it, so there is a stream for each kind of sender. */
const streams: Readonly<Record<By, NamedStream<Api.Request>>> = {
  application: stream('application'),
  person: stream('person'),
  all: stream('all'),
};

export const requestColumns = columnsOf<Api.Request>({
  Time: '@self created',
  Method: 'method',
  Path: 'path',
  Status: 'status',
  Duration: 'durationMs',
  Who: 'who.application.name',
});

const row = {
  heading: 'Requests',
  columns: requestColumns,
  search: 'Search requests',
  choices: [
    {
      name: 'by',
      label: 'By',
      values: ['person', 'all'],
      texts: { '': 'Applications', person: 'People', all: 'All' },
    },
    { name: 'status', label: 'Status', values: ['2xx', '3xx', '4xx', '5xx'] },
  ],
  fields: [
    { name: 'method', label: 'Method' },
    { name: 'code', label: 'Code of the refusal' },
    { name: 'resource', label: 'Id of a resource' },
    { name: 'application', label: 'Id of an application' },
    { name: 'trace', label: 'Trace' },
  ],
  empty: 'No request yet.',
};

/** Lists requests, and shows new ones as they are answered. */
const Requests = (): ReactElement => (
  <LiveList
    row={row}
    listAt={(query) => withQuery(linkTo('/requests'), withBy(query))}
    streamOf={(query) => streams[byOf(query)]}
    matches={matchesQuery}
    canBeHeard={canBeHeard}
  />
);

export const requestsPage: PageRow = {
  path: '/requests',
  heading: row.heading,
  place: 'navigation',
  help: 'how-to/read-the-log-of-requests/',
  Show: Requests,
};
