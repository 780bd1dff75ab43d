import { TestSealer } from '@halyard/testing';
import { describe, expect, it } from '@jest/globals';
import { FewAtATime } from './few-at-a-time.js';
import { Passwords } from './passwords.js';

const PASSWORD = 'correct horse battery staple';

describe('passwords', () => {
  const passwords = new Passwords(new TestSealer());

  it('are told from others, unchanged', async () => {
    const hash = await passwords.hash(PASSWORD);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toBe(await passwords.hash(PASSWORD));
    expect(await passwords.check(PASSWORD, hash)).toEqual({ isRight: true });
    for (const other of ['', PASSWORD.toUpperCase(), `${PASSWORD} `, PASSWORD.repeat(1_000)]) {
      expect(await passwords.check(other, hash)).toEqual({ isRight: false });
    }
  });

  it('of nobody are never right, and cost a hash all the same', async () => {
    expect(await passwords.check('', undefined)).toEqual({ isRight: false });
  });

  it('are hashed with a key that is not in the database', async () => {
    class OtherKey extends TestSealer {
      override fingerprint(context: string, value: string): string {
        return super.fingerprint(`other ${context}`, value);
      }
    }
    const hash = await passwords.hash(PASSWORD);
    expect(await new Passwords(new OtherKey()).check(PASSWORD, hash)).toEqual({ isRight: false });
  });

  it('are hashed anew where the costs have changed since', async () => {
    const { argon2Sync } = await import('node:crypto');
    const nonce = Buffer.alloc(16, 7);
    const secret = new TestSealer().fingerprint('auth.password', '');
    const digest = argon2Sync('argon2id', {
      message: PASSWORD,
      nonce,
      secret,
      memory: 8_192,
      passes: 1,
      parallelism: 1,
      tagLength: 32,
    });
    const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');
    const old = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(digest)}`;
    const { isRight, renewed } = await passwords.check(PASSWORD, old);
    expect([isRight, renewed]).toEqual([true, expect.stringContaining('$m=19456,t=2,p=1$')]);
    expect(await passwords.check(PASSWORD, renewed)).toEqual({ isRight: true });
    expect(await passwords.check('wrong', old)).toEqual({ isRight: false });
  });
});

describe('few at a time', () => {
  it('lets the others wait in order, refuses what is too much, and goes on after a failure', async () => {
    const turns = new FewAtATime({ runningMax: 2, waitingMax: 2 });
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (number: number) => () =>
      new Promise<void>((resolve, reject) => {
        begun.push(number);
        ends.push(() => (number === 1 ? reject(new Error('failed')) : resolve()));
      });
    const results = Promise.allSettled([0, 1, 2, 3, 4].map((number) => turns.run(work(number))));
    const most: number[] = [];
    for (let end = ends.shift(); end; end = ends.shift()) {
      most.push(ends.length + 1);
      end();
      await new Promise(setImmediate);
    }
    expect(Math.max(...most)).toBe(2);
    expect((await results).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(begun).toEqual([0, 1, 2, 3]);
  });
});
