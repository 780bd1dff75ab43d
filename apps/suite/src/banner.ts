import type { GatewayAddresses } from '@halyard/gateway';
import type { Connection } from './demo/hal-client.js';

interface Started {
  readonly addresses: GatewayAddresses;
  readonly metricsUrl: string;
  readonly demo: Connection;
  /** The file that has the credentials of the demo account. */
  readonly demoFile: string;
}

/**
 * What a user who has just started the suite needs to know, with lines to paste. It shows the secret to a person at a
 * terminal, and to nothing that may store it.
 *
 * @param more lines about this way of running
 */
export function banner(
  { addresses, metricsUrl, demo, demoFile }: Started,
  { isTTY = false }: { readonly isTTY?: boolean },
  more: readonly string[] = [],
): string {
  const { baseUrl, redirectUrl, authorityFile } = addresses;
  const trust = authorityFile === undefined ? '' : `--cacert ${authorityFile} `;
  const lines = [
    `Halyard at ${baseUrl}${redirectUrl === undefined ? '' : `; ${redirectUrl} redirects there`}`,
    '',
    `  account  ${demo.accountId}`,
    `  key      ${demo.key}`,
    `  secret   ${isTTY ? demo.secret : `in ${demoFile}`}`,
    `  metrics  ${metricsUrl}`,
    ...more,
    '',
    'Try it: npm run tour, or',
    '',
    `  curl -s ${trust}-u ${demo.key}:${isTTY ? demo.secret : '<secret>'} -d grant_type=client_credentials ${baseUrl}/token`,
    ...(authorityFile === undefined ? [] : ['', 'Node clients:', '', `  export NODE_EXTRA_CA_CERTS=${authorityFile}`]),
  ];
  return `\n${lines.join('\n')}\n`;
}
