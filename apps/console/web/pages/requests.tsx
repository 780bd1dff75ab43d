import type { ReactElement } from 'react';
import { openStream, type Resource } from '../api/client.js';
import { pageAt } from '../generic/list-table.js';
import { type Listen, LiveList } from '../generic/live-list.js';

const PATH = '/requests';
/** What says which part of the list is read, and not which requests are in it. */
const ofPages = ['from', 'to', 'limit', 'after'];

/** The browser connects again by itself, and goes on after the last request that it was told. */
const listen: Listen = (take, signal, query) =>
  new Promise((_, reject) => {
    const filters = new URLSearchParams(query);
    for (const name of ofPages) filters.delete(name);
    const stream = openStream(`${PATH}/stream?${filters.toString()}`);
    stream.addEventListener('request', ({ data }: MessageEvent<string>) => take(JSON.parse(data) as Resource));
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) reject(new Error('No more requests are told here: load the page.'));
    });
    signal.addEventListener('abort', () => stream.close());
  });

/** Requests as a list, and as they are answered. */
export const Requests = (): ReactElement => <LiveList path={PATH} page={pageAt(PATH)} listen={listen} />;
