import type { ReactElement } from 'react';
import { client } from '../api/client.js';
import type { Stream } from '../api/shared-stream.js';
import { pageAt } from '../generic/list-table.js';
import { LiveList } from '../generic/live-list.js';
import { canBeHeard, matchesQuery } from './request-filters.js';

const PATH = '/requests';

const stream: Stream = async (tell, signal, opened) => {
  for await (const { request } of client.requests({ signal, onPosition: opened })) tell({ ...request });
};

/** Requests as a list, and as they are answered. */
export const Requests = (): ReactElement => (
  <LiveList path={PATH} page={pageAt(PATH)} stream={stream} matches={matchesQuery} canBeHeard={canBeHeard} />
);
