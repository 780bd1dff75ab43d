import type { Api } from '@halyard/client';
import { client } from './client.js';

/** A list of the API takes at most this many ids. */
const IDS_MAX = 50;

interface WaitingRead<Item> {
  readonly id: string;
  readonly resolve: (found: Item | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads resources of a list together, though they are asked for one by one: a page of a table sends one request. */
class GatheredReads<Item extends { readonly id: string }> {
  private asked: WaitingRead<Item>[] = [];

  /** @param read finds items by their ids */
  constructor(private readonly read: (ids: string[]) => Promise<readonly Item[]>) {}

  /**
   * Finds an item as its list has it; undefined if there is none.
   *
   * @throws ApiError, ConnectionError
   */
  find(id: string): Promise<Item | undefined> {
    return new Promise((resolve, reject) => {
      if (this.asked.length === 0) setTimeout(() => this.readAll());
      this.asked.push({ id, resolve, reject });
    });
  }

  private readAll(): void {
    const all = this.asked;
    this.asked = [];
    const ids = [...new Set(all.map(({ id }) => id))];
    for (let from = 0; from < ids.length; from += IDS_MAX) {
      const some = new Set(ids.slice(from, from + IDS_MAX));
      const asked = all.filter(({ id }) => some.has(id));
      this.read([...some]).then(
        (found) => asked.forEach(({ id, resolve }) => resolve(found.find((item) => item.id === id))),
        (error: unknown) => asked.forEach(({ reject }) => reject(error)),
      );
    }
  }
}

export const customers = new GatheredReads<Api.Customer>(async (id) => {
  const { _embedded } = await client.get('/customers', { query: { limit: IDS_MAX, id } });
  return _embedded.customers;
});

export const fundingSources = new GatheredReads<Api.FundingSource>(async (id) => {
  const { _embedded } = await client.get('/funding-sources', { query: { limit: IDS_MAX, id } });
  return _embedded['funding-sources'];
});
