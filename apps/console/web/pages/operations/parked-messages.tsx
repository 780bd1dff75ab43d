import type { ReactElement } from 'react';
import type { Resource } from '../../api/client.js';
import { idOf, linkOf, text } from '../../api/resource.js';
import { RowActions } from '../../generic/row-actions.js';
import { Go } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import { NotFound, Page, Region } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Status, Time, Words } from '../../parts/text.js';
import { forOperators } from './for-operators.js';
import { outcomeOf, ParkedKey } from './parked-key.js';
import { Down, isService, type Service, useServices } from './services.js';
import { Done, whoDid } from './who.js';

/** The number of keys that one read gives, longest held first. */
const MOST = 200;

/** The keys that consumers can't go on with, or one of them (`?service=&key=`). */
export const ParkedMessages = forOperators(() => {
  const { searchStr } = usePageLocation();
  const query = new URLSearchParams(searchStr);
  const [service, key] = [query.get('service') ?? '', query.get('key') ?? ''];
  if (service !== '' && !isService(service)) return <NotFound />;
  if (isService(service) && key !== '') return <ParkedKey key={service + key} service={service} name={key} />;
  return <Parked only={isService(service) ? service : undefined} />;
});

const labels = { replay: 'Replay' };

const pageOfKey = (item: Resource): string =>
  `/operations/parked-messages?service=${text(item, 'service')}&key=${idOf(linkOf(item, 'self') ?? '')}`;

const keys: readonly Column[] = [
  {
    name: 'Key',
    of: (item) => (
      <Go to={pageOfKey(item)}>
        <Words of={text(item, 'key')} />
      </Go>
    ),
  },
  { name: 'Service', of: (item) => text(item, 'service') },
  { name: 'State', of: (item) => <Status of={text(item, 'state')} /> },
  { name: 'Cause', of: (item) => text(item, 'cause') },
  {
    name: 'Actions',
    of: (item) => (
      <RowActions item={item} subject={text(item, 'key')} rels={['replay', 'skip']} labels={labels} tell={outcomeOf} />
    ),
  },
  { name: 'Waiting', of: (item) => text(item, 'waiting'), isNumber: true },
  { name: 'Since', of: (item) => <Time at={text(item, 'since')} /> },
  { name: 'Event', of: (item) => text(item, 'message.type') },
  { name: 'Consumer', of: (item) => text(item, 'consumer') },
];

const foreign: readonly Column[] = [
  { name: 'Topic', of: (item) => text(item, 'topic') },
  { name: 'Service', of: (item) => text(item, 'service') },
  { name: 'Consumer', of: (item) => text(item, 'consumer') },
  { name: 'Reason', of: (item) => text(item, 'reason') },
  { name: 'Count', of: (item) => text(item, 'count'), isNumber: true },
  { name: 'Last', of: (item) => <Time at={text(item, 'last')} /> },
  { name: 'Claims to be', of: (item) => text(item, 'lastClaims.type') },
];

const skipped: readonly Column[] = [
  { name: 'Key', of: (item) => text(item, 'key') },
  {
    name: 'Service',
    of: (item) => (
      <>
        {text(item, 'service')}
        <div className="quiet">{text(item, 'consumer')}</div>
      </>
    ),
  },
  { name: 'Cause', of: (item) => text(item, 'cause') },
  { name: 'Reason', of: (item) => text(item, 'reason') },
  { name: 'Skipped', of: (item) => <Done at={text(item, 'at')} by={whoDid(item, 'by')} /> },
  { name: 'Sequence', of: (item) => text(item, 'sequence'), isNumber: true },
];

function Parked({ only }: { readonly only: Service | undefined }): ReactElement {
  const parked = useServices(`parked-keys?limit=${String(MOST)}`, only);
  const strange = useServices('foreign-messages', only);
  const past = useServices('skipped-messages', only);
  const failed = new Set([...parked.failed, ...strange.failed, ...past.failed]);
  return (
    <Page heading="Parked messages" crumbs={<Go to="/operations">Operations</Go>}>
      <Down services={[...failed]} />
      {parked.isWaiting && (
        <p className="quiet" aria-busy="true">
          Loading…
        </p>
      )}
      <Table
        name="Parked messages"
        columns={keys}
        items={parked.items}
        empty={<p>Nothing is parked. A key is listed here when a consumer can’t handle one of its events.</p>}
      />
      <Region name="Foreign messages">
        <p className="quiet">Messages that the service of their topic did not send. They hold nothing up.</p>
        <Table name="Foreign messages" columns={foreign} items={strange.items} empty={<p>There are none.</p>} />
      </Region>
      <Region name="Skipped messages">
        <p className="quiet">
          Messages that operators decided not to handle, and why. They are not handled later either.
        </p>
        <Table name="Skipped messages" columns={skipped} items={past.items} empty={<p>Nothing was skipped.</p>} />
      </Region>
    </Page>
  );
}
