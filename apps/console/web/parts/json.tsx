import type { ReactElement } from 'react';
import { neighbours } from '../api/neighbours.js';
import { pageOf } from '../api/resource.js';
import { Go } from './go.js';

/** A JSON document with colours. Each address of the API leads to the page of what is there. */
export const Json = ({ of }: { readonly of: unknown }): ReactElement => (
  <pre className="json" tabIndex={0}>
    <Value of={of} indent="" />
  </pre>
);

interface ValueProps {
  readonly of: unknown;
  readonly indent: string;
}

function Value({ of, indent }: ValueProps): ReactElement {
  if (Array.isArray(of)) {
    const items: readonly unknown[] = of;
    return <Members open="[" close="]" indent={indent} of={items.map((item) => ['', item])} />;
  }
  if (typeof of === 'object' && of !== null)
    return <Members open="{" close="}" indent={indent} of={Object.entries(of)} />;
  if (typeof of !== 'string') return <span className="value">{JSON.stringify(of)}</span>;
  const text = JSON.stringify(of);
  return <span className="text">{isOurs(of) ? <Go to={pageOf(of)}>{text}</Go> : text}</span>;
}

interface MembersProps {
  readonly open: string;
  readonly close: string;
  readonly indent: string;
  /** Items of a list have no name. */
  readonly of: readonly (readonly [name: string, value: unknown])[];
}

function Members({ open, close, indent, of }: MembersProps): ReactElement {
  if (of.length === 0) return <span>{open + close}</span>;
  const inner = `${indent}  `;
  return (
    <span>
      {open}
      {of.map(([name, value], place) => (
        <span key={place}>
          {`\n${inner}`}
          {name !== '' && <span className="key">{JSON.stringify(name)}: </span>}
          <Value of={value} indent={inner} />
          {place < of.length - 1 && ','}
        </span>
      ))}
      {`\n${indent}${close}`}
    </span>
  );
}

/** Whether a text is the address of something that has a page. */
const isOurs = (text: string): boolean => text.startsWith(`${neighbours.api}/`) && !text.includes('{');
