import { DAY_MS } from '@halyard/core';
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** Both are PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const AUTHORITY_DAYS = 3650;
/** The longest that current clients accept. */
const SERVER_DAYS = 397;
const NAMES = [
  { type: 'dns', value: 'localhost' },
  { type: 'ip', value: '127.0.0.1' },
  { type: 'ip', value: '::1' },
] as const;

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

const validity = (now: Date, days: number) => ({
  // Clocks differ: a certificate must not begin in another machine's future.
  notBefore: new Date(now.getTime() - DAY_MS),
  notAfter: new Date(now.getTime() + days * DAY_MS),
});

async function pairOf(certificate: X509Certificate, privateKey: webcrypto.CryptoKey): Promise<KeyPair> {
  const pkcs8 = await webcrypto.subtle.exportKey('pkcs8', privateKey);
  return { certificate: `${certificate.toString('pem')}\n`, key: `${PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n` };
}

const serialNumber = (): string => Buffer.from(webcrypto.getRandomValues(new Uint8Array(16))).toString('hex');

/** An authority for this installation alone; clients trust it by its file. */
export async function createAuthority(now: Date): Promise<KeyPair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(),
      name: `CN=Local authority ${serialNumber().slice(0, 8)}`,
      ...validity(now, AUTHORITY_DAYS),
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(true, 0, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return pairOf(certificate, keys.privateKey);
}

export async function issueServerCertificate(authority: KeyPair, now: Date): Promise<KeyPair> {
  const issuer = new X509Certificate(authority.certificate);
  const signingKey = await webcrypto.subtle.importKey(
    'pkcs8',
    PemConverter.decodeFirst(authority.key),
    ALGORITHM,
    false,
    ['sign'],
  );
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: serialNumber(),
      subject: 'CN=localhost',
      issuer: issuer.subject,
      ...validity(now, SERVER_DAYS),
      publicKey: keys.publicKey,
      signingKey,
      signingAlgorithm: ALGORITHM,
      extensions: [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension([...NAMES]),
        await SubjectKeyIdentifierExtension.create(keys.publicKey, false, webcrypto),
        await AuthorityKeyIdentifierExtension.create(issuer, false, webcrypto),
      ],
    },
    webcrypto,
  );
  return pairOf(certificate, keys.privateKey);
}
