import type { ReactElement } from 'react';
import { client } from '../api/client.js';
import { pageAt } from '../generic/list-table.js';
import { type Listen, LiveList } from '../generic/live-list.js';

const PATH = '/events';

const listen: Listen = async (take, signal) => {
  for await (const { event } of client.events({ signal })) take({ ...event });
};

/** Events as a list, and as they happen. */
export const Events = (): ReactElement => <LiveList path={PATH} page={pageAt(PATH)} listen={listen} />;
