import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { newId, type ReturnCode } from '@halyard/core';
import { BankPartner, type BankEntry, type Happenings, type Receipt } from '../../src/rail/bank-partner.js';

interface WrittenEntry {
  readonly startedAt: string;
  readonly returns?: BankEntry['returns'];
}

interface WrittenHappening {
  readonly id: string;
  readonly entryId: string;
  readonly returned?: ReturnCode;
  readonly at: string;
}

/** A bank behind a network, in memory: `PUT` and `GET /entries/{id}`, `GET /happenings?after=&max=`. */
export class HttpBank {
  /** The next entry is accepted, but its answer is lost. */
  losesNextAnswer = false;
  private readonly entries = new Map<string, WrittenEntry>();
  private readonly happenings: WrittenHappening[] = [];
  private readonly server: Server = createServer((request, response) => void this.answer(request, response));

  /** @returns its URL */
  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  settle(entryId: string): void {
    const entry = this.entries.get(entryId);
    if (!entry) throw new Error(`the bank has no entry ${entryId}`);
    const { startedAt, returns } = entry;
    if (!returns || returns.isLate) this.happenings.push({ id: newId(), entryId, at: startedAt });
    if (returns) this.happenings.push({ id: newId(), entryId, returned: returns.code, at: startedAt });
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://bank');
    const [, what, id = ''] = pathname.split('/');
    if (what === 'happenings') return this.tell(response, Number(searchParams.get('after')), searchParams.get('max'));
    if (request.method === 'PUT') {
      const entry = (await json(request)) as WrittenEntry;
      if (!this.entries.has(id)) this.entries.set(id, entry);
      if (this.losesNextAnswer) {
        this.losesNextAnswer = false;
        response.destroy();
        return;
      }
    }
    response.writeHead(this.entries.has(id) ? 200 : 404).end();
  }

  private tell(response: ServerResponse, after: number, max: string | null): void {
    const happenings = this.happenings.slice(after, after + Number(max));
    response.end(JSON.stringify({ happenings, cursor: `${after + happenings.length}` }));
  }
}

/** Shows how an adapter of a real bank would look, without that bank's vocabulary. */
export class HttpBankPartner extends BankPartner {
  constructor(private readonly url: string) {
    super();
  }

  override async submit({ id, amountMinor, ...entry }: BankEntry): Promise<Receipt> {
    const body = JSON.stringify({ ...entry, amountMinor: `${amountMinor}` });
    const { ok } = await fetch(`${this.url}/entries/${id}`, { method: 'PUT', body });
    return { kind: ok ? 'accepted' : 'unknown' };
  }

  override async find(entryId: string): Promise<Receipt> {
    const { status } = await fetch(`${this.url}/entries/${entryId}`);
    return { kind: status === 200 ? 'accepted' : status === 404 ? 'absent' : 'unknown' };
  }

  override async happened(cursor = '0', max: number): Promise<Happenings> {
    const answer = await fetch(`${this.url}/happenings?after=${cursor}&max=${max}`);
    const page = (await answer.json()) as { happenings: readonly WrittenHappening[]; cursor: string };
    return {
      happenings: page.happenings.map(({ at, ...happening }) => ({ ...happening, at: new Date(at) })),
      cursor: page.cursor,
    };
  }
}
