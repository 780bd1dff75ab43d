import { read, type Resource } from '../../api/client.js';
import { gathered } from '../../api/gathered.js';
import { partyText, readParty, sourceText } from '../../api/parties.js';
import { itemsOf, linkOf, nameOf, pageOf, text } from '../../api/resource.js';
import { search } from '../../api/search.js';
import type { Choice } from '../../forms/choice-group.js';

/** Only the newest matches are offered. */
const FOUND_MAX = 8;
const SEARCHED_MIN = 2;
/** This many pages of namesakes are searched for one that has a source. */
const PAGES_MAX = 25;

/** The link that a source has if it can be at that end of a transfer. */
export type End = 'transfer-send' | 'transfer-receive';

interface Question {
  readonly typed: string;
  readonly end: End;
  readonly account: { readonly id: string; readonly name: string };
  readonly signal: AbortSignal;
}

/** Finds customers by a part of their name or e-mail address. If nothing is typed, it finds the newest ones. */
export async function findCustomers(typed: string, signal: AbortSignal): Promise<readonly Choice[]> {
  return (await customersBy(typed, signal)).flatMap((customer) => {
    const value = linkOf(customer, 'self');
    return value === undefined ? [] : [{ value, prompt: `${nameOf(customer)} · ${text(customer, 'email')}` }];
  });
}

/** Finds banks and balances by their owner's name, by their own name, or by the last four digits of a bank. */
export async function findSources(question: Question): Promise<readonly Choice[]> {
  const { typed, end, account, signal } = question;
  const ofAccount = async (): Promise<readonly Choice[]> => {
    const own = await sourcesOf(`/accounts/${account.id}`, account.name, end, signal);
    return own.filter(({ prompt }) => prompt.toLowerCase().includes(typed.toLowerCase()));
  };
  const found = (await Promise.all([ofAccount(), ofCustomers(question), banksBy(question)])).flat();
  return [...new Map(found.map((choice) => [choice.value, choice])).values()];
}

/**
 * Finds sources by the names of their customers, newest customer first. It passes over customers without such a source,
 * so that a party is found although it has newer namesakes.
 */
async function ofCustomers({ typed, end, signal }: Question): Promise<readonly Choice[]> {
  const found: Choice[] = [];
  let page: string | undefined = customersPath(typed);
  for (let pages = 0; page !== undefined && pages < PAGES_MAX && found.length < FOUND_MAX; pages += 1) {
    const customers: Resource = await read(page, signal);
    const lists = itemsOf(customers).map(async (customer) => {
      const self = linkOf(customer, 'self');
      return self === undefined ? [] : sourcesOf(pageOf(self), nameOf(customer), end, signal);
    });
    found.push(...(await Promise.all(lists)).flat());
    const next = linkOf(customers, 'next');
    page = typed === '' || next === undefined ? undefined : pageOf(next);
  }
  return found;
}

const customersPath = (typed: string): string =>
  `/customers?limit=${String(FOUND_MAX)}${typed === '' ? '' : `&search=${encodeURIComponent(typed)}`}`;

async function customersBy(typed: string, signal: AbortSignal): Promise<readonly Resource[]> {
  return itemsOf(await read(customersPath(typed), signal));
}

async function sourcesOf(owner: string, name: string, end: End, signal: AbortSignal): Promise<readonly Choice[]> {
  const list = await read(`${owner}/funding-sources?removed=false`, signal);
  return itemsOf(list).flatMap((source) => {
    const value = linkOf(source, 'self');
    const isOffered = linkOf(source, end) !== undefined;
    return value === undefined || !isOffered
      ? []
      : [{ value, prompt: partyText({ owner: name, source: sourceText(source) }) }];
  });
}

async function banksBy({ typed, end, account, signal }: Question): Promise<readonly Choice[]> {
  if (typed.length < SEARCHED_MIN) return [];
  const results = await search(typed, ({ missing }) => !missing.includes('funding-sources'), signal);
  const banks = results.filter((result) => text(result, 'kind') === 'funding-source').slice(0, FOUND_MAX);
  const choices = banks.map(async (bank): Promise<readonly Choice[]> => {
    const source = await gathered(linkOf(bank, 'self') ?? '');
    const value = linkOf(source, 'self');
    if (value === undefined || linkOf(source, end) === undefined) return [];
    return [{ value, prompt: partyText(await readParty({ href: value }, account.name)) }];
  });
  return (await Promise.all(choices)).flat();
}
