import { type Api, linkTo, type Template } from '@halyard/client';
import type { ReactElement } from 'react';
import { neighbours } from '../../api/neighbours.js';
import { itemsOf, locationOf, pageOf, templatesOf } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { TemplateForm } from '../../forms/form.js';
import { useGo } from '../../parts/go.js';
import { usePageLocation } from '../../parts/page-location.js';
import type { PageRow } from '../../parts/page-rows.js';
import { Loaded, Page } from '../../parts/page.js';
import { useSession } from '../../session/session.js';
import { ChargedTo, From, To } from './party-fields.js';
import { ReviewTransfer } from './review.js';

const HEADING = 'Create transfer';

const SOURCE = '_links.source.href';
const DESTINATION = '_links.destination.href';

const fields = {
  [SOURCE]: From,
  [DESTINATION]: To,
  'fees.0._links.charge-to.href': ChargedTo,
};

/**
 * Makes a transfer between two funding sources. People find them by name, or the address names them
 * (`?source=&destination=`).
 */
function NewTransfer(): ReactElement {
  const { searchStr } = usePageLocation();
  const go = useGo();
  const { account } = useSession();
  const list = useResource(linkTo('/transfers', { query: { limit: 1 } }));
  const own = useResource(
    linkTo('/accounts/{id}/funding-sources', { path: { id: account.id }, query: { removed: 'false' } }),
  );
  return (
    <Loaded reads={{ transfers: list, sources: own }}>
      {({ transfers, sources }) => {
        const { default: template } = templatesOf(transfers);
        return (
          <Page heading={HEADING}>
            {template ? (
              <TemplateForm
                resource={transfers}
                name="default"
                template={withEnds(template, new URLSearchParams(searchStr), balanceIn(sources))}
                submit={HEADING}
                fields={fields}
                Review={ReviewTransfer}
                seldom={['correlationId', 'clearing.source', 'clearing.destination']}
                staysInHistory
                onDone={(answer) => {
                  const made = locationOf(answer);
                  if (made) go(pageOf(made));
                }}
              />
            ) : (
              <p>Your role does not send money.</p>
            )}
          </Page>
        );
      }}
    </Loaded>
  );
}

const balanceIn = (sources: Api.FundingSourceList): string | null =>
  itemsOf(sources).find(({ type, _links }) => type === 'balance' && _links['transfer-send'])?.id ?? null;

/** Fills in the sources that the address names by their ids. Without a source, the account's own balance sends. */
function withEnds(
  { properties = [], ...template }: Template,
  asked: URLSearchParams,
  ownBalance: string | null,
): Template {
  const ids = new Map([
    [SOURCE, asked.get('source') ?? ownBalance],
    [DESTINATION, asked.get('destination')],
  ]);
  return {
    ...template,
    properties: properties.map((property) => {
      const id = ids.get(property.name);
      return id ? { ...property, value: `${neighbours.api}/funding-sources/${id}` } : property;
    }),
  };
}

export const newTransferPage: PageRow = {
  path: '/transfers/new',
  heading: HEADING,
  place: 'palette',
  Show: NewTransfer,
};
