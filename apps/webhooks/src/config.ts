import { readFileSync } from 'node:fs';
import { ConfigError, Flag, Int, List, loadConfig, OneOf, Text, Url } from '@halyard/config';
import type { RequestLogForm } from '@halyard/observability';
import { type AddressPolicy, parseNetwork } from './address-policy.js';

export class WebhooksConfig {
  /** The gateway's address for clients. Links in events begin with it. */
  @Url(['http', 'https'])
  readonly publicBaseUrl: string = 'https://localhost:8443';

  /** A word for header names, the user agent and media types. */
  @Text({ matches: /^[a-zA-Z]+$/, wants: 'a word of letters' })
  readonly vendorWord: string = 'service';

  /** Special-purpose networks, as CIDRs, to which webhooks may still be sent. */
  @List({ wants: 'CIDRs with commas between them' })
  readonly webhookAllowedNetworks: readonly string[] = [];

  /** Allows loopback addresses, for an installation that itself listens on loopback. */
  @Flag()
  readonly webhookAllowLoopback: boolean = false;

  /** A PEM file with certificates of authorities that are trusted for receivers, in addition to the public ones. */
  @Text({ optional: true })
  readonly webhookCaFile?: string;

  /** Halyard's own ports. Webhooks never reach them, even at an address that one of the settings above allows. */
  @List({ itemMatches: /^\d{1,5}$/, wants: 'port numbers with commas between them' })
  readonly webhookForbiddenPorts: readonly string[] = [];

  /** One line on standard output for each attempt: `text` for people, `json` for machines. */
  @OneOf(['text', 'json', 'off'])
  readonly requestLines: RequestLogForm = 'off';

  /** How many days the request log is kept. */
  @Int({ min: 1, max: 3_650 })
  readonly requestLogDays: number = 30;
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

export interface PublicFace {
  readonly baseUrl: string;
  readonly vendorWord: string;
}

export const publicFaceOf = ({ publicBaseUrl, vendorWord }: WebhooksConfig): PublicFace => ({
  baseUrl: publicBaseUrl,
  vendorWord,
});

/** The certificates that are trusted in addition to the public ones, as PEM. @throws ConfigError */
export function authoritiesOf({ webhookCaFile }: WebhooksConfig): string | undefined {
  if (webhookCaFile === undefined) return undefined;
  try {
    const text = readFileSync(webhookCaFile, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // The error is thrown below, without the path, because values of settings are never printed.
  }
  throw new ConfigError(['WEBHOOK_CA_FILE must be a file of certificates (PEM)']);
}
