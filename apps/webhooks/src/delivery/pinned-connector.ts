import type { LookupFunction } from 'node:net';
import { isNativeError } from 'node:util/types';
import { buildConnector } from 'undici';
import type { AddressPolicy, ResolvedAddress } from '../subscription/address-guard.js';
import { portOf, resolveAllowed } from '../subscription/address-guard.js';

/** A lookup that answers nothing but the addresses that were checked, whatever name it is asked for. */
const pinnedTo =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    const [first] = addresses;
    if (all) callback(null, [...addresses]);
    else callback(null, first?.address ?? '', first?.family);
  };

/**
 * Opens connections to checked addresses only. The check is made per connection and the connection goes to the very
 * address that passed, so that a name which changes its address between the two gains nothing. TLS still verifies the
 * name.
 */
export function pinnedConnector(policy: AddressPolicy, timeoutMs: number): buildConnector.connector {
  return (options, callback) => {
    resolveAllowed(options.hostname, portOf(options), policy).then(
      (addresses) => {
        // HTTP/1.1: a response is bounded and abandoned by its connection.
        const connect = buildConnector({ allowH2: false, timeout: timeoutMs, lookup: pinnedTo(addresses) });
        connect(options, callback);
      },
      (error: unknown) => callback(isNativeError(error) ? error : new Error(String(error)), null),
    );
  };
}
