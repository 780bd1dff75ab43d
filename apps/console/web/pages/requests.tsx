import type { ReactElement } from 'react';
import { openStream, type Resource } from '../api/client.js';
import type { Stream } from '../api/shared-stream.js';
import { pageAt } from '../generic/list-table.js';
import { LiveList } from '../generic/live-list.js';
import { canBeHeard, matchesQuery } from './request-filters.js';

const PATH = '/requests';

/** The browser connects again by itself, and goes on after the last request that it was told. */
const stream: Stream = (tell, signal, opened) =>
  new Promise((_, reject) => {
    const source = openStream(`${PATH}/stream`);
    source.addEventListener('open', opened);
    source.addEventListener('request', ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as Resource));
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) reject(new Error('No more requests are told here: load the page.'));
    });
    signal.addEventListener('abort', () => source.close());
  });

/** Requests as a list, and as they are answered. */
export const Requests = (): ReactElement => (
  <LiveList path={PATH} page={pageAt(PATH)} stream={stream} matches={matchesQuery} canBeHeard={canBeHeard} />
);
