import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { lineOfPage, PAGE_LIMIT } from '../pages.ts';
import { line, type Procedure } from '../procedure.ts';
import { aCustomerId, aResourceId, storeEvents } from './stored-events.ts';

/** Events are kept for 30 days. */
const DAYS = 29;
/** The deepest offset of a filtered list. */
const DEEP = 9_975;
const DAY_MS = 86_400_000;

const day = (ago: number): string => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);

/** The queries for an account with `total` events. */
const queries = (total: number): Readonly<Record<string, string>> => ({
  'first page': '',
  'page in the middle': `offset=${Math.floor(total / 2)}`,
  'last page': `offset=${Math.max(0, total - PAGE_LIMIT)}`,
  topic: 'topic=customer_transfer_completed',
  'topic, deep': `topic=customer_transfer_completed&offset=${DEEP}`,
  'rare topic': 'topic=transfer_failed',
  resource: `resourceId=${aResourceId}`,
  customer: `customerId=${aCustomerId}`,
  'customer and topic': `customerId=${aCustomerId}&topic=customer_transfer_completed`,
  'one day': `startDate=${day(2)}&endDate=${day(2)}`,
  'from a day on': `startDate=${day(20)}`,
  'until a day': `endDate=${day(10)}`,
});

/** Each kind of page of GET /events, with a few concurrent readers. */
export const eventsPage: Procedure = async (stage) => {
  const { client, postgres, sizes } = stage;
  const account = await openSandboxAccount(client, 'Reader');
  try {
    const { accountId } = account.connection;
    const stored = performance.now();
    await storeEvents(postgres, { accountId, events: sizes.events, days: DAYS });
    const took = `${((performance.now() - stored) / 1_000).toFixed(1)} s`;
    const { body } = await account.get('/events?limit=1');
    const total = body.total ?? 0;
    const lines = [line(`${sizes.events} events stored, over ${DAYS} days`, took)];
    for (const [name, query] of Object.entries(queries(total))) {
      lines.push(await lineOfPage(stage, { account, list: '/events', query, title: `${name}, of ${total}` }));
    }
    return lines;
  } finally {
    await account.close();
  }
};
