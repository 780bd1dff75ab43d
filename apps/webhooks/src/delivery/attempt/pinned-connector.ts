import type { LookupFunction } from 'node:net';
import { createSecureContext, rootCertificates } from 'node:tls';
import { isNativeError } from 'node:util/types';
import { buildConnector } from 'undici';
import type { AddressPolicy } from '../../address-policy.js';
import type { ResolvedAddress } from '../../subscription/address-guard.js';
import { portOf, resolveAllowed } from '../../subscription/address-guard.js';

interface PinnedConnectorOptions {
  readonly policy: AddressPolicy;
  readonly timeoutMs: number;
  /** Certificates, as PEM, of authorities that are trusted in addition to the public ones. */
  readonly authorities: string | undefined;
  /** Looks up names. Default: through the system. */
  readonly ask?: (host: string) => Promise<readonly ResolvedAddress[]>;
}

/** Makes a lookup that returns the checked addresses, whatever name it is asked for. */
const pinnedTo =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * Checks the address of each connection, and connects to exactly the address that was checked: a name can't change its
 * address in between. TLS still verifies the name.
 */
export function pinnedConnector({
  policy,
  timeoutMs,
  authorities,
  ask,
}: PinnedConnectorOptions): buildConnector.connector {
  // The certificates are parsed once: parsing all 150 for each connection would cost more than the connection.
  const trust = authorities !== undefined && {
    secureContext: createSecureContext({ ca: [...rootCertificates, authorities] }),
  };
  return (options, callback) => {
    resolveAllowed(options.hostname, portOf(options), policy, ask).then(
      (addresses) => {
        // Uses only HTTP/1.1, in which closing the connection ends an answer that is too long.
        const connect = buildConnector({ allowH2: false, timeout: timeoutMs, lookup: pinnedTo(addresses), ...trust });
        connect(options, callback);
      },
      (error: unknown) => callback(isNativeError(error) ? error : new Error(String(error)), null),
    );
  };
}
