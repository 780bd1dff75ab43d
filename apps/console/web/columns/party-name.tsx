import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { partyQuery, type PartyLinks, partyText } from '../api/parties.js';
import { idOf, pageOf, shortId } from '../api/resource.js';
import { Go } from '../parts/go.js';
import { useSession } from '../session/session.js';

/** The party's name as people call it; the end of its id while the name is unknown. */
export function usePartyText(party: PartyLinks): string {
  const { account } = useSession();
  const { data } = useQuery({ ...partyQuery(party, account.name), enabled: party.href !== '' });
  if (party.href === '') return '';
  return data ? partyText(data) : shortId(party.href);
}

/** A link to a party, by its name. */
export function PartyLink({ of, to = of.href }: { readonly of: PartyLinks; readonly to?: string }): ReactElement {
  const name = usePartyText(of);
  return (
    <Go to={pageOf(to)} className="party" title={idOf(to)}>
      {name}
    </Go>
  );
}
