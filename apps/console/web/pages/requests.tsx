import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { client } from '../api/client.js';
import { withQuery } from '../api/resource.js';
import { fromNow, type NamedStream } from '../api/shared-stream.js';
import { columnsOf } from '../columns/columns.js';
import { Sender } from '../columns/sender.js';
import type { ListRow } from '../generic/list.js';
import { LiveList } from '../generic/live-list.js';
import type { PageRow } from '../parts/page-rows.js';
import { Status } from '../parts/text.js';
import { type By, byOf, canBeHeard, matchesQuery, withBy } from './request-filters.js';
import { requestSearch } from './request-search.js';

const stream = (by: By): NamedStream<Api.Request> => ({
  name: `/requests.${by}`,
  stream: async (tell, signal, opened) => {
    const options = { by, signal, onPosition: opened, onRestart: fromNow };
    for await (const { request } of client.requests(options)) tell(request);
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
  Status: ({ status, code }) => (
    <span>
      <Status of={String(status)} />
      {code !== undefined && <span className="quiet"> {code}</span>}
    </span>
  ),
  Duration: 'durationMs',
  Who: ({ who }) => <Sender of={who} />,
});

const row: ListRow<Api.Request> = {
  heading: 'Requests',
  columns: requestColumns,
  search: requestSearch,
  choices: [
    {
      name: 'by',
      label: 'By',
      values: ['person', 'all'],
      texts: { '': 'Applications', person: 'People', all: 'All' },
    },
    {
      name: 'status',
      label: 'Status',
      values: ['2xx', '4xx', '5xx'],
      texts: { '2xx': '2xx done', '4xx': '4xx refused', '5xx': '5xx failed' },
    },
  ],
  empty: 'No request yet. Each request to the API is listed here, a moment after its answer.',
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
  icon: 'requests',
  help: 'how-to/read-the-log-of-requests/',
  Show: Requests,
};
