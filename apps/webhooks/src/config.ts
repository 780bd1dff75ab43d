import { readFileSync } from 'node:fs';
import { ConfigError, Flag, List, loadConfig, Text, Url } from '@halyard/config';
import type { PublicFace } from './event/event-message.js';
import type { AddressPolicy } from './subscription/address-guard.js';
import { parseNetwork } from './subscription/address-guard.js';

/** Settings of the webhooks service, each from the variable of its name. */
export class WebhooksConfig {
  /** What the links of events start with: where clients reach the gateway. */
  @Url(['http', 'https'])
  readonly publicBaseUrl: string = 'https://localhost:8443';

  /** Stands in header names, the user agent and media types. */
  @Text({ matches: /^[a-zA-Z]+$/, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';

  /** CIDRs of special networks that webhooks may be sent into all the same. */
  @List({ wants: 'CIDRs with commas between them' })
  readonly webhookAllowedNetworks: readonly string[] = [];

  /** For an installation that listens on loopback itself. */
  @Flag()
  readonly webhookAllowLoopback: boolean = false;

  /** A file of certificates, as PEM, of authorities that receivers may have theirs from, beside the public ones. */
  @Text({ optional: true })
  readonly webhookCaFile?: string;

  /** Our own ports: never reached through an address that one of the settings above opened. */
  @List({ itemMatches: /^\d{1,5}$/, wants: 'port numbers with commas between them' })
  readonly webhookForbiddenPorts: readonly string[] = [];
}

/** @throws ConfigError */
export function webhooksConfig(env: Readonly<Record<string, string | undefined>>): Readonly<WebhooksConfig> {
  const config = loadConfig(WebhooksConfig, env);
  if (config.webhookAllowedNetworks.some((network) => !parseNetwork(network))) {
    throw new ConfigError(['WEBHOOK_ALLOWED_NETWORKS must be CIDRs with commas between them']);
  }
  return config;
}

export const addressPolicyOf = (config: WebhooksConfig): AddressPolicy => ({
  allowedNetworks: config.webhookAllowedNetworks.flatMap((network) => parseNetwork(network) ?? []),
  allowLoopback: config.webhookAllowLoopback,
  forbiddenPorts: new Set(config.webhookForbiddenPorts.map(Number)),
});

export const publicFaceOf = ({ publicBaseUrl, vendorWord }: WebhooksConfig): PublicFace => ({
  baseUrl: publicBaseUrl,
  vendorWord,
});

/**
 * The certificates that are trusted beside the public ones, as PEM.
 *
 * @throws ConfigError
 */
export function authoritiesOf({ webhookCaFile }: WebhooksConfig): string | undefined {
  if (webhookCaFile === undefined) return undefined;
  try {
    const text = readFileSync(webhookCaFile, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // Said below, without the path: values are not printed.
  }
  throw new ConfigError(['WEBHOOK_CA_FILE must be a file of certificates (PEM)']);
}
