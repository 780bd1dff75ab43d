import { webcrypto, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '@halyard/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509';
import { backupName, lastBackupOf } from '../../backup/last-backup.js';
import type { Finding } from '../finding.js';
import { backupFaults } from './backup.js';
import { authorityFaults, endFaults, hostFaults } from './certificates.js';
import { clockFault, futureFault } from './clock.js';
import { diskFaults, roomOf } from './disk.js';

const namesOf = (findings: readonly (Finding | undefined)[]) => findings.map((finding) => finding?.check);
const NOW = new Date('2026-03-02T18:00:00.000Z');
const inDays = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

describe('the clock', () => {
  const reading = { server: 'a server', beforeMs: 10_000, afterMs: 10_400 };

  it.each([
    [9_001, undefined],
    [11_399, undefined],
    [8_900, 'The clock of this machine is 1.1 s ahead of the clock of a server.'],
    [11_600, 'The clock of this machine is 1.2 s behind the clock of a server.'],
  ])('of a server that shows %d', (serverMs, message) => {
    expect(clockFault({ ...reading, serverMs })?.message).toBe(message);
  });

  it.each([
    [-60_000, undefined],
    [1_000, undefined],
    [1_500, 'The clock of this machine is at least 1.5 s behind the clock of a server.'],
  ])('of a server that has recorded something %d ms from now', (fromNow, message) => {
    expect(futureFault('a server', new Date(10_000 + fromNow), 10_000)?.message).toBe(message);
  });
});

describe('a disk', () => {
  const GIB = 1024 ** 3;
  const disk = { folder: '/data', bytes: 100 * GIB, freeBytes: 50 * GIB, files: 1_000_000, freeFiles: 500_000 };

  it.each([
    [{}, []],
    [{ files: 0, freeFiles: 0 }, []],
    [{ freeBytes: GIB / 2 }, ['disk-almost-full']],
    [{ freeBytes: 4 * GIB }, ['disk-almost-full']],
    [{ bytes: 8_000 * GIB, freeBytes: 100 * GIB }, []],
    [{ freeFiles: 999 }, ['files-almost-used-up']],
  ])('with %o', (change, expected) => {
    expect(namesOf(diskFaults({ ...disk, ...change }))).toEqual(expected);
  });

  it('is that of the folder above, while there is none', () => {
    const folder = join(tmpdir(), 'nobody-made-this', 'nor-this');
    const { bytes, freeBytes, ...room } = roomOf(folder);
    expect(room).toMatchObject({ folder });
    expect(bytes).toBeGreaterThan(freeBytes);
  });
});

describe('backups', () => {
  const folder = '/backups';
  it.each([
    [inDays(-0.5), undefined, []],
    [inDays(-2), undefined, ['backup-missing']],
    [inDays(-2), inDays(-0.9), []],
    [inDays(-9), inDays(-1.1), ['backup-old']],
  ])('of data from %s, the last one at %s', (begun, last, expected) => {
    expect(namesOf(backupFaults({ folder, isWanted: true, begun, last, now: NOW }))).toEqual(expected);
  });

  it('need not be there unless somebody wants them', () => {
    expect(backupFaults({ folder, isWanted: false, begun: inDays(-2), last: undefined, now: NOW })).toEqual([]);
  });

  it('are those of one data folder, the newest first', () => {
    const backups = mkdtempSync(join(tmpdir(), 'halyard-doctor-'));
    const names = [backupName('/a/.data', inDays(-1)), backupName('/a/.data', inDays(-2)), backupName('/a/other', NOW)];
    for (const name of [...names, `${backupName('/a/.data', NOW)}.partial-1`, 'notes'])
      writeFileSync(join(backups, name), '');
    expect(lastBackupOf('/a/.data', backups)).toEqual(inDays(-1));
    expect(lastBackupOf('/a/data2', backups)).toBeUndefined();
    expect(lastBackupOf('/a/.data', join(backups, 'missing'))).toBeUndefined();
    rmSync(backups, { recursive: true });
  });
});

describe('a certificate', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-doctor-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function pemUntil(notAfter: Date): Promise<string> {
    const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
    const names = [{ type: 'dns', value: 'api.example' } as const, { type: 'ip', value: '127.0.0.1' } as const];
    const certificate = await X509CertificateGenerator.createSelfSigned(
      {
        name: 'CN=api.example',
        notBefore: inDays(-400),
        notAfter,
        keys,
        signingAlgorithm: algorithm,
        extensions: [new SubjectAlternativeNameExtension(names)],
      },
      webcrypto,
    );
    return `${certificate.toString('pem')}\n`;
  }
  const until = async (notAfter: Date) => new X509Certificate(await pemUntil(notAfter));

  it.each([
    [15, []],
    [13, ['certificate-ends']],
    [-1, ['certificate-over']],
  ])('that ends in %d days', async (days, expected) => {
    expect(namesOf(endFaults(await until(inDays(days)), 'the gateway', NOW))).toEqual(expected);
  });

  it.each([
    ['api.example', []],
    ['127.0.0.1', []],
    ['console.example', ['certificate-of-other-host']],
    ['[::1]', ['certificate-of-other-host']],
  ])('for %s', async (host, expected) => {
    expect(namesOf(hostFaults(await until(inDays(100)), 'the gateway', host))).toEqual(expected);
  });

  it('of an authority is enough if it lasts', async () => {
    const file = (name: string, text: string): string => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    };
    const [over, lasting] = [await pemUntil(inDays(-1)), await pemUntil(inDays(100))];
    const faultsOf = (path: string) => namesOf(authorityFaults('KAFKA_CA_FILE', path, NOW));
    expect(faultsOf(file('both.pem', over + lasting))).toEqual([]);
    expect(faultsOf(file('over.pem', over))).toEqual(['certificate-over']);
    expect(faultsOf(file('text.pem', 'nothing'))).toEqual(['certificate-unreadable']);
    expect(faultsOf(join(folder, 'missing.pem'))).toEqual(['certificate-unreadable']);
  });
});
