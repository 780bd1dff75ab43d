import type { Api, ItemOf, Link } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, pageOf, shortId, withQuery } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { NamelessLink } from '../columns/resource-link.js';
import { Go } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { Amount, Status } from '../parts/text.js';

/** The most entries of a timeline that are read to find what one request caused. */
const ENTRIES_MAX = 200;

type Entry = ItemOf<Api.PaymentTimeline>;
type Posting = Extract<Entry, { kind: 'posting' }>;
type Delivery = Extract<Entry, { kind: 'delivery' }>;

/** Lists what a request caused: what it made, postings, events, and webhooks of these events. */
export function Caused({ by: { caused, trace, resource, method } }: { readonly by: Api.Request }): ReactElement {
  const { timeline, events = [], more } = caused ?? {};
  const { data, error } = useResource<Api.PaymentTimeline>(
    timeline && withQuery(timeline, `?limit=${String(ENTRIES_MAX)}`),
  );
  const entries = itemsOf(data).filter((entry) => entry.trace === trace);
  const deliveries = entries.filter((entry) => entry.kind === 'delivery');
  const made = method === 'POST' && events.length > 0 ? resource : undefined;
  const isNothing = events.length === 0 && entries.length === 0 && !timeline;
  return (
    <>
      <Refusal error={error} />
      {isNothing && <p className="quiet">It changed nothing that the log knows of.</p>}
      <ul className="caused">
        {made && (
          <li>
            <span className="kind">Resource</span> <NamelessLink to={made} />
          </li>
        )}
        {entries
          .filter((entry) => entry.kind === 'posting')
          .map((posting) => (
            <PostingItem key={posting.id} of={posting} />
          ))}
        {events.map(({ topic, event }) => (
          <li key={event.href}>
            <span className="kind">Event</span>{' '}
            <Go to={pageOf(event)}>
              <code>{topic}</code>
            </Go>
          </li>
        ))}
        {more && <li>More events, which the log of events has</li>}
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} of={delivery} topic={topicOf(delivery, entries)} />
        ))}
        {timeline && (
          <li>
            <span className="kind">Payment</span>{' '}
            <Go to={pageOf(timeline).replace(/\/timeline$/, '')}>Its whole timeline</Go>
          </li>
        )}
      </ul>
    </>
  );
}

/** The topic of the event that a delivery brings. */
function topicOf({ cause }: Delivery, entries: readonly Entry[]): string {
  const event = entries.find(({ id }) => id === cause);
  return event?.kind === 'event' ? event.topic : 'Delivery';
}

const PostingItem = ({ of: { amount, from, to } }: { readonly of: Posting }): ReactElement => (
  <li>
    <span className="kind">Posting</span> <Amount of={amount} /> from <LedgerPlace of={from} /> to{' '}
    <LedgerPlace of={to} />
  </li>
);

/** A side of a posting: `balance:<id>`, `transit:<id>`, or `banks`. */
function LedgerPlace({ of }: { readonly of: string }): ReactElement {
  const [kind, id] = of.split(':');
  if (kind === 'balance' && id !== undefined) return <Go to={`/funding-sources/${id}`}>balance {shortId(id)}</Go>;
  return <>{kind === 'transit' ? 'money in transit' : kind}</>;
}

function DeliveryItem({ of, topic }: { readonly of: Delivery; readonly topic: string }): ReactElement {
  const last = of.attempts.at(-1);
  const to: Link = last?.webhook ?? of.subscription;
  return (
    <li>
      <span className="kind">Webhook</span>{' '}
      <Go to={pageOf(to)}>
        <code>{topic}</code>
      </Go>{' '}
      {last ? <Status of={String(last.status ?? last.error)} /> : <Status of="pending" />}
    </li>
  );
}
