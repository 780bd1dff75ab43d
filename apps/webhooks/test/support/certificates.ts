import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

interface ServerCertificates {
  /** The authority's certificate; PEM. */
  readonly authority: string;
  /** A server's certificate for localhost that the authority has signed, and its key; PEM. */
  readonly certificate: string;
  readonly key: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const makeKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);

export async function privateAuthority(): Promise<ServerCertificates> {
  const [ca, server] = [await makeKeys(), await makeKeys()];
  const root = await X509CertificateGenerator.createSelfSigned(
    {
      name: 'CN=private authority',
      keys: ca,
      signingAlgorithm: algorithm,
      extensions: [new BasicConstraintsExtension(true)],
    },
    webcrypto,
  );
  const certificate = await X509CertificateGenerator.create(
    {
      subject: 'CN=localhost',
      issuer: root.subject,
      signingKey: ca.privateKey,
      publicKey: server.publicKey,
      signingAlgorithm: algorithm,
      extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }])],
    },
    webcrypto,
  );
  const key = await webcrypto.subtle.exportKey('pkcs8', server.privateKey);
  return {
    authority: root.toString('pem'),
    certificate: certificate.toString('pem'),
    key: PemConverter.encode(key, 'PRIVATE KEY'),
  };
}
