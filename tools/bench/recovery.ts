// How soon after kill -9 of each process, the broker and Postgres a transfer is answered again, listed, and delivered
// to a subscriber, on a distributed suite:
// node tools/bench/recovery.ts [--replicas 1] [--rounds 3]
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { balanceOf, idOf, personalCustomer, transferOf } from '@halyard/e2e/journeys';
import { SuiteProcess } from '@halyard/e2e/suite-process';
import { waitFor } from '@halyard/testing/waiting';
import { machine } from './machine.ts';
import { options } from './options.ts';
import { accountOf } from './parties.ts';

const {
  replicas: [replicas = '1'],
  rounds = '3',
} = options;

const heard = new Set<string>();
const subscriber = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.add((JSON.parse(Buffer.concat(chunks).toString()) as { resourceId: string }).resourceId);
    response.writeHead(200).end();
  });
}).listen(0, '127.0.0.1');
await once(subscriber, 'listening');
const { port } = subscriber.address() as AddressInfo;

const suite = await SuiteProcess.prepare({}, { mode: 'distributed', replicas: Number(replicas), ownBroker: true });
const client = await suite.start();
await client.create('/webhook-subscriptions', { url: `http://127.0.0.1:${port}/`, secret: randomUUID() });
const source = await balanceOf(client, accountOf(client));
const customer = await client.create('/customers', personalCustomer());
const destination = await balanceOf(client, customer);

/** Milliseconds from now until a transfer is answered, listed, and delivered to a subscriber. */
async function recovery(): Promise<readonly number[]> {
  const began = performance.now();
  const since = (): number => Math.round(performance.now() - began);
  const idempotencyKey = randomUUID();
  const location = await waitFor('an answer', async () => {
    const order = transferOf(source, destination, '0.01');
    const { status, location } = await client.post('/transfers', order, { idempotencyKey });
    return status === 201 && location;
  });
  const answered = since();
  const id = idOf(location);
  const isListed = async (): Promise<boolean | undefined> => {
    const { body } = await client.get(`${customer}/transfers`);
    return body._embedded?.['transfers']?.some((transfer) => transfer.id === id);
  };
  const [listed, told] = await Promise.all([
    waitFor('the list', isListed).then(since),
    waitFor('its event', () => heard.has(id)).then(since),
  ]);
  return [answered, listed, told];
}

console.log(`${machine()}; ${replicas} of each service; the worst of ${rounds} rounds, in ms`);
console.log(`${'killed'.padEnd(22)} answered   listed    heard`);
await recovery();
const names = (await suite.processes()).map(({ name }) => name).toSorted();
for (const name of [...names, 'kafka', 'postgres']) {
  const worst = [0, 0, 0];
  for (let round = 0; round < Number(rounds); round += 1) {
    process.kill(await pidOf(name), 'SIGKILL');
    (await recovery()).forEach((ms, index) => (worst[index] = Math.max(worst[index] ?? 0, ms)));
    await waitFor('all to be back', async () => (await suite.processes()).length === names.length);
  }
  console.log(`${name.padEnd(22)} ${worst.map((ms) => String(ms).padStart(8)).join(' ')}`);
}
await client.close();
await suite.remove();
subscriber.closeAllConnections();
subscriber.close();

async function pidOf(name: string): Promise<number> {
  if (name === 'kafka') return suite.kafkaPid();
  if (name === 'postgres') return suite.postgresPid();
  return (await suite.processes()).find((one) => one.name === name)?.pid ?? 0;
}
