import type { IncomingMessage } from 'node:http';
import { CONSOLE_API } from '@halyard/contracts/console';

const ofConsole = new WeakSet<IncomingMessage>();

export const isOfConsole = (request: IncomingMessage): boolean => ofConsole.has(request);

/** The API address that a page of the console requests; undefined for any other request. */
export function apiTargetOf(request: IncomingMessage): string | undefined {
  const { url = '' } = request;
  if (!url.startsWith(`${CONSOLE_API}/`)) return undefined;
  ofConsole.add(request);
  return url.slice(CONSOLE_API.length);
}
