import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { newId } from '@halyard/core';
import { clientErrorHandler } from './client-errors.js';
import { AUTHORITY } from './origin.js';

const HTTPS_DEFAULT_PORT = 443;

/** The HTTPS equivalent of what was asked for. */
export function secureLocation({ url = '/', headers }: IncomingMessage, httpsPort: number): string {
  const host = AUTHORITY.exec(headers.host ?? '')?.[1] ?? 'localhost';
  const authority = httpsPort === HTTPS_DEFAULT_PORT ? host : `${host}:${httpsPort}`;
  return `https://${authority}${pathAndQuery(url)}`;
}

/** A request target in absolute form (RFC 9112, 3.2.2) names the host once more. */
const pathAndQuery = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
};

/** Plain HTTP does nothing but send clients to HTTPS (service-api.md, "What the service does", 5). */
export function createRedirectServer(httpsPort: () => number): Server {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    request.resume();
    response
      .writeHead(302, {
        Location: secureLocation(request, httpsPort()),
        'x-request-id': newId(),
        'access-control-allow-origin': '*',
        'content-length': 0,
      })
      .end();
  };
  return createServer(answer).on('clientError', clientErrorHandler);
}
