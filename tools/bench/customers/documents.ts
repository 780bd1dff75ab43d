import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { HalClient } from '@halyard/suite/client';
import { companyBody, personalCustomer } from '@halyard/e2e/journeys';
import { concurrently } from '../concurrently.ts';
import { memoryMb } from '../machine.ts';
import { line, type Procedure } from '../procedure.ts';
import { authorized } from '../rows.ts';
import { inSeconds, Times } from '../times.ts';
import { hostileFiles, MIB } from './hostile-files.ts';

const PER_SECOND = 10;
const AT_ONCE = 200;
/** A client has 64 connections. */
const CLIENTS = 4;
const DOCUMENTS_MAX = 4;
const CALLERS = 16;
const COMPANIES = 20;
const LOOK_MS = 100;
const WARM_UP = 20;
const BOUNDARY = '----a-boundary';

/** The smallest JPEG: one pixel. Cameras write more data after the end of a picture, and so does this benchmark. */
const PIXEL = Buffer.from('ffd8ffc0000b080001000101011100ffda0008010100003f002affd9', 'hex');
const noise = randomBytes(5 * MIB);

/** Uploads a document. @returns the status of the answer */
async function upload(client: HalClient, customer: string, type: string, ...file: readonly Buffer[]): Promise<number> {
  const part = (fields: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${fields}\r\n\r\n`;
  const head = `${part('name="documentType"')}${type}\r\n${part('name="file"; filename="document.jpg"')}`;
  const body = Buffer.concat([Buffer.from(head), ...file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { ...(await authorized(client)), 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return (await client.raw('POST', `${customer}/documents`, headers, body)).status;
}

/** Uploads one document of 5 MB after another, each for a customer who may still upload one. */
class Uploads {
  private number = 0;
  private readonly times = new Times();
  private readonly statuses = new Map<number, number>();
  private readonly clients: readonly HalClient[];
  private readonly customers: readonly string[];

  private constructor(clients: readonly HalClient[], customers: readonly string[]) {
    this.clients = clients;
    this.customers = customers;
  }

  static async prepare(client: HalClient, documents: number): Promise<Uploads> {
    const asked = personalCustomer({ firstName: 'document' });
    const customers = await concurrently(CALLERS, Math.ceil(documents / DOCUMENTS_MAX), (n) =>
      client.create('/customers', { ...asked, email: `document-${n}-${Date.now()}@example.com` }),
    );
    const clients = Array.from({ length: CLIENTS }, () => HalClient.open(client.connection));
    return new Uploads(await Promise.all(clients), customers);
  }

  async upload(isCounted = true): Promise<void> {
    const number = (this.number += 1);
    const [client, customer = ''] = [this.clients[number % CLIENTS], this.customers[number % this.customers.length]];
    if (!client) return;
    await client.accessToken();
    const from = performance.now();
    // The number makes each document different.
    const status = await upload(client, customer, 'license', PIXEL, noise, Buffer.from(String(number)));
    if (!isCounted) return;
    this.times.add(performance.now() - from);
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** Ends it. @returns the answers and their times */
  async end(): Promise<string> {
    await Promise.all(this.clients.map((client) => client.close()));
    return `${[...this.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}   ${String(this.times)}`;
  }
}

/** A document of 5 MB every tenth of a second, whether or not those before have been answered. */
const documents: Procedure = async ({ client, sizes, watch }) => {
  const count = Math.round((sizes.runMs / 1_000) * PER_SECOND);
  const uploads = await Uploads.prepare(client, count + WARM_UP);
  await concurrently(2, WARM_UP, () => uploads.upload(false));
  const { ms, linesOf } = await watch(async () => {
    const sent: Promise<void>[] = [];
    const from = performance.now();
    while (sent.length < count) {
      await delay(Math.max(0, from + (sent.length * 1_000) / PER_SECOND - performance.now()));
      sent.push(uploads.upload());
    }
    await Promise.all(sent);
  });
  const rate = `${((count * 1_000) / ms).toFixed(1)}/s of ${PER_SECOND} offered   ${await uploads.end()}`;
  return [line('documents of 5 MB', rate), ...linesOf(count)];
};

/** Uploads `AT_ONCE` documents at the same time, each on a connection of its own. */
const documentsAtOnce: Procedure = async ({ client, watch, rolesOf }) => {
  const uploads = await Uploads.prepare(client, AT_ONCE);
  const suite = [...(await rolesOf())].filter(([, { group }]) => group === 'suite').map(([pid]) => pid);
  const memory = (): number => suite.reduce((sum, pid) => sum + (memoryMb(pid)?.process ?? 0), 0);
  const before = memory();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, memory())), LOOK_MS);
  const { ms, linesOf } = await watch(async () => void (await concurrently(AT_ONCE, AT_ONCE, () => uploads.upload())));
  clearInterval(looking);
  return [
    line(`${AT_ONCE} documents of 5 MB at once`, `${inSeconds(ms)}   ${await uploads.end()}`),
    line('memory of the suite before, and at most', `${before} MB, ${most} MB`),
    ...linesOf(AT_ONCE),
  ];
};

/**
 * Measures the cost of each file, one after another. Each file is uploaded for several companies, which may send every
 * format.
 */
const hostileDocuments: Procedure = async ({ client, watch }) => {
  const companies = await concurrently(CALLERS, COMPANIES, () =>
    client.create('/customers', companyBody({ businessName: 'document' })),
  );
  const lines: string[] = [];
  for (const [what, fileOf] of Object.entries(hostileFiles)) {
    const file = fileOf();
    const statuses = new Set<number>();
    const { linesOf } = await watch(async () => {
      for (const company of companies) statuses.add(await upload(client, company, 'other', file));
    });
    const fact = `${(file.length / MIB).toFixed(2)} MiB, ${[...statuses].join(', ')}`;
    lines.push(line(what, fact), ...linesOf(COMPANIES));
  }
  return lines;
};

export const documentProcedures: Readonly<Record<string, Procedure>> = {
  documents,
  'documents-at-once': documentsAtOnce,
  'documents-hostile': hostileDocuments,
};
