import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { type Party, partyQuery, type PartyLinks, partyText } from '../api/parties.js';
import { idOf, pageOf, shortId } from '../api/resource.js';
import { Go } from '../parts/go.js';
import { useSession } from '../session/session.js';

/** The party at a link; undefined while it is unknown, and without a link. */
function useParty(party: PartyLinks): Party | undefined {
  const { account } = useSession();
  return useQuery({ ...partyQuery(party, account.name), enabled: party.href !== '' }).data;
}

/** The party's name as people call it; the end of its id while the name is unknown. */
export function usePartyText(party: PartyLinks): string {
  const known = useParty(party);
  if (party.href === '') return '';
  return known ? partyText(known) : shortId(party.href);
}

/** The name of the party's owner; the end of its id while the name is unknown. */
export function useOwnerName(party: PartyLinks = { href: '' }): string {
  return useParty(party)?.owner ?? shortId(party.href);
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
