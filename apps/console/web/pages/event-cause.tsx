import { type Api, linkTo, type LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, itemsOf, pageOf } from '../api/resource.js';
import { useResource, useResources } from '../api/use-resource.js';
import { Sender } from '../columns/sender.js';
import { Go } from '../parts/go.js';

/** A resource that was changed more often than this since the event has too many requests to ask each of them. */
const REQUESTS_MAX = 5;
const ENTRIES_MAX = 200;

const isOfTransfer = ({ _links: { resource } }: Api.Event): boolean =>
  resource !== undefined && pageOf(resource).startsWith('/transfers/');

/** The request that caused an event, as the timeline of its transfer has it. */
function useRequestOfTransfer(event: Api.Event): LinkTo<Api.Request> | undefined {
  const { data } = useResource(
    isOfTransfer(event)
      ? linkTo('/transfers/{id}/timeline', { path: { id: event.resourceId }, query: { limit: ENTRIES_MAX } })
      : undefined,
  );
  const entries = itemsOf(data);
  const told = entries.find((entry) => entry.kind === 'event' && idOf(entry.event) === event.id);
  const request = entries.find((entry) => entry.kind === 'request' && told !== undefined && entry.trace === told.trace);
  const id = request?.kind === 'request' ? request.requestId : undefined;
  return id === undefined ? undefined : linkTo('/requests/{id}', { path: { id } });
}

/** The request that caused an event, among those that changed its resource. */
function useRequestOfResource(event: Api.Event): Api.Request | undefined {
  const query = {
    by: 'all' as const,
    resource: event.resourceId,
    method: ['POST' as const, 'DELETE' as const],
    limit: REQUESTS_MAX,
  };
  const { data } = useResource(isOfTransfer(event) ? undefined : linkTo('/requests', { query }));
  const requests = useResources(itemsOf(data).map(({ _links }) => _links.self));
  return requests
    .map((request) => request.data)
    .find((request) => request?.caused?.events.some((caused) => idOf(caused.event) === event.id));
}

/** Who caused an event, and by which request. Banks cause events, too, and the log forgets. */
export function EventCause({ of }: { readonly of: Api.Event }): ReactElement {
  const { data } = useResource(useRequestOfTransfer(of));
  const found = useRequestOfResource(of);
  const request = data ?? found;
  if (!request) return <span className="quiet">No request that the log has</span>;
  return (
    <>
      <Sender of={request.who} /> by{' '}
      <Go to={pageOf(request._links.self)}>{`${request.method} ${request.route ?? request.path}`}</Go>
    </>
  );
}
