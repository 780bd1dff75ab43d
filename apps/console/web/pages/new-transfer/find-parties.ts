import { type Api, type LinkTo, linkTo } from '@halyard/client';
import { read } from '../../api/client.js';
import { fundingSources } from '../../api/gathered.js';
import { partyText, readParty, sourceText } from '../../api/parties.js';
import { idOf, itemsOf, nameOf } from '../../api/resource.js';
import { search } from '../../api/search.js';
import type { Choice } from '../../forms/choice-group.js';

/** Only the newest matches are offered. */
const FOUND_MAX = 8;
const SEARCHED_MIN = 2;
/** This many pages of namesakes are searched for one that has a source. */
const PAGES_MAX = 25;

/** The link that a source has if it can be at that end of a transfer. */
export type TransferEnd = 'transfer-send' | 'transfer-receive';

interface Question {
  readonly typed: string;
  readonly end: TransferEnd;
  readonly account: { readonly id: string; readonly name: string };
  readonly signal: AbortSignal;
}

/** Finds customers by a part of their name or e-mail address. If nothing is typed, it finds the newest ones. */
export async function findCustomers(typed: string, signal: AbortSignal): Promise<readonly Choice[]> {
  return itemsOf(await read(customersBy(typed), signal)).map((customer) => ({
    value: customer._links.self.href,
    prompt: `${nameOf(customer)} · ${customer.email}`,
  }));
}

/**
 * Finds banks and balances by their owner's name, by their own name, or by the last four digits of a bank. What one of
 * these ways finds is shown, even if another one fails.
 *
 * @throws Error if one fails, and nothing was found
 */
export async function findSources(question: Question): Promise<readonly Choice[]> {
  const { typed, end, account, signal } = question;
  const ofAccount = async (): Promise<readonly Choice[]> => {
    const { id, name } = account;
    const list = linkTo('/accounts/{id}/funding-sources', { path: { id }, query: { removed: 'false' } });
    const own = choicesOf(await read(list, signal), name, end);
    return own.filter(({ prompt }) => prompt.toLowerCase().includes(typed.toLowerCase()));
  };
  const ways = await Promise.allSettled([ofAccount(), ofCustomers(question), banksBy(question)]);
  const found = ways.flatMap((way) => (way.status === 'fulfilled' ? way.value : []));
  const failed = ways.find((way) => way.status === 'rejected');
  if (found.length === 0 && failed) throw failed.reason;
  return [...new Map(found.map((choice) => [choice.value, choice])).values()];
}

/**
 * Finds sources by the names of their customers, newest customer first. It skips customers without a suitable source,
 * so that a party is found even if newer customers have the same name.
 */
async function ofCustomers({ typed, end, signal }: Question): Promise<readonly Choice[]> {
  const found: Choice[] = [];
  let page: LinkTo<Api.CustomerList> | undefined = customersBy(typed);
  for (let pages = 0; page && pages < PAGES_MAX && found.length < FOUND_MAX; pages += 1) {
    const customers: Api.CustomerList = await read(page, signal);
    const lists = itemsOf(customers).map(async (customer) => {
      const path = { id: customer.id };
      const list = linkTo('/customers/{id}/funding-sources', { path, query: { removed: 'false' } });
      return choicesOf(await read(list, signal), nameOf(customer), end);
    });
    found.push(...(await Promise.all(lists)).flat());
    page = typed === '' ? undefined : customers._links.next;
  }
  return found;
}

const customersBy = (typed: string): LinkTo<Api.CustomerList> =>
  linkTo('/customers', { query: { limit: FOUND_MAX, ...(typed !== '' && { search: typed }) } });

const choicesOf = (list: Api.FundingSourceList, owner: string, end: TransferEnd): readonly Choice[] =>
  itemsOf(list)
    .filter(({ _links }) => _links[end])
    .map((source) => ({
      value: source._links.self.href,
      prompt: partyText({ owner, source: sourceText(source) }),
    }));

/** The search by other names takes this long at most: the parties that were found by their owners wait for it. */
const SEARCHED_MS = 5_000;

/** @throws Error once the search has taken too long */
async function banksBy(question: Question): Promise<readonly Choice[]> {
  if (question.typed.length < SEARCHED_MIN) return [];
  const signal = AbortSignal.any([question.signal, AbortSignal.timeout(SEARCHED_MS)]);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });
  return Promise.race([banksFound({ ...question, signal }), late]);
}

async function banksFound({ typed, end, account, signal }: Question): Promise<readonly Choice[]> {
  const results = await search(typed, ({ missing }) => !missing.includes('funding-sources'), signal);
  const banks = results.filter(({ kind }) => kind === 'funding-source').slice(0, FOUND_MAX);
  // These reads are shared with other parts of the page, so the signal can't end them.
  const choices = banks.map(async (bank): Promise<readonly Choice[]> => {
    const source = await fundingSources.find(idOf(bank._links.self));
    if (!source?._links[end]) return [];
    const value = source._links.self.href;
    return [{ value, prompt: partyText(await readParty({ href: value }, account.name)) }];
  });
  return (await Promise.all(choices)).flat();
}
