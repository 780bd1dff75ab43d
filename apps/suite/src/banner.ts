import type { GatewayAddresses } from '@halyard/gateway';
import type { Connection } from './demo/hal-client.js';

interface Started {
  readonly addresses: GatewayAddresses;
  readonly metricsUrl: string;
  readonly demo: Connection;
}

/**
 * What a user who has just started the suite needs to know, with lines to paste; `more` is about this way of running.
 */
export function banner({ addresses, metricsUrl, demo }: Started, more: readonly string[] = []): string {
  const { baseUrl, redirectUrl, authorityFile } = addresses;
  const trust = authorityFile === undefined ? '' : `--cacert ${authorityFile} `;
  const lines = [
    `Halyard at ${baseUrl}${redirectUrl === undefined ? '' : `; ${redirectUrl} redirects there`}`,
    '',
    `  account  ${demo.accountId}`,
    `  key      ${demo.key}`,
    `  secret   ${demo.secret}`,
    `  metrics  ${metricsUrl}`,
    ...more,
    '',
    'Try it: npm run tour, or',
    '',
    `  curl -s ${trust}-u ${demo.key}:${demo.secret} -d grant_type=client_credentials ${baseUrl}/token`,
    ...(authorityFile === undefined ? [] : ['', 'Node clients:', '', `  export NODE_EXTRA_CA_CERTS=${authorityFile}`]),
  ];
  return `\n${lines.join('\n')}\n`;
}
