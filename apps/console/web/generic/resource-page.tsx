import type { ReactElement, ReactNode } from 'react';
import type { Resource } from '../api/client.js';
import { docsOf } from '../api/neighbours.js';
import { idOf, itemsOf, linkOf, money, nameOf, pageOf, templatesOf } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { choiceLabels, fieldLabels } from '../forms/field-labels.js';
import { Go } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { Page, Region, Tools } from '../parts/page.js';
import { Paging } from '../parts/paging.js';
import { Table } from '../parts/table.js';
import { Amount, Time, wordsOf } from '../parts/text.js';
import { Actions } from './actions.js';
import { columnsOf, MOMENT, Value } from './columns.js';
import { Crumbs } from './crumbs.js';
import { Industry } from './industry.js';
import { LinkByLogIn } from './link-by-log-in.js';
import { createLabelOf, headingAt, innerLists } from './list-table.js';
import { Standing } from './standing.js';
import { writes } from './writes.js';

interface ResourceProps {
  readonly path: string;
  readonly heading?: string | undefined;
  readonly resource: Resource;
}

/** Shows a resource's attributes, the actions on it, and what belongs to it. */
export function ResourcePage({ path, heading, resource }: ResourceProps): ReactElement {
  const id = path.split('/').at(-1) ?? '';
  const name = heading ?? (nameOf(resource) || headingAt(path));
  return (
    <Page heading={name} crumbs={<Crumbs of={path} />} actions={<Tools id={id} path={path} resource={resource} />}>
      <div className="actions">
        <Actions resource={resource} subject={name} />
      </div>
      {isCustomer(path) && <Standing of={resource} />}
      <Facts of={resource} />
      <Links of={resource} />
      {Object.keys(innerLists).map((rel) => {
        const href = linkOf(resource, rel);
        return href === undefined ? null : <InnerList key={rel} path={pageOf(href)} rel={rel} />;
      })}
      <Besides path={path} id={id} hasOwners={linkOf(resource, 'beneficial-owners') !== undefined} />
    </Page>
  );
}

const isCustomer = (path: string): boolean => /^\/customers\/[\w-]+$/.test(path);

interface BesidesProps {
  readonly path: string;
  readonly id: string;
  /** Whether it is a company, whose owners have to be certified. */
  readonly hasOwners: boolean;
}

/** Shows what belongs to a resource at addresses that the resource's links don't have. */
function Besides({ path, id, hasOwners }: BesidesProps): ReactElement | null {
  if (isCustomer(path))
    return (
      <>
        {hasOwners && <Beside name="Certification" path={`${path}/beneficial-ownership`} />}
        <InnerList path={`${path}/documents`} rel="documents" />
        <Beside name="Limits" path={`${path}/limits`} />
        <InnerList path={`/events?resourceId=${id}`} rel="events" />
      </>
    );
  if (/^\/operations\/accounts\/[\w-]+$/.test(path))
    return (
      <>
        <Beside name="Settings" path={`${path}/settings`} />
        <Beside name="Money conservation" path={`${path}/conservation`} />
      </>
    );
  return null;
}

/** Shows a resource that belongs to the page's resource. */
export function Beside({ name, path }: { readonly name: string; readonly path: string }): ReactElement {
  const { data, error } = useResource(path);
  return (
    <Region name={name}>
      <Refusal error={error} />
      {data && <Facts of={data} />}
    </Region>
  );
}

const hidden: ReadonlySet<string> = new Set(['_links', '_templates', '_embedded']);

/** Lists the attributes as the API has them. */
export function Facts({ of }: { readonly of: Resource }): ReactElement {
  const attributes = attributesIn(of);
  return (
    <dl className="facts">
      {attributes.map(([name, value]) => (
        <div key={name}>
          <dt>{fieldLabels[name] ?? wordsOf(name)}</dt>
          <dd>
            <Fact name={name.split('.').at(-1) ?? name} value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Attributes of an inner object stand beside the others, as `weekly.left`. An amount counts as one attribute. */
const attributesIn = (of: object, within = ''): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(of)
    .filter(([name]) => !hidden.has(name))
    .flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !money({ value }, 'value')
        ? attributesIn(value, `${within}${name}.`)
        : [[within + name, value] as const],
    );

function Fact({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  if (typeof value === 'object' && value !== null) {
    const amount = money({ value }, 'value');
    if (amount) return <Amount of={amount} />;
    const texts = textsIn(value);
    if (texts) return <Texts of={texts} />;
    return <pre className="json">{JSON.stringify(value, undefined, 2)}</pre>;
  }
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const told = String(value);
  if (name === 'businessClassification') return <Industry id={told} />;
  return MOMENT.test(told) ? <Time at={told} /> : <Value attribute={name} value={told} />;
}

const textsIn = (value: object): readonly string[] | undefined =>
  Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : undefined;

function Texts({ of }: { readonly of: readonly string[] }): ReactElement {
  if (of.length === 0) return <>–</>;
  return (
    <ul className="texts">
      {of.map((each) => (
        <li key={each}>{choiceLabels[each] ?? each}</li>
      ))}
    </ul>
  );
}

/** Links to resources that can be read. An action has a button instead, for people who may take it. */
export function Links({ of }: { readonly of: Resource }): ReactElement | null {
  const self = linkOf(of, 'self');
  const listed = new Set(Object.keys(innerLists).map((rel) => linkOf(of, rel)));
  const links = Object.keys(of._links).filter(
    (rel) => linkOf(of, rel) !== self && !writes.has(rel) && !listed.has(linkOf(of, rel)),
  );
  if (links.length === 0) return null;
  return (
    <ul className="links" aria-label="Belongs to it">
      {links.map((rel) => {
        const href = linkOf(of, rel);
        return href === undefined ? null : (
          <li key={rel}>
            <Go to={pageOf(href)}>{wordsOf(rel)}</Go>
          </li>
        );
      })}
    </ul>
  );
}

const MicroDepositsNote = (): ReactElement => (
  <p className="quiet">
    A bank that is entered here is verified by micro-deposits. <a href={docsOf('how-to/link-a-bank/')}>A log-in</a>{' '}
    verifies it at once.
  </p>
);

interface InnerListProps {
  readonly path: string;
  readonly rel: string;
  /** Actions that the page around the list offers itself. */
  readonly without?: readonly string[];
}

export function InnerList({ path, rel, without = [] }: InnerListProps): ReactElement | null {
  const { data, error } = useResource(path);
  const page = innerLists[rel];
  if (!page) return null;
  return (
    <Region name={page.heading}>
      <Refusal error={error} />
      {data && (
        <>
          <Table name={page.heading} columns={columnsOf(page)} items={itemsOf(data)} empty={<p>{page.empty}</p>} />
          <Paging list={data} />
          {data['_templates'] !== undefined && (
            <div className="actions">
              <Actions
                resource={data}
                subject={idOf(path)}
                without={without}
                labels={{ default: createLabelOf(page) }}
                notes={rel === 'funding-sources' ? { default: <MicroDepositsNote /> } : {}}
              />
              {rel === 'funding-sources' && 'default' in templatesOf(data) && (
                <LinkByLogIn customer={path.replace(/\/funding-sources$/, '')} />
              )}
            </div>
          )}
        </>
      )}
    </Region>
  );
}
