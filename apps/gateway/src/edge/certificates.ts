import { X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DAY_MS, errorCodeOf } from '@halyard/core';
import { makeFolder } from '@halyard/persistence';
import type { KeyPair } from './local-authority.js';

interface ServerCertificate extends KeyPair {
  /** The authority's certificate, for clients to trust (`NODE_EXTRA_CA_CERTS`, `curl --cacert`). */
  readonly authorityFile: string;
}

const RENEWED_BEFORE_DAYS = 30;

/**
 * The module is loaded only when it is needed: certificates are made once a year, and loading takes longer than some
 * whole starts.
 */
const maker = () => import('./local-authority.js');

async function readPair(folder: string, name: string): Promise<KeyPair | undefined> {
  try {
    const [certificate, key] = await Promise.all(
      ['pem', 'key'].map((extension) => readFile(join(folder, `${name}.${extension}`), 'utf8')),
    );
    return certificate !== undefined && key !== undefined ? { certificate, key } : undefined;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Writes the key first: a pair without its certificate counts as absent and is made anew. */
async function writePair(folder: string, name: string, { certificate, key }: KeyPair): Promise<void> {
  for (const [file, text] of [
    [join(folder, `${name}.key`), key],
    [join(folder, `${name}.pem`), certificate],
  ] as const) {
    await writeFile(`${file}.new`, text, { mode: 0o600 });
    await rename(`${file}.new`, file);
  }
}

async function readOrMake(
  folder: string,
  name: string,
  isGood: (pair: KeyPair) => boolean,
  make: () => Promise<KeyPair>,
): Promise<{ readonly pair: KeyPair; readonly isNew: boolean }> {
  const existing = await readPair(folder, name);
  if (existing && isGood(existing)) return { pair: existing, isNew: false };
  const pair = await make();
  await writePair(folder, name, pair);
  return { pair, isNew: true };
}

/**
 * The certificate for HTTPS, from `<dataDir>/tls`. It is made there at the first start, and again when it is about to
 * expire. The authority stays the same for ten years, so that clients need not be told of a renewal.
 */
export async function serverCertificate(dataDir: string, now: Date): Promise<ServerCertificate> {
  const folder = join(dataDir, 'tls');
  makeFolder(resolve(folder));
  const isGood = ({ certificate }: KeyPair): boolean => {
    const { validToDate } = new X509Certificate(certificate);
    return validToDate.getTime() - now.getTime() > RENEWED_BEFORE_DAYS * DAY_MS;
  };
  const authority = await readOrMake(folder, 'ca', isGood, async () => (await maker()).createAuthority(now));
  const server = await readOrMake(
    folder,
    'server',
    (pair) => !authority.isNew && isGood(pair),
    async () => (await maker()).issueServerCertificate(authority.pair, now),
  );
  return { ...server.pair, authorityFile: join(folder, 'ca.pem') };
}
