import type { Link } from '@halyard/client';
import type { ReactElement } from 'react';
import { idOf, pageOf, shortId } from '../api/resource.js';
import { Go } from '../parts/go.js';
import { singular } from '../parts/page-rows.js';
import { wordsOf } from '../parts/text.js';
import { usePartyText } from './party-name.js';

const parties: ReadonlySet<string> = new Set(['accounts', 'customers', 'funding-sources']);

const nounOf = (link: Link): string => pageOf(link).split('/').at(-2) ?? '';

/** The name by which people know the resource behind a link: `Customer Ada Byron`, `Transfer …872e9b3a`. */
export function useResourceName(link: Link): string {
  const noun = nounOf(link);
  const party = usePartyText({ href: parties.has(noun) ? link.href : '' });
  return `${wordsOf(singular(noun))} ${party || shortId(link)}`;
}

/** A link to any resource, by its type and its name. */
export function ResourceLink({ to }: { readonly to: Link }): ReactElement {
  const name = useResourceName(to);
  return (
    <Go to={pageOf(to)} title={idOf(to)}>
      {name}
    </Go>
  );
}

/** A link to any resource, without its name: the log of requests names nobody whom a request was about. */
export const NamelessLink = ({ to }: { readonly to: Link }): ReactElement => (
  <Go to={pageOf(to)} title={idOf(to)}>
    {wordsOf(singular(nounOf(to)))} {shortId(to)}
  </Go>
);
