import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useRef } from 'react';
import { columnsOf } from '../../columns/columns.js';
import { RowActions } from '../../generic/row-actions.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { type OfService, Unanswered, useServices } from './services.js';

export const readModelsPage: PageRow = {
  path: '/operations/read-models',
  heading: 'Read models',
  place: 'operations',
  purpose: 'How far lists are behind, and how to make them anew',
  help: 'how-to/rebuild-a-read-model/',
  Show: ReadModels,
};

const columns = columnsOf<OfService<Api.ReadModel>>({
  Name: 'name',
  Service: 'service',
  State: 'state',
  Lag: { isNumber: true, of: (model) => <Lag model={model} /> },
  'Stopped at': ({ stoppedAt: at }) =>
    at && (
      <>
        {at.type} {at.stream} {at.revision}: {at.cause}
      </>
    ),
  Actions: (model) => <RowActions item={model} subject={model.name} rels={['rebuild']} />,
});

/** Lists the models of each service, with how far each is behind, and how far a rebuild has come. */
function ReadModels(): ReactElement {
  const { items, ...others } = useServices((service) => linkTo(`/operations/${service}/read-models`));
  return (
    <Page heading="Read models">
      <Unanswered {...others} />
      <Table name="Read models" columns={columns} items={items} empty="No service has a read model." />
    </Page>
  );
}

/**
 * Shows how many positions, or events, the model has not taken yet. The bar shows how much of the largest lag since the
 * page was opened is caught up.
 */
function Lag({ model: { lag, name } }: { readonly model: Api.ReadModel }): ReactElement {
  const most = useRef(0);
  most.current = lag === 0 ? 0 : Math.max(most.current, lag);
  return (
    <>
      {lag} {lag > 0 && <progress aria-label={`${name} has caught up`} max={most.current} value={most.current - lag} />}
    </>
  );
}
