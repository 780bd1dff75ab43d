import { type Api, linkTo } from '@halyard/client';
import { type ReactElement, useRef } from 'react';
import { itemsOf } from '../../api/resource.js';
import { columnsOf } from '../../columns/columns.js';
import { RowActions } from '../../generic/row-actions.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Page } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { RebuildState, WhatDiffers } from './rebuild.js';
import { EVERY_MS, type List, type OfService, Unanswered, useServices } from './services.js';
import { UntakenEvent } from './untaken-event.js';

export const readModelsPage: PageRow = {
  path: '/operations/read-models',
  heading: 'Read models',
  place: 'operations',
  purpose: 'How far lists are behind, and how to make them anew',
  help: 'how-to/rebuild-a-read-model/',
  Show: ReadModels,
};

type Model = OfService<Api.ReadModel>;

const notes = {
  rebuild: ({ rebuild }: Model) => (
    <p>
      {rebuild
        ? 'There is a rebuild already. This changes its pace.'
        : 'It is rebuilt beside the model that serves, and takes its place when the two are equal.'}{' '}
      Without a number, it takes as many events as it can.
    </p>
  ),
  stop: () => <p>The rebuild ends, and its rows are dropped. The model that serves goes on.</p>,
  swap: () => <p>The rebuilt rows take the place of the rows that serve, although they differ.</p>,
};

const done: Readonly<Record<string, string>> = {
  rebuild: 'The model is being rebuilt',
  stop: 'The rebuild has ended',
  swap: 'The rebuild takes the place of the model that served',
};

const columns = columnsOf<Model>({
  Name: 'name',
  Service: 'service',
  State: 'state',
  Lag: { isNumber: true, of: (model) => <Lag model={model} /> },
  'Stopped at': {
    of: ({ stoppedAt }) => stoppedAt && <UntakenEvent of={stoppedAt} />,
    has: ({ stoppedAt }) => stoppedAt !== undefined,
  },
  Rebuild: { of: (model) => <RebuildState of={model} />, has: ({ rebuild }) => rebuild !== undefined },
  Actions: (model) => (
    <RowActions
      item={model}
      subject={model.name}
      rels={['rebuild', 'stop', 'swap']}
      notes={notes}
      tell={(name) => done[name] ?? name}
    />
  ),
});

/** A rebuild is read more often. */
const pace = {
  everyMs: 1_000,
  moves: (models: List<Api.ReadModel>) => itemsOf(models).some(({ rebuild }) => rebuild !== undefined),
  restMs: EVERY_MS,
};

/** Lists the models of each service, with how far each is behind, and how far its rebuild has come. */
function ReadModels(): ReactElement {
  const { items, ...others } = useServices((service) => linkTo(`/operations/${service}/read-models`), undefined, pace);
  return (
    <Page heading="Read models">
      <Unanswered {...others} />
      <Table name="Read models" columns={columns} items={items} empty="No service has a read model." />
      {items.map((model) => (
        <WhatDiffers key={model.id} of={model} />
      ))}
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
