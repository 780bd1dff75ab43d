import type { HalClient } from '@halyard/suite/client';
import type { Needles } from './needles.js';
import { severalAtOnce } from './side-by-side.js';

/** Of each kind of address, this many are asked. */
const OF_A_KIND = 12;
const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const HREF = /"href":"([^"{]+)"/g;
const FIRST = ['/', '/events?embed=resource&limit=200', '/payments', '/transfers', '/requests', '/bank-files'];

/** Walks through all answers of the API to which links lead, and finds needles in them. */
export class AnswersWalk {
  private readonly asked = new Map<string, Set<string>>();
  /** Kinds of addresses, with the needles that their answers have. */
  readonly found = new Map<string, Set<string>>();

  constructor(
    private readonly client: HalClient,
    private readonly needles: Needles,
  ) {}

  /** The kinds of addresses that were asked. */
  get kinds(): readonly string[] {
    return [...this.asked.keys()];
  }

  async walk(more: readonly string[]): Promise<void> {
    const { baseUrl } = this.client.connection;
    let addresses: readonly string[] = [...FIRST, ...more].map((path) => new URL(path, baseUrl).href);
    while (addresses.length > 0) {
      const led: string[] = [];
      await severalAtOnce(
        addresses.filter((address) => this.isNew(address)),
        async (address) => {
          led.push(...(await this.ask(address)));
        },
      );
      addresses = led.filter((address) => address.startsWith(`${baseUrl}/`));
    }
  }

  private kindOf(address: string): string {
    const { pathname, searchParams } = new URL(address);
    return [pathname.replace(ID, ':id'), ...searchParams.keys()].join(' ');
  }

  private isNew(address: string): boolean {
    const kind = this.kindOf(address);
    const asked = this.asked.get(kind) ?? new Set<string>();
    this.asked.set(kind, asked);
    if (asked.has(address) || asked.size >= OF_A_KIND) return false;
    asked.add(address);
    return true;
  }

  /** @returns the addresses to which the answer leads */
  private async ask(address: string): Promise<readonly string[]> {
    const headers = { authorization: `Bearer ${await this.client.accessToken()}`, accept: '*/*' };
    const { body } = await this.client.download(address, headers);
    const kind = this.kindOf(address);
    for (const needle of this.needles.in(body)) this.found.set(kind, (this.found.get(kind) ?? new Set()).add(needle));
    return [...body.toString().matchAll(HREF)].map(([, href = '']) => href);
  }
}
