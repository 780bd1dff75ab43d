import type { ReactElement } from 'react';
import { client } from '../api/client.js';
import type { NamedStream, Stream } from '../api/shared-stream.js';
import { pageAt } from '../generic/list-table.js';
import { LiveList } from '../generic/live-list.js';
import { type By, byOf, canBeHeard, matchesQuery, withBy } from './request-filters.js';

const PATH = '/requests';

const heard =
  (by: By): Stream =>
  async (tell, signal, opened) => {
    for await (const { request } of client.requests({ by, signal, onPosition: opened })) tell({ ...request });
  };

const stream = (by: By): NamedStream => ({ name: `${PATH}.${by}`, stream: heard(by) });

/** A request does not say whether a person sent it, so there is a stream for each kind of sender. */
const streams: Readonly<Record<By, NamedStream>> = {
  application: stream('application'),
  person: stream('person'),
  all: stream('all'),
};

const streamOf = (query: string): NamedStream => streams[byOf(query)];

/** Lists requests, and shows new ones as they are answered. */
export const Requests = (): ReactElement => (
  <LiveList
    path={PATH}
    page={pageAt(PATH)}
    asked={withBy}
    streamOf={streamOf}
    matches={matchesQuery}
    canBeHeard={canBeHeard}
  />
);
