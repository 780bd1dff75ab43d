import type { Hal, LinkTo } from '@halyard/client';
import type { ReactElement, ReactNode } from 'react';
import { linksOf, pageOf } from '../api/resource.js';
import { MOMENT, Value } from '../columns/columns.js';
import { choiceLabels, fieldLabels } from '../forms/field-labels.js';
import { FactList } from '../parts/facts.js';
import { Go } from '../parts/go.js';
import { Section } from '../parts/section.js';
import { Amount, isMoney, Time, wordsOf } from '../parts/text.js';
import { Industry } from './industry.js';
import { innerLists } from './inner-lists.js';
import { writes } from './writes.js';

const hidden: ReadonlySet<string> = new Set(['_links', '_templates', '_embedded']);

/** Lists the attributes as the API has them. */
export const Facts = ({ of }: { readonly of: object }): ReactElement => (
  <FactList
    facts={attributesIn(of).map(
      ([name, value]) =>
        [
          fieldLabels[name] ?? wordsOf(name),
          <Fact key={name} name={name.split('.').at(-1) ?? name} value={value} />,
        ] as const,
    )}
  />
);

interface FactsSectionProps {
  readonly name: string;
  readonly of: LinkTo<object>;
}

/** A part of a page with the attributes of what a link leads to. */
export const FactsSection = ({ name, of }: FactsSectionProps): ReactElement => (
  <Section name={name} of={of}>
    {(resource) => <Facts of={resource} />}
  </Section>
);

/** Attributes of an inner object stand beside the others, as `weekly.left`. An amount counts as one attribute. */
const attributesIn = (of: object, within = ''): readonly (readonly [name: string, value: unknown])[] =>
  Object.entries(of)
    .filter(([name]) => !hidden.has(name))
    .flatMap(([name, value]: [string, unknown]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !isMoney(value)
        ? attributesIn(value, `${within}${name}.`)
        : [[within + name, value] as const],
    );

function Fact({ name, value }: { readonly name: string; readonly value: unknown }): ReactNode {
  if (isMoney(value)) return <Amount of={value} />;
  if (isTexts(value)) return <Texts of={value} />;
  if (typeof value === 'object' && value !== null)
    return <pre className="json">{JSON.stringify(value, undefined, 2)}</pre>;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value);
  if (name === 'businessClassification') return <Industry id={text} />;
  return MOMENT.test(text) ? <Time at={text} /> : <Value attribute={name} value={text} />;
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');

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
export function Links({ of }: { readonly of: Hal }): ReactElement | null {
  const links = linksOf(of);
  const shown = new Set([links['self'], ...Object.keys(innerLists).map((rel) => links[rel])].map((link) => link?.href));
  const others = Object.entries(links).filter(([rel, link]) => link && !writes.has(rel) && !shown.has(link.href));
  if (others.length === 0) return null;
  return (
    <ul className="links" aria-label="Belongs to it">
      {others.map(([rel, link]) => (
        <li key={rel}>{link && <Go to={pageOf(link)}>{wordsOf(rel)}</Go>}</li>
      ))}
    </ul>
  );
}
