import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SmtpDouble } from '@halyard/testing/smtp-double';
import { FileMail } from './file-mail.js';
import { describeMail, FROM, type OpenMail } from './mail.behaviour.js';
import { LetterRefused } from './mail.js';
import { SmtpMail } from './smtp-mail.js';

async function openFiles(): Promise<OpenMail & { readonly folder: string; readonly said: string[] }> {
  const parent = await mkdtemp(join(tmpdir(), 'halyard-mail-'));
  const folder = join(parent, 'mail');
  const said: string[] = [];
  const arrived = async () => {
    const names = (await readdir(folder)).sort();
    return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  };
  const mail = new FileMail({ folder, from: FROM, announce: (line) => said.push(line) });
  return { mail, arrived, folder, said, close: () => rm(parent, { recursive: true }) };
}

async function openSmtp(): Promise<OpenMail> {
  const server = await SmtpDouble.listen();
  return {
    mail: new SmtpMail({ url: server.url, from: FROM }),
    arrived: () => Promise.resolve(server.messages),
    close: () => server.close(),
  };
}

describe('as files', () => {
  describeMail(openFiles);

  it('is readable by its owner alone, named by its time, and announced without saying to whom', async () => {
    const { mail, folder, said, close } = await openFiles();
    const postedAt = new Date('2026-03-02T18:00:00.000Z');
    await mail.send({ id: 'an-id', postedAt, to: 'ada@example.com', subject: 'Hello', text: 'Hello' });
    expect(await readdir(folder)).toEqual(['2026-03-02T18:00:00.000Z-an-id.eml']);
    expect((await stat(join(folder, '2026-03-02T18:00:00.000Z-an-id.eml'))).mode & 0o777).toBe(0o600);
    expect(said).toEqual([`letter to a person in ${folder}`]);
    await close();
  });
});

describe('by SMTP', () => {
  describeMail(openSmtp);

  let smtp: OpenMail;
  beforeAll(async () => {
    smtp = await openSmtp();
  });
  afterAll(() => smtp.close());
  const to = (address: string) =>
    smtp.mail.send({ id: 'an-id', postedAt: new Date(), to: address, subject: 'Hello', text: 'Hello' });

  it('tells a refusal for ever from one for now, and from a server that is away', async () => {
    await expect(to('nobody-ever@example.com')).rejects.toThrow(LetterRefused);
    await expect(to('nobody@example.com')).rejects.not.toThrow(LetterRefused);
    const away = new SmtpMail({ url: 'smtp://127.0.0.1:1', from: FROM });
    const letter = { id: 'an-id', postedAt: new Date(), to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
    await expect(away.send(letter)).rejects.toThrow('ECONNREFUSED');
  });

  it('does not take a log-in that is refused for a refusal of the letter', async () => {
    const server = await SmtpDouble.listen();
    const mail = new SmtpMail({ url: server.url.replace('//', '//user:secret@'), from: FROM });
    const letter = { id: 'an-id', postedAt: new Date(), to: 'ada@example.com', subject: 'Hello', text: 'Hello' };
    const failure: unknown = await mail.send(letter).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'EAUTH', responseCode: 535 });
    await server.close();
  });
});
