import type { IncomingMessage } from 'node:http';
import { CONSOLE_API } from '@halyard/contracts';

const ofConsole = new WeakSet<IncomingMessage>();

/** Whether a page of the console sent a request. */
export const isOfConsole = (request: IncomingMessage): boolean => ofConsole.has(request);

/** The address of the API that a page of the console asks for; undefined for any other request. */
export function apiTargetOf(request: IncomingMessage): string | undefined {
  const { url = '' } = request;
  if (!url.startsWith(`${CONSOLE_API}/`)) return undefined;
  ofConsole.add(request);
  return url.slice(CONSOLE_API.length);
}
