import type { Api, Link } from '@halyard/client';
import { customers, fundingSources } from './gathered.js';
import { idOf, nameOf, pageOf, shortId } from './resource.js';

/** The party at a link, named so that people can tell it from the parties of other owners. */
export interface Party {
  readonly owner: string;
  /** The name of its bank or balance; empty if the link leads to neither. */
  readonly source: string;
}

export interface PartyLinks {
  /** The link to its bank or balance, or to the party itself if neither is named. */
  readonly href: string;
  /** The link to the owner of the bank or balance, if it is known. */
  readonly owner?: string | undefined;
}

/** `Ada Byron · Checking ••6789` */
export const partyText = ({ owner, source }: Party): string => (source === '' ? owner : `${owner} · ${source}`);

export const sourceText = ({ name, lastFour }: Pick<Api.FundingSource, 'name' | 'lastFour'>): string =>
  lastFour === undefined ? name : `${name} ••${lastFour}`;

const isSource = (href: string): boolean => pageOf(href).startsWith('/funding-sources/');

/** The links of a transfer to its ends. */
export interface TransferEnds {
  readonly _links: {
    readonly [End in 'source' | 'destination' | 'source-funding-source' | 'destination-funding-source']?:
      Link | undefined;
  };
}

/** The party at one end of a transfer. The transfer names a bank or balance, its owner, or both. */
export function endOf({ _links }: TransferEnds, end: 'source' | 'destination'): PartyLinks | undefined {
  const [named, source] = [_links[end]?.href, _links[`${end}-funding-source`]?.href];
  if (named === undefined || source === undefined) return named === undefined ? undefined : { href: named };
  return { href: source, ...(!isSource(named) && { owner: named }) };
}

/** All places that show a party share one read. A write makes them read it again. */
export const partyQuery = (party: PartyLinks, accountName: string): PartyQuery => ({
  queryKey: ['api', 'party', party.href],
  queryFn: () => readParty(party, accountName),
  staleTime: 60_000,
});

interface PartyQuery {
  readonly queryKey: readonly string[];
  readonly queryFn: () => Promise<Party>;
  readonly staleTime: number;
}

/**
 * @param accountName the account's name, which its own sources do not tell
 * @throws ApiError, ConnectionError
 */
export async function readParty({ href, owner }: PartyLinks, accountName: string): Promise<Party> {
  const ownerName = async (of: string | undefined): Promise<string> => {
    if (of === undefined || pageOf(of).startsWith('/accounts/')) return accountName;
    const customer = await customers.find(idOf(of));
    return customer ? nameOf(customer) : shortId(of);
  };
  if (!isSource(href)) return { owner: await ownerName(href), source: '' };
  const found = fundingSources.find(idOf(href));
  const [name, source] = await Promise.all([
    owner === undefined ? found.then((of) => of && ownerName(of._links.customer?.href)) : ownerName(owner),
    found.then((of) => (of ? sourceText(of) : shortId(href))),
  ]);
  return name === undefined ? { owner: shortId(href), source: '' } : { owner: name, source };
}
