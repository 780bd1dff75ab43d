import { createServer, type IncomingMessage, type Server } from 'node:http';
import { validationError } from '@halyard/core';
import { linger } from './linger.js';
import { answerAsOurs, serverOptions } from './listeners.js';
import { hostIn } from '../host.js';
import type { OwnAnswers } from './own-answers.js';
import { settleSingleFields } from './single-fields.js';

const HTTPS_DEFAULT_PORT = 443;

function secureLocation({ url = '/', headers }: IncomingMessage, httpsPort: number): string {
  const host = hostIn(headers.host ?? '') ?? 'localhost';
  const authority = httpsPort === HTTPS_DEFAULT_PORT ? host : `${host}:${httpsPort}`;
  return `https://${authority}${pathAndQuery(url)}`;
}

/** A request target in absolute form (RFC 9112, 3.2.2) names the host once more. */
const pathAndQuery = (url: string): string => {
  const path = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
};

/** Plain HTTP only sends clients to HTTPS (service-api.md, "What the service does", 5). */
export function createRedirectServer(own: OwnAnswers, httpsPort: () => number): Server {
  const server = createServer(serverOptions, (request, response) => {
    request.resume();
    linger(request);
    const faults = settleSingleFields(request);
    if (faults.length > 0) own.refuse(request, response, validationError(...faults));
    else own.redirect(request, response, secureLocation(request, httpsPort()));
  });
  answerAsOurs(server, own);
  return server.on('clientError', own.unreadable);
}
