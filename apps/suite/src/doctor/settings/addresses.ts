import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { gatewayService } from '@halyard/gateway';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

type Gateway = ReturnType<typeof gatewayService.config>;

/** An address of the installation for people or programs elsewhere. */
export interface PublicAddress {
  /** The setting that gives it. */
  readonly setting: string;
  readonly url: URL;
}

/** The addresses that settings give, without those that follow from others. */
export function publicAddresses({ addresses }: Gateway): readonly PublicAddress[] {
  const { publicBaseUrl, authUrl, consoleUrl } = addresses;
  const given = { PUBLIC_BASE_URL: publicBaseUrl, AUTH_URL: authUrl, CONSOLE_URL: consoleUrl };
  return Object.entries(given).flatMap(([setting, url]) => (url === undefined ? [] : [{ setting, url: new URL(url) }]));
}

const LOOPBACK = /^(?:(?:[^.]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

export const isLocal = ({ url }: PublicAddress): boolean => LOOPBACK.test(url.hostname);

/** Finds the faults that the settings alone show. */
export function addressFaults(config: Gateway): readonly Finding[] {
  const addresses = publicAddresses(config);
  return [
    ...(config.environment === 'production' ? [...plainAddresses(addresses), ...sharedHosts(config)] : []),
    ...unforwardedHosts(config, addresses),
  ];
}

const plainAddresses = (addresses: readonly PublicAddress[]): readonly Finding[] =>
  addresses
    .filter((address) => address.url.protocol === 'http:' && !isLocal(address))
    .map(({ setting }) => findingOf('address-not-https', { setting }));

/** Pages of people and the API each have a host of their own (ADR 83, 122). */
function sharedHosts({ addresses, console }: Gateway): readonly Finding[] {
  const api = new URL(addresses.apiUrl).host;
  const pages = { AUTH_URL: addresses.url, ...(console && { CONSOLE_URL: addresses.consoleOrigin }) };
  return Object.entries(pages)
    .filter(([, url]) => new URL(url).host === api)
    .map(([setting]) => findingOf('host-shared', { setting }));
}

/** Without FORWARDED_HOSTS, a proxy passes the host on by itself. */
function unforwardedHosts(
  { trustedProxies, forwardedHosts }: Gateway,
  addresses: readonly PublicAddress[],
): readonly Finding[] {
  if (trustedProxies.length === 0 || forwardedHosts.length === 0) return [];
  const believed = new Set(forwardedHosts.map((host) => host.toLowerCase()));
  const hosts = new Set(addresses.map(({ url }) => url.host));
  return [...hosts].filter((host) => !believed.has(host)).map((host) => findingOf('host-not-forwarded', { host }));
}

type Resolve = (host: string) => Promise<unknown>;

/** Finds names that the DNS does not know. */
export async function unknownHosts(
  addresses: readonly PublicAddress[],
  resolve: Resolve = lookup,
): Promise<readonly Finding[]> {
  const looked = addresses
    .filter((address) => !isLocal(address) && isIP(address.url.hostname.replaceAll(/[[\]]/g, '')) === 0)
    .map(async ({ setting, url: { hostname: host } }) => {
      try {
        await resolve(host);
        return [];
      } catch {
        return [findingOf('host-unknown', { host, setting })];
      }
    });
  return (await Promise.all(looked)).flat();
}

export async function lookAtAddresses({ env }: ExaminedInstallation): Promise<readonly Finding[]> {
  const config = gatewayService.config(env);
  return [...addressFaults(config), ...(await unknownHosts(publicAddresses(config)))];
}
