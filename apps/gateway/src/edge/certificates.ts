import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCodeOf } from './error-code.js';
import { createAuthority, isValidFor, issueServerCertificate, type KeyPair } from './local-authority.js';

/** What the HTTPS listener needs. */
export interface ServerCertificate extends KeyPair {
  /** The authority's certificate, for clients to trust (`NODE_EXTRA_CA_CERTS`, `curl --cacert`). */
  readonly authorityFile: string;
}

const RENEWED_BEFORE_DAYS = 30;

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

/** The key first: a pair without its certificate counts as none, and is made anew. */
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
 * The certificate that HTTPS is served with: from `<dataDir>/tls`, made there at the first start, and again when it is
 * about to expire. The authority stays the same for ten years, so that clients need not be told of a renewal.
 */
export async function serverCertificate(dataDir: string, now: Date): Promise<ServerCertificate> {
  const folder = join(dataDir, 'tls');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const isGood = (pair: KeyPair): boolean => isValidFor(RENEWED_BEFORE_DAYS, pair, now);
  const authority = await readOrMake(folder, 'ca', isGood, () => createAuthority(now));
  const server = await readOrMake(
    folder,
    'server',
    (pair) => !authority.isNew && isGood(pair),
    () => issueServerCertificate(authority.pair, now),
  );
  return { ...server.pair, authorityFile: join(folder, 'ca.pem') };
}
