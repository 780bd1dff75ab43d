import { nameOf } from '../generic/columns.js';
import { read } from './client.js';
import { linkOf, pageOf, text } from './resource.js';

/** An end of a transfer, as people tell those of all owners apart. */
export interface Party {
  readonly owner: string;
  /** Of its bank or balance; empty where none is named. */
  readonly source: string;
}

/** `Ada Byron · Checking ••6789` */
export const partyText = ({ owner, source }: Party): string => (source === '' ? owner : `${owner} · ${source}`);

export function sourceText(source: unknown): string {
  const lastFour = text(source, 'lastFour');
  return lastFour === '' ? nameOf(source) : `${nameOf(source)} ••${lastFour}`;
}

/**
 * Who is at a link, of a bank, a balance, a customer or the account.
 *
 * @param accountName of the account, whose sources do not say it
 * @throws ApiError, ConnectionError
 */
export async function readParty(href: string, accountName: string, signal: AbortSignal): Promise<Party> {
  const path = pageOf(href);
  const found = await read(path, signal);
  if (!path.startsWith('/funding-sources/')) return { owner: nameOf(found), source: '' };
  const customer = linkOf(found, 'customer');
  const owner = customer === undefined ? accountName : nameOf(await read(pageOf(customer), signal));
  return { owner, source: sourceText(found) };
}
