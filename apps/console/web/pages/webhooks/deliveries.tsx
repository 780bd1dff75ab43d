import type { Api, LinkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { isUndelivered, itemsOf, withQuery } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { columnsOf } from '../../columns/columns.js';
import { Filters } from '../../parts/filters.js';
import { Refusal } from '../../parts/messages.js';
import { usePageLocation } from '../../parts/page-location.js';
import { Region } from '../../parts/page.js';
import { Paging } from '../../parts/paging.js';
import { Table, To } from '../../parts/table.js';
import { Time } from '../../parts/text.js';
import { Answer } from './answer.js';
import { stateChoice } from './delivery-states.js';
import { MOVING_MS } from './health.js';
import { ResendMatching } from './resend-matching.js';

function hasTries({ attempts }: Api.Webhook): boolean {
  return attempts.length > 0;
}

const columns = columnsOf<Api.Webhook>({
  Topic: ({ topic, _links }) => (
    <To href={_links.self}>
      <code>{topic}</code>
    </To>
  ),
  'Last try': {
    of: ({ attempts }) => <Time at={attempts.at(-1)?.request.timestamp ?? ''} />,
    has: hasTries,
  },
  Status: 'state',
  Answer: {
    of: ({ attempts }) => attempts.slice(-1).map((last) => <Answer key={last.id} to={last} />),
    has: hasTries,
  },
  Tries: { isNumber: true, of: ({ attempts }) => attempts.length },
  Duration: {
    isNumber: true,
    of: ({ attempts }) => attempts.at(-1) && `${String(attempts.at(-1)?.durationMs)} ms`,
    has: hasTries,
  },
  'Next try': 'nextRetry',
});

interface DeliveriesProps {
  readonly of: LinkTo<Api.WebhookList>;
  readonly canResend: boolean;
}

/** Lists what was sent to a subscription. The filters are in the query of the page's address. */
export function Deliveries({ of, canResend }: DeliveriesProps): ReactElement {
  const { pathname, searchStr } = usePageLocation();
  const { data, error } = useResource(withQuery(of, searchStr), {
    everyMs: MOVING_MS,
    moves: (list) => itemsOf(list).some(isUndelivered),
  });
  return (
    <Region name="Deliveries" action={canResend && <ResendMatching of={of} query={searchStr} />}>
      <Filters path={pathname} search="Search deliveries" choices={[stateChoice]} />
      <Refusal error={error} />
      {data && (
        <>
          <Table
            name="Deliveries"
            columns={columns}
            items={itemsOf(data)}
            empty={searchStr === '' ? 'Nothing was delivered yet.' : 'No delivery matches.'}
          />
          <Paging list={data} />
        </>
      )}
    </Region>
  );
}
