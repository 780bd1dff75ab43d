import { type ReactElement, useRef } from 'react';
import type { Resource } from '../../api/client.js';
import { linkOf, text } from '../../api/resource.js';
import { RowActions } from '../../generic/row-actions.js';
import { Go } from '../../parts/go.js';
import { Page } from '../../parts/page.js';
import { type Column, Table } from '../../parts/table.js';
import { Status } from '../../parts/text.js';
import { forOperators } from './for-operators.js';
import { Down, useServices } from './services.js';

/** Lists the models of each service, with how far each is behind, and how far a rebuild has come. */
export const ReadModels = forOperators(() => {
  const { items, failed, isWaiting } = useServices('read-models');
  const columns: readonly Column[] = [
    { name: 'Name', of: (item) => text(item, 'name') },
    { name: 'Service', of: (item) => text(item, 'service') },
    { name: 'State', of: (item) => <Status of={text(item, 'state')} /> },
    { name: 'Lag', of: (item) => <Lag key={linkOf(item, 'self')} model={item} />, isNumber: true },
    { name: 'Stopped at', of: stoppedAt },
    {
      name: 'Actions',
      of: (item) => <RowActions item={item} subject={text(item, 'name')} rels={['rebuild']} />,
    },
  ];
  return (
    <Page heading="Read models" crumbs={<Go to="/operations">Operations</Go>}>
      <Down services={failed} />
      {isWaiting && (
        <p className="quiet" aria-busy="true">
          Loading…
        </p>
      )}
      <Table name="Read models" columns={columns} items={items} empty={<p>No service has a read model.</p>} />
    </Page>
  );
});

/**
 * Shows how many positions, or events, the model has not taken yet. The bar measures from the most since the page was
 * opened.
 */
function Lag({ model }: { readonly model: Resource }): ReactElement {
  const most = useRef(0);
  const lag = Number(text(model, 'lag') || '0');
  most.current = lag === 0 ? 0 : Math.max(most.current, lag);
  return (
    <>
      {lag}{' '}
      {lag > 0 && (
        <progress aria-label={`${text(model, 'name')} has caught up`} max={most.current} value={most.current - lag} />
      )}
    </>
  );
}

const stoppedAt = (model: Resource): ReactElement | string =>
  text(model, 'stoppedAt.type') === '' ? (
    ''
  ) : (
    <>
      {text(model, 'stoppedAt.type')} {text(model, 'stoppedAt.stream')} {text(model, 'stoppedAt.revision')}:{' '}
      {text(model, 'stoppedAt.cause')}
    </>
  );
