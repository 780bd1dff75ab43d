import { DueWork } from '@halyard/background';
import { OwnHealthLooks } from '@halyard/operators';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { AuthApp } from '../../test/support/auth-app.js';
import { LetterRefused, Mail, type PostedLetter } from './mail.js';
import { MailOutbox } from './mail-outbox.js';

const HOUR_MS = 60 * 60_000;
const LETTER = { to: 'ada@example.com', subject: 'Hello', text: 'https://pay.example/secret-link' };

describe('the outbox of letters', () => {
  let auth: AuthApp;
  let sent: PostedLetter[];
  let failures: Error[];
  beforeAll(async () => {
    auth = await AuthApp.start();
    jest.spyOn(auth.service.get(Mail), 'send').mockImplementation((letter) => {
      sent.push(letter);
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : Promise.resolve();
    });
  });
  beforeEach(() => {
    sent = [];
    failures = [];
  });
  afterAll(() => auth.close());

  const post = (given: object = {}, keptMs = HOUR_MS): Promise<void> => {
    const expiresAt = new Date(auth.clock.system().getTime() + keptMs);
    return auth.dataSource.transaction((tx) =>
      auth.service.get(MailOutbox).post(tx, { ...LETTER, ...given }, expiresAt),
    );
  };
  const rows = () =>
    auth.dataSource.query<{ text: string; sealed: string }[]>(
      `SELECT due_work::text AS text, data ->> 'sealed' AS sealed FROM due_work WHERE kind = 'letter'`,
    );
  const isEmpty = async () => (await rows()).length === 0;
  const pass = (ms: number): void => {
    auth.clock.advance(ms);
    auth.service.get(DueWork).wake();
  };

  it('sends what was committed, and then forgets it', async () => {
    await post();
    await until('the letter is sent and gone', async () => sent.length > 0 && isEmpty());
    expect(sent).toEqual([{ ...LETTER, id: expect.any(String), postedAt: auth.clock.system() }]);
  });

  it('sends nothing of a change that was rolled back', async () => {
    const rolledBack = auth.dataSource.transaction(async (tx) => {
      await auth.service.get(MailOutbox).post(tx, LETTER, new Date(auth.clock.system().getTime() + HOUR_MS));
      throw new Error('rolled back');
    });
    await expect(rolledBack).rejects.toThrow('rolled back');
    await post({ subject: 'After it' });
    await until('the other letter is sent', async () => sent.length > 0 && isEmpty());
    expect(sent.map(({ subject }) => subject)).toEqual(['After it']);
  });

  it('sends it again while the server is away, with pauses, as the same letter, sealed until then', async () => {
    failures = [new Error(`cannot send to ${LETTER.to}`), new Error('again')];
    await post();
    await until('the first attempt', () => sent.length === 1);
    await until('it waits', async () => !(await isEmpty()));
    const [row] = await rows();
    const sealed = Buffer.from(row?.sealed ?? '', 'base64');
    expect(sealed.length).toBeGreaterThan(0);
    for (const text of [row?.text ?? '', sealed.toString('latin1')]) expect(text).not.toMatch(/example|secret-link/);
    pass(2_000);
    await until('the second attempt', () => sent.length === 2);
    await until('it waits', async () => !(await isEmpty()));
    pass(10_000);
    await until('it is gone', isEmpty);
    expect(new Set(sent.map(({ id, postedAt }) => `${id} ${postedAt.toISOString()}`)).size).toBe(1);
    expect(sent).toHaveLength(3);
  });

  it('is a warning in the health of auth once a letter has waited for longer than the alert allows', async () => {
    const found = async () => {
      const all = auth.service.get(OwnHealthLooks).list();
      expect(all.map(({ check }) => check)).toEqual(['mail-waiting']);
      return all[0]?.look();
    };
    failures = Array.from({ length: 3 }, () => new Error('away'));
    const since = auth.clock.system();
    await post({}, 24 * HOUR_MS);
    await until('the first attempt', () => sent.length === 1);
    auth.clock.advance(15 * 60_000);
    expect(await found()).toBeUndefined();
    auth.clock.advance(1);
    expect(await found()).toEqual({
      message: 'Letters wait to be sent: the mail server does not take them.',
      since,
    });
    await until('it is sent', async () => {
      pass(HOUR_MS / 4);
      return isEmpty();
    });
    expect(await found()).toBeUndefined();
  });

  it('tells the metrics for how long the oldest letter has waited', async () => {
    const oldest = () => auth.service.metric('mail_oldest_seconds');
    expect(await oldest()).toBe(0);
    failures = [new Error('away'), new Error('away')];
    await post();
    await until('the first attempt', () => sent.length === 1);
    auth.clock.advance(10 * 60_000);
    await post();
    expect(await oldest()).toBe(600);
    await until('both are sent', async () => {
      pass(60_000);
      return isEmpty();
    });
    expect(await oldest()).toBe(0);
  });

  it('gives up what is refused for ever, and what nobody needs any more', async () => {
    failures = [new LetterRefused('no such mailbox')];
    await post();
    await until('the refused one is gone', async () => sent.length === 1 && (await isEmpty()));
    failures = [new Error('away')];
    await post({}, 1_500);
    await until('the first attempt', () => sent.length === 2);
    pass(2_000);
    await until('the late one is gone', isEmpty);
    expect(sent).toHaveLength(2);
  });
});
