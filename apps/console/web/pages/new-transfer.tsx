import { useLocation } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { Property, Template } from '@halyard/client';
import { idOf, itemsOf, linkOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { TemplateForm } from '../forms/form.js';
import { nameOf } from '../generic/columns.js';
import { useGo } from '../parts/go.js';
import { Failed, Page, Waiting } from '../parts/page.js';
import { useSession } from '../shell/session.js';
import { hasLocation } from './new-customer.js';

const HEADING = 'Create transfer';
const SOURCE = '_links.source.href';
const DESTINATION = '_links.destination.href';

const labels: Readonly<Record<string, string>> = {
  [SOURCE]: 'From',
  [DESTINATION]: 'To',
  'amount.value': 'Amount',
  'fees.0._links.charge-to.href': 'Fee charged to',
  'fees.0.amount.value': 'Fee',
  'fees.0.amount.currency': 'Fee currency',
  'clearing.source': 'Clearing at the source',
  'clearing.destination': 'Clearing at the destination',
};

/** A transfer between two funding sources, found by their names. */
export function NewTransfer(): ReactElement {
  const { account } = useSession();
  const { searchStr } = useLocation();
  const go = useGo();
  const transfers = useResource('/transfers?limit=1');
  const owner = useResource(`/accounts/${account.id}`);
  const sources = useResource('/funding-sources?limit=200');
  const error = transfers.error ?? owner.error ?? sources.error;
  if (error) return <Failed error={error} heading={HEADING} />;
  if (!transfers.data || !owner.data || !sources.data) return <Waiting heading={HEADING} />;
  const ofList = templatesOf(transfers.data)['default'];
  const [resource, name] = ofList ? [transfers.data, 'default'] : [owner.data, 'send'];
  const template = templatesOf(resource)[name];
  const choices = itemsOf(sources.data)
    .filter(({ removed }) => removed !== true)
    .flatMap((source) => {
      const href = linkOf(source, 'self');
      return href === undefined ? [] : [{ value: href, prompt: nameOf(source) }];
    });
  return (
    <Page heading={HEADING}>
      {template ? (
        <TemplateForm
          resource={resource}
          name={name}
          template={withParties(template, choices, new URLSearchParams(searchStr))}
          submit={HEADING}
          labels={labels}
          onDone={(answer) => {
            if (hasLocation(answer)) go(pageOf(answer.location));
          }}
        />
      ) : (
        <p>Your role does not send money.</p>
      )}
    </Page>
  );
}

/** The ends are chosen by their names, or by the address of the page (`?source=&destination=`); the form takes addresses. */
function withParties(
  template: Template,
  choices: readonly { readonly value: string; readonly prompt: string }[],
  query: URLSearchParams,
): Template {
  const ids: Readonly<Record<string, string | null>> = {
    [SOURCE]: query.get('source'),
    [DESTINATION]: query.get('destination'),
  };
  const chosen = (property: Property): Property => {
    if (!(property.name in ids) || property.value !== undefined) return property;
    const value = choices.find((choice) => idOf(choice.value) === ids[property.name])?.value;
    return { ...property, options: { inline: choices }, ...(value !== undefined && { value }) };
  };
  return { ...template, properties: (template.properties ?? []).map(chosen) };
}
