// Runs: embedded
import { readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { TraceCollector } from '@halyard/testing';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { SuiteProcess } from '../src/suite-process.js';
import { KnownLogin } from './support/known-login.js';
import { Needles } from './support/needles.js';
import { type FoundNeedles, Places } from './support/places.js';

/** Letters of the sandbox are files, and have what they tell. */
const isLetter = (place: string): boolean => place.startsWith(`mail${sep}`);

/** One suite keeps what it keeps of a person who does all that identity has: every byte of it is looked at. */
describe('of a person who logs in', () => {
  let suite: SuiteProcess;
  let collector: TraceCollector;
  let operator: HalClient;
  let client: HalClient;
  let dispatcher: Agent;
  let login: KnownLogin;
  let found: FoundNeedles;
  let needles: Needles;

  beforeAll(async () => {
    collector = await TraceCollector.listen();
    suite = await SuiteProcess.prepare({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, { ownBroker: true });
    operator = await suite.start();
    client = await openSandboxAccount(operator, 'login privacy');
    const { caFile = '' } = client.connection;
    dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    login = new KnownLogin(suite, client, dispatcher);
    await login.doEverything();
    await waitFor('traces of it', () => collector.span('POST /token'));
    const { email, name, strangersEmail, passwords, proofs } = login;
    const told = [email, strangersEmail, name, ...passwords].flatMap((text) => [text, encodeURIComponent(text)]);
    needles = new Needles([...told, ...proofs]);
    const places = new Places(suite);
    found = {
      ...(await places.inDatabase(needles)),
      ...(await places.inStreams(needles)),
      ...(await places.inFiles(needles)),
    };
  });
  afterAll(async () => {
    await Promise.all([operator.close(), client.close(), dispatcher.close()]);
    await suite.remove();
    await collector.close();
  });

  it('nothing that proves or tells who it is stands in a table, topic, stream, log or file', () => {
    expect(Object.fromEntries(Object.entries(found).filter(([place]) => !isLetter(place)))).toEqual({});
  });

  it('the letters have what they tell, so that it would be found elsewhere', () => {
    const inLetters = Object.entries(found).flatMap(([place, here]) => (isLetter(place) ? here : []));
    expect(inLetters).toEqual(expect.arrayContaining([login.email, login.proofs[0]]));
  });

  it('nothing of it stands in a trace', () => {
    expect(collector.bodies.flatMap((body) => [...needles.in(Buffer.from(body))])).toEqual([]);
  });

  it('no refusal repeats a proof, and none has the person’s name', () => {
    const proofs = new Needles([login.name, ...login.passwords, ...login.proofs]);
    expect(login.refusals.length).toBeGreaterThan(20);
    expect(login.refusals.flatMap((text) => [...proofs.in(Buffer.from(text))])).toEqual([]);
  });
});
