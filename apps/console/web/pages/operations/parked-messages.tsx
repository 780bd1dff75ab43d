import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { columnsOf, Value } from '../../columns/columns.js';
import { RowActions } from '../../generic/row-actions.js';
import { Go } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { NotFound, Page, Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { Words } from '../../parts/text.js';
import { outcomeOf, ParkedKey } from './parked-key.js';
import { isService, type OfService, type Service, Unanswered, useServices } from './services.js';
import { Done } from './who.js';

/** How many keys one read gives. The keys that were held longest come first. */
const MOST = 200;

export const parkedMessagesPage: PageRow = {
  path: '/operations/parked-messages',
  heading: 'Parked messages',
  place: 'operations',
  purpose: 'Events that a service can’t handle: try them again, or skip them',
  help: 'how-to/replay-parked-messages/',
  Show: ParkedMessages,
};

/** The keys that consumers can't go on with, or one of them (`?service=&key=`). */
function ParkedMessages(): ReactElement {
  const { searchStr } = usePageLocation();
  const query = new URLSearchParams(searchStr);
  const [service, key] = [query.get('service') ?? '', query.get('key') ?? ''];
  if (service !== '' && !isService(service)) return <NotFound />;
  if (isService(service) && key !== '') return <ParkedKey key={service + key} service={service} name={key} />;
  return <Parked only={isService(service) ? service : undefined} />;
}

const labels = { replay: 'Replay' };

const keys = columnsOf<OfService<Api.ParkedKey>>({
  Key: ({ service, id, key }) => (
    <Go to={`/operations/parked-messages?service=${service}&key=${id}`}>
      <Words of={key} />
    </Go>
  ),
  Service: 'service',
  State: 'state',
  Cause: 'cause',
  Actions: (held) => (
    <RowActions item={held} subject={held.key} rels={['replay', 'skip']} labels={labels} tell={outcomeOf} />
  ),
  Waiting: { isNumber: true, of: ({ waiting }) => waiting },
  Since: 'since',
  Event: 'message.type',
  Consumer: 'consumer',
});

const foreign = columnsOf<OfService<Api.ForeignMessage>>({
  Topic: 'topic',
  Service: 'service',
  Consumer: 'consumer',
  Reason: 'reason',
  Count: { isNumber: true, of: ({ count }) => count },
  Last: 'last',
  'Claims to be': ({ lastClaims }) => <Value attribute="type" value={lastClaims['type']} />,
});

const skipped = columnsOf<OfService<Api.SkippedMessage>>({
  Key: 'key',
  Service: ({ service, consumer }) => (
    <>
      {service}
      <div className="quiet">{consumer}</div>
    </>
  ),
  Cause: 'cause',
  Reason: 'reason',
  Skipped: ({ at, by, personId }) => <Done at={at} application={by} person={personId} />,
  Sequence: { isNumber: true, of: ({ sequence }) => sequence },
});

function Parked({ only }: { readonly only: Service | undefined }): ReactElement {
  const query = { limit: MOST };
  const parked = useServices((service) => linkTo(`/operations/${service}/parked-keys`, { query }), only);
  const strange = useServices((service) => linkTo(`/operations/${service}/foreign-messages`), only);
  const past = useServices((service) => linkTo(`/operations/${service}/skipped-messages`), only);
  const failed = new Set([...parked.failed, ...strange.failed, ...past.failed]);
  return (
    <Page heading="Parked messages">
      <Unanswered failed={[...failed]} isWaiting={parked.isWaiting} />
      <Table
        name="Parked messages"
        columns={keys}
        items={parked.items}
        empty="Nothing is parked. A key is listed here when a consumer can’t handle one of its events."
      />
      <Region name="Foreign messages">
        <p className="quiet">Messages that the service of their topic did not send. They hold nothing up.</p>
        <Table name="Foreign messages" columns={foreign} items={strange.items} empty="There are none." />
      </Region>
      <Region name="Skipped messages">
        <p className="quiet">
          Messages that operators decided not to handle, and why. They are not handled later either.
        </p>
        <Table name="Skipped messages" columns={skipped} items={past.items} empty="Nothing was skipped." />
      </Region>
    </Page>
  );
}
