import type { GatewayAddresses } from '@halyard/gateway';
import type { Demo } from './demo/demo-account.js';

interface StartedSuite {
  readonly addresses: GatewayAddresses;
  readonly metricsUrl: string;
  readonly demo: Demo;
  /** The file that has the credentials of the demo account. */
  readonly demoFile: string;
  /** Whether requests and webhooks are lines of the output. */
  readonly hasRequestLines: boolean;
}

const REQUEST_LINES = 'Each request and each webhook is a line below. REQUEST_LINES=off silences them.';

/**
 * The text for a user who has just started the suite, with lines to paste. It shows the secret to a person at a
 * terminal, and to nothing that may store it.
 * @param more lines about this way of running
 */
export function banner(
  { addresses, metricsUrl, demo, demoFile, hasRequestLines }: StartedSuite,
  { isTTY = false }: { readonly isTTY?: boolean },
  more: readonly string[] = [],
): string {
  const { baseUrl, redirectUrl, authorityFile } = addresses;
  const trust = authorityFile === undefined ? '' : `--cacert ${authorityFile} `;
  const lines = [
    `Halyard at ${baseUrl}${redirectUrl === undefined ? '' : `; ${redirectUrl} redirects there`}`,
    '',
    `  account   ${demo.accountId}`,
    `  key       ${demo.key}`,
    `  secret    ${isTTY ? demo.secret : `in ${demoFile}`}`,
    ...loginLines(demo, isTTY ? undefined : demoFile),
    ...(demo.consoleUrl === undefined ? [] : [`  console   ${demo.consoleUrl}`]),
    `  metrics   ${metricsUrl}`,
    ...more,
    '',
    'Try it: npm run tour, or',
    '',
    `  curl -s ${trust}-u ${demo.key}:${isTTY ? demo.secret : '<secret>'} -d grant_type=client_credentials ${baseUrl}/token`,
    ...(authorityFile === undefined ? [] : ['', 'Node clients:', '', `  export NODE_EXTRA_CA_CERTS=${authorityFile}`]),
    ...(hasRequestLines ? ['', REQUEST_LINES] : []),
  ];
  return `\n${lines.join('\n')}\n`;
}

/** @param hiddenIn the file with the passwords, if they must not be shown */
function loginLines({ person, operator }: Demo, hiddenIn: string | undefined): string[] {
  const lineOf = (title: string, login: Demo['person']): string[] =>
    login ? [`  ${title}  ${login.email}, password ${hiddenIn === undefined ? login.password : `in ${hiddenIn}`}`] : [];
  return [...lineOf('owner   ', person), ...lineOf('operator', operator)];
}
