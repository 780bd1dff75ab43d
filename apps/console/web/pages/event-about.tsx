import { type Api, type Link, linkTo, type Money } from '@halyard/client';
import type { ReactElement } from 'react';
import { endOf } from '../api/parties.js';
import { idOf, itemsOf, linksOf, pageOf, withQuery } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { usePartyText } from '../columns/party-name.js';
import { useResourceName } from '../columns/resource-link.js';
import { Go } from '../parts/go.js';
import { usePageLocation } from '../parts/page-location.js';
import { Amount, isMoney } from '../parts/text.js';

/** The properties of an event that both the list and the stream have. */
export interface ListedEvent extends Pick<Api.Event, 'id' | 'created' | 'topic' | 'resourceId'> {
  readonly _links: { readonly self?: Link; readonly resource?: Link; readonly customer?: Link };
}

/** A resource as it was at the time of an event. */
export type ResourceSnapshot = NonNullable<NonNullable<Api.Event['_embedded']>['resource']>;

/** The list of events with snapshots. It needs the owners of the resources, so the list itself is read without. */
const withSnapshots = (query: string) => {
  const asked = new URLSearchParams(query);
  asked.set('embed', 'resource');
  return withQuery(linkTo('/events'), `?${asked.toString()}`);
};

/** The snapshot of an event in the list that the page shows; undefined while it is not there. */
function useSnapshot({ id }: ListedEvent): ResourceSnapshot | undefined {
  const { searchStr } = usePageLocation();
  const { data } = useResource(withSnapshots(searchStr));
  return itemsOf(data).find((event) => event.id === id)?._embedded?.resource;
}

/** The amount of a transfer, from its snapshot. */
export const amountOf = (snapshot: ResourceSnapshot | undefined): Money | undefined => {
  const amount = snapshot?.['amount'];
  return isMoney(amount) ? amount : undefined;
};

/** The subject of an event in the list. */
export function About({ of }: { readonly of: ListedEvent }): ReactElement {
  return <AboutSnapshot of={of} snapshot={useSnapshot(of)} />;
}

/** The amount that an event of the list is about. */
export function AmountOf({ of }: { readonly of: ListedEvent }): ReactElement | null {
  const amount = amountOf(useSnapshot(of));
  return amount ? <Amount of={amount} /> : null;
}

interface AboutProps {
  readonly of: ListedEvent;
  readonly snapshot: ResourceSnapshot | undefined;
}

/**
 * The subject of an event, by name: `Customer Ada Byron`, or the parties of a transfer. It stays the same link when its
 * text changes, so that it keeps the focus.
 */
export function AboutSnapshot({ of, snapshot }: AboutProps): ReactElement {
  const { resource, customer } = of._links;
  const link = resource ?? customer;
  const name = useResourceName(link ?? nowhere);
  const parties = useParties(snapshot);
  if (!link) return <>–</>;
  return (
    <Go to={pageOf(link)} className="party" title={idOf(link)}>
      {parties === undefined ? name : `Transfer ${parties}`}
    </Go>
  );
}

const nowhere: Link = { href: '' };

/** The parties of a transfer; undefined if the snapshot is of something else. */
function useParties(snapshot: ResourceSnapshot | undefined): string | undefined {
  const ends = { _links: linksOf(snapshot) };
  const from = usePartyText(endOf(ends, 'source') ?? nowhere);
  const to = usePartyText(endOf(ends, 'destination') ?? nowhere);
  return amountOf(snapshot) ? `from ${from} to ${to}` : undefined;
}
