import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { KeysError, loadKeys } from '../index.js';

const key = (fill: number): Buffer => Buffer.alloc(32, fill);
const whole = {
  MASTER_KEY: key(1).toString('base64'),
  FINGERPRINT_KEY: key(255).toString('base64url'),
};

describe('loadKeys', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halyard-keys-'));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('reads base64, base64url and hexadecimal from the environment, and makes no file then', () => {
    const keys = loadKeys({ dir: join(root, 'keys'), env: whole });
    expect([keys.masters(), keys.fingerprint]).toEqual([[key(1)], key(255)]);
    expect(loadKeys({ env: { ...whole, MASTER_KEY: key(7).toString('hex') } }).masters()).toEqual([key(7)]);
    expect(readdirSync(root)).toEqual([]);
  });

  it('makes the keys at first start, for this user alone, and finds them at the next', () => {
    const dir = join(root, 'data', 'keys');
    const first = loadKeys({ dir, env: {} });
    const again = loadKeys({ dir, env: {} });
    expect([again.masters(), again.fingerprint]).toEqual([first.masters(), first.fingerprint]);
    expect(first.masters()).not.toContainEqual(first.fingerprint);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect(readdirSync(dir).sort()).toEqual(['fingerprint.key', 'master.key']);
    for (const file of readdirSync(dir)) expect(statSync(join(dir, file)).mode & 0o777).toBe(0o600);
  });

  it('reads mounted files, and prefers the environment to the directory', () => {
    writeFileSync(join(root, 'mounted'), `${key(7).toString('base64')}\n`);
    const keys = loadKeys({
      dir: join(root, 'keys'),
      env: { MASTER_KEY_FILE: join(root, 'mounted') },
    });
    expect(keys.masters()).toEqual([key(7)]);
    expect(readdirSync(join(root, 'keys'))).toEqual(['fingerprint.key']);
  });

  it('makes nothing for a reader, and names what is missing', () => {
    const dir = join(root, 'keys');
    expect(() => loadKeys({ dir, env: {}, isReadOnly: true })).toThrow(
      /master\.key is missing: restore it, or give MASTER_KEY\n.*fingerprint\.key is missing: restore it, or give FINGERPRINT_KEY/,
    );
    expect(readdirSync(root)).toEqual([]);
    const made = loadKeys({ dir, env: {} });
    const read = loadKeys({ dir, env: {}, isReadOnly: true });
    expect(read.masters()).toEqual(made.masters());
    expect(() => read.rolePassword('funding-sources')).toThrow(
      'identity-funding-sources.key is missing: restore it, or give FUNDING_SOURCES_IDENTITY_KEY',
    );
    expect(readdirSync(dir).sort()).toEqual(['fingerprint.key', 'master.key']);
  });

  it('refuses to make a new master key beside keys that are there', () => {
    const dir = join(root, 'keys');
    loadKeys({ dir, env: {} });
    rmSync(join(dir, 'master.key'));
    expect(() => loadKeys({ dir, env: {} })).toThrow('master.key is missing: restore it');
  });

  it('names all that is missing where no directory is given', () => {
    expect(() => loadKeys({ env: {} })).toThrow(/MASTER_KEY or MASTER_KEY_FILE is missing\n.*FINGERPRINT_KEY/);
  });

  it.each(['too-short', `${'A'.repeat(43)}==`, 'A'.repeat(44), 'g'.repeat(64), 'A'.repeat(42)])(
    'refuses %s as a key without repeating it',
    (text) => {
      const load = () => loadKeys({ env: { ...whole, MASTER_KEY: text } });
      expect(load).toThrow('MASTER_KEY must hold 32 random bytes');
      expect(load).not.toThrow(text);
    },
  );

  it('refuses a mounted file that is not there, and a key given twice', () => {
    const env = {
      ...whole,
      MASTER_KEY: undefined,
      MASTER_KEY_FILE: join(root, 'gone'),
      FINGERPRINT_KEY_FILE: join(root, 'x'),
    };
    expect(() => loadKeys({ env })).toThrow(
      /MASTER_KEY_FILE can't be read\n.*FINGERPRINT_KEY and FINGERPRINT_KEY_FILE are both set/,
    );
  });

  it('says that a directory can not be used', () => {
    writeFileSync(join(root, 'file'), '');
    expect(() => loadKeys({ dir: join(root, 'file', 'keys'), env: {} })).toThrow(KeysError);
  });

  it('never overwrites a key file, whatever it holds', () => {
    const dir = join(root, 'keys');
    loadKeys({ dir, env: {} });
    writeFileSync(join(dir, 'fingerprint.key'), 'cut');
    expect(() => loadKeys({ dir, env: {} })).toThrow('fingerprint.key must hold 32 random bytes');
    expect(readFileSync(join(dir, 'fingerprint.key'), 'utf8')).toBe('cut');
  });

  it('reads the key that replaces the master key beside it, and it alone once it has', () => {
    const dir = join(root, 'keys');
    const { masters } = loadKeys({ dir, env: {} });
    const [former] = masters();
    writeFileSync(join(dir, 'master-next.key'), key(7).toString('base64'));
    expect(masters()).toEqual([key(7), former]);
    expect(loadKeys({ dir, env: { MASTER_KEY_NEXT: key(8).toString('hex') } }).masters()).toEqual([key(8), former]);
    renameSync(join(dir, 'master-next.key'), join(dir, 'master.key'));
    expect(masters()).toEqual([key(7)]);
  });

  it('derives the password of a service from its identity key alone, whatever becomes of the other keys', () => {
    const own = { ...whole, IDENTITY_KEY: key(5).toString('hex') };
    const password = loadKeys({ env: own }).rolePassword('transfers');
    expect(password).toMatch(/^[\w-]{43}$/);
    const others = { ...own, MASTER_KEY: key(9).toString('hex'), FINGERPRINT_KEY: key(8).toString('hex') };
    expect(loadKeys({ env: others }).rolePassword('transfers')).toBe(password);
    const changed = { ...own, IDENTITY_KEY: key(6).toString('hex') };
    expect(loadKeys({ env: changed }).rolePassword('transfers')).not.toBe(password);
  });

  it('tells the program that provisions the passwords of all, and a service that of no other', () => {
    const everyone = {
      AUTH_IDENTITY_KEY: key(4).toString('hex'),
      FUNDING_SOURCES_IDENTITY_KEY: key(5).toString('hex'),
    };
    const told = loadKeys({ env: { ...whole, ...everyone } });
    const fundingSources = loadKeys({ env: { ...whole, IDENTITY_KEY: everyone.FUNDING_SOURCES_IDENTITY_KEY } });
    expect(fundingSources.rolePassword('funding-sources')).toBe(told.rolePassword('funding-sources'));
    expect(fundingSources.rolePassword('auth')).not.toBe(told.rolePassword('auth'));
    expect(fundingSources.rolePassword('bus')).toBe(told.rolePassword('bus'));
    expect(() => told.rolePassword('customers')).toThrow('IDENTITY_KEY or IDENTITY_KEY_FILE of customers is missing');
  });

  it('keeps the identity keys that passwords follow from beside the others', () => {
    const dir = join(root, 'keys');
    const password = loadKeys({ dir, env: {} }).rolePassword('auth');
    expect(
      loadKeys({ env: { ...whole, IDENTITY_KEY_FILE: join(dir, 'identity-auth.key') } }).rolePassword('auth'),
    ).toBe(password);
  });
});
