import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { Agent, request } from 'undici';
import type { SuiteProcess } from '../../src/suite-process.js';

export const PASSWORD = 'correct horse battery staple';

/** The link in the first letter to an address with a subject. Only letters that contain `about` count. */
export function letterLink({ dataDir }: SuiteProcess, to: string, subject: string, about = ''): Promise<string> {
  const folder = join(dataDir, 'mail');
  return waitFor(`a letter to ${to}`, async () => {
    const names = await readdir(folder).catch(() => []);
    const letters = await Promise.all(
      names.filter((name) => name.endsWith('.eml')).map((name) => readFile(join(folder, name), 'utf8')),
    );
    const parts = [`To: ${to}\r\n`, `Subject: ${subject}\r\n`, about];
    const letter = letters.find((text) => parts.every((part) => text.includes(part)));
    return /^https:\S+$/m.exec(letter ?? '')?.[0];
  });
}

/** Sends the form of a page from a fresh browser. @returns the status */
export async function sendForm(
  { connection }: HalClient,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<number> {
  const ca = await readFile(connection.caFile ?? '', 'utf8');
  const dispatcher = new Agent({ connect: { ca } });
  try {
    const page = await request(url, { headers: { accept: 'text/html' }, dispatcher });
    const token = /name="form-token"\s+value="([^"]+)"/.exec(await page.body.text())?.[1] ?? '';
    const cookies = [page.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]);
    const sent = await request(url, {
      method: 'POST',
      headers: { accept: 'text/html', cookie: cookies.join('; '), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ ...fields, 'form-token': token }).toString(),
      dispatcher,
    });
    await sent.body.dump();
    return sent.statusCode;
  } finally {
    await dispatcher.close();
  }
}

export interface Login {
  readonly email: string;
  readonly password: string;
}

/** A person who was invited to the client's account, has come, and can log in. */
export async function invitedPerson(suite: SuiteProcess, client: HalClient, role: string): Promise<Login> {
  const email = `${randomUUID()}@example.com`;
  await client.create('/invitations', { email, name: 'Ada Byron', role });
  const link = await letterLink(suite, email, 'You are invited to an account');
  const status = await sendForm(client, link, { 'new-password': PASSWORD, 'repeated-password': PASSWORD });
  if (status !== 303) throw new Error(`${email} could not come: ${String(status)}`);
  return { email, password: PASSWORD };
}

/** A person who was invited to the client's account, and has come. @returns the person's id */
export async function newPerson(suite: SuiteProcess, client: HalClient, role = 'viewer'): Promise<string> {
  const { email } = await invitedPerson(suite, client, role);
  const { body } = await client.get('/people');
  const person = body._embedded?.['people']?.find((one) => one['email'] === email);
  return person?.id ?? '';
}
