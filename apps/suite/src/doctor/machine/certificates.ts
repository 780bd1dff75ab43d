import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { DAY_MS } from '@halyard/core';
import { gatewayService } from '@halyard/gateway';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';
import { isLocal, publicAddresses } from '../settings/addresses.js';

const SOON_DAYS = 14;
const ANSWER_MS_MAX = 3_000;
const PEM = /-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----/g;

/** Finds a certificate that is over, or ends soon. @param holder whose certificate it is, in words */
export function endFaults(certificate: X509Certificate, holder: string, now: Date): readonly Finding[] {
  const end = certificate.validToDate;
  const leftMs = end.getTime() - now.getTime();
  if (leftMs <= 0) return [findingOf('certificate-over', { holder, end: end.toISOString() })];
  return leftMs < SOON_DAYS * DAY_MS ? [findingOf('certificate-ends', { holder, end: end.toISOString() })] : [];
}

export function hostFaults(certificate: X509Certificate, holder: string, host: string): readonly Finding[] {
  const bare = host.replaceAll(/[[\]]/g, '');
  const named = isIP(bare) === 0 ? certificate.checkHost(bare) : certificate.checkIP(bare);
  return named === undefined ? [findingOf('certificate-of-other-host', { holder, host })] : [];
}

/** Looks at the certificates of authorities in a file that a setting names: one that lasts is enough. */
export function authorityFaults(setting: string, file: string, now: Date): readonly Finding[] {
  try {
    const certificates = (readFileSync(file, 'utf8').match(PEM) ?? []).map((pem) => new X509Certificate(pem));
    const [last] = certificates.toSorted((one, other) => other.validToDate.getTime() - one.validToDate.getTime());
    if (!last) return [findingOf('certificate-unreadable', { file, setting })];
    return endFaults(last, `the authorities in ${file} (${setting})`, now);
  } catch {
    return [findingOf('certificate-unreadable', { file, setting })];
  }
}

/** The certificate that a server shows; undefined if it can't be reached. Nothing is sent to it. */
function certificateAt(host: string, port: number): Promise<X509Certificate | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, servername: isIP(host) === 0 ? host : '', rejectUnauthorized: false });
    const end = (certificate?: X509Certificate): void => {
      socket.destroy();
      resolve(certificate);
    };
    socket.setTimeout(ANSWER_MS_MAX, () => end());
    socket.once('error', () => end());
    socket.once('secureConnect', () => end(socket.getPeerX509Certificate()));
  });
}

const FILES_OF_AUTHORITIES = ['KAFKA_CA_FILE', 'WEBHOOK_CA_FILE', 'NODE_EXTRA_CA_CERTS'];

/** @param skip told of each address whose server can't be reached from here */
export async function lookAtCertificates(
  { env, dataDir }: Pick<ExaminedInstallation, 'env' | 'dataDir'>,
  skip: (because: string) => void,
): Promise<readonly Finding[]> {
  const now = new Date();
  const config = gatewayService.config(env);
  const own = join(dataDir, 'tls', 'server.pem');
  const found: Finding[] = [];
  if (config.tls && existsSync(own)) {
    found.push(...endFaults(new X509Certificate(readFileSync(own)), `the gateway (${own})`, now));
  }
  for (const setting of FILES_OF_AUTHORITIES) {
    const file = env[setting];
    if (file) found.push(...authorityFaults(setting, file, now));
  }
  const shown = publicAddresses(config).filter((address) => address.url.protocol === 'https:' && !isLocal(address));
  for (const { setting, url } of shown) {
    const holder = `the server at ${url.host} (${setting})`;
    const certificate = await certificateAt(url.hostname.replaceAll(/[[\]]/g, ''), Number(url.port || 443));
    if (certificate)
      found.push(...endFaults(certificate, holder, now), ...hostFaults(certificate, holder, url.hostname));
    else skip(`${holder} can't be reached from here`);
  }
  return found;
}
