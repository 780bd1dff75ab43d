import { client, type Resource } from './client.js';
import { idOf, itemsOf, linkOf, pageOf } from './resource.js';

/** A list of the API takes at most this many ids. */
const IDS_MAX = 50;

interface Asked {
  readonly id: string;
  readonly resolve: (found: Resource | undefined) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads resources of a list together, though they are asked for one by one: a page of a table sends one request. */
class Gathered {
  private asked: Asked[] = [];

  /** @param list the path of a list that finds its items by their ids */
  constructor(private readonly list: string) {}

  find(id: string): Promise<Resource | undefined> {
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
        (found) => asked.forEach(({ id, resolve }) => resolve(found.get(id))),
        (error: unknown) => asked.forEach(({ reject }) => reject(error)),
      );
    }
  }

  private async read(ids: readonly string[]): Promise<ReadonlyMap<string, Resource>> {
    const query = new URLSearchParams([['limit', String(IDS_MAX)], ...ids.map((id) => ['id', id])]);
    const { body } = await client.request('GET', `${this.list}?${query.toString()}`);
    return new Map(itemsOf(body).map((item) => [idOf(linkOf(item, 'self') ?? ''), item]));
  }
}

const lists = ['/customers', '/funding-sources'].map((list) => [list, new Gathered(list)] as const);

/**
 * The customer, bank or balance at a link, as its list has it; undefined if there is none.
 *
 * @throws ApiError, ConnectionError
 */
export async function gathered(href: string): Promise<Resource | undefined> {
  const [, list] = lists.find(([path]) => pageOf(href).startsWith(`${path}/`)) ?? [];
  return list?.find(idOf(href));
}
