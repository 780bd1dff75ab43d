import { createHistogram } from 'node:perf_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { personalCustomer } from '@halyard/suite/example-requests';
import { Agent, request } from 'undici';
import { concurrently } from '../concurrently.ts';
import { memoryMb } from '../machine.ts';
import { line, type Procedure, type ProcedureStage } from '../procedure.ts';
import { authorized } from '../rows.ts';

const FILE_BYTES = 5 * 1_024 * 1_024;
const PER_SECOND = 10;
const AT_ONCE = 200;
const DOCUMENTS_MAX = 4;
const CALLERS = 16;
const LOOK_MS = 100;
const WARM_UP = 20;
const BOUNDARY = '----a-boundary';

/** The smallest JPEG: one pixel. Cameras write more data after the end of a picture, and so does this benchmark. */
const PIXEL = 'ffd8ffc0000b080001000101011100ffda0008010100003f002affd9';
const noise = randomBytes(FILE_BYTES);
const part = (fields: string): Buffer =>
  Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${fields}\r\n\r\n`);
const head = Buffer.concat([
  part('name="documentType"'),
  Buffer.from('license\r\n'),
  part('name="file"; filename="license.jpg"'),
  Buffer.from(PIXEL, 'hex'),
]);
const tail = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

/** The upload form of a document; its number makes each document different. */
const form = (number: number): Buffer => Buffer.concat([head, noise, Buffer.from(String(number)), tail]);

interface UploadAnswer {
  readonly status: number;
  readonly ms: number;
}

/** Uploads one document after another, each for a customer who may still upload one. */
class Uploads {
  private number = 0;
  private readonly dispatcher: Agent;
  private readonly stage: ProcedureStage;
  private readonly customers: readonly string[];

  private constructor(stage: ProcedureStage, customers: readonly string[], ca: string | undefined) {
    this.stage = stage;
    this.customers = customers;
    this.dispatcher = new Agent({ connect: ca === undefined ? {} : { ca }, connections: AT_ONCE });
  }

  static async prepare(stage: ProcedureStage, documents: number): Promise<Uploads> {
    const asked = personalCustomer({ firstName: 'document' });
    const customers = await concurrently(CALLERS, Math.ceil(documents / DOCUMENTS_MAX), (n) =>
      stage.client.create('/customers', { ...asked, email: `document-${n}-${Date.now()}@example.com` }),
    );
    const { ca } = await stage.loadOf({ request: { method: 'GET', path: '/', headers: {} }, expected: 200 });
    return new Uploads(stage, customers, ca);
  }

  async upload(): Promise<UploadAnswer> {
    this.number += 1;
    const customer = this.customers[this.number % this.customers.length] ?? '';
    const headers = {
      ...(await authorized(this.stage.client)),
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    };
    const body = form(this.number);
    const from = performance.now();
    const answer = await request(`${customer}/documents`, {
      method: 'POST',
      dispatcher: this.dispatcher,
      headers,
      body,
    });
    await answer.body.dump();
    return { status: answer.statusCode, ms: performance.now() - from };
  }

  end(): Promise<void> {
    return this.dispatcher.close();
  }
}

function latency(answers: readonly UploadAnswer[]): string {
  const histogram = createHistogram();
  for (const { ms } of answers) histogram.record(Math.max(1, Math.round(ms)));
  const [p50, p99] = [50, 99].map((share) => histogram.percentile(share));
  const statuses = Map.groupBy(answers, ({ status }) => status);
  const counts = [...statuses].map(([status, those]) => `${those.length} × ${status}`);
  return `${counts.join(', ')}   p50 ${p50} ms   p99 ${p99} ms`;
}

/** A document of 5 MB every tenth of a second, whether or not those before have been answered. */
export const documents: Procedure = async (stage) => {
  const count = Math.round((stage.sizes.runMs / 1_000) * PER_SECOND);
  const uploads = await Uploads.prepare(stage, count + WARM_UP);
  await concurrently(2, WARM_UP, () => uploads.upload());
  const answers: UploadAnswer[] = [];
  const { ms, linesOf } = await stage.watch(async () => {
    const sent: Promise<unknown>[] = [];
    const from = performance.now();
    while (sent.length < count) {
      await delay(Math.max(0, from + (sent.length * 1_000) / PER_SECOND - performance.now()));
      sent.push(uploads.upload().then((answer) => answers.push(answer)));
    }
    await Promise.all(sent);
  });
  await uploads.end();
  const rate = `${((answers.length * 1_000) / ms).toFixed(1)}/s of ${PER_SECOND} offered   ${latency(answers)}`;
  return [line('documents of 5 MB', rate), ...linesOf(count)];
};

/** Uploads `AT_ONCE` documents at the same time, each on a connection of its own. */
export const documentsAtOnce: Procedure = async (stage) => {
  const uploads = await Uploads.prepare(stage, AT_ONCE);
  const roles = await stage.rolesOf();
  const suite = [...roles].filter(([, { group }]) => group === 'suite').map(([pid]) => pid);
  const memory = (): number => suite.reduce((sum, pid) => sum + (memoryMb(pid)?.process ?? 0), 0);
  const before = memory();
  let most = before;
  const looking = setInterval(() => (most = Math.max(most, memory())), LOOK_MS);
  let answers: UploadAnswer[] = [];
  const { ms, linesOf } = await stage.watch(async () => {
    answers = await Promise.all(Array.from({ length: AT_ONCE }, () => uploads.upload()));
  });
  clearInterval(looking);
  await uploads.end();
  return [
    line(`${AT_ONCE} documents of 5 MB at once`, `${(ms / 1_000).toFixed(1)} s   ${latency(answers)}`),
    line('memory of the suite before, and at most', `${before} MB, ${most} MB`),
    ...linesOf(AT_ONCE),
  ];
};
