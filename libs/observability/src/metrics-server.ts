import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { Registry } from 'prom-client';

export interface MetricsServerOptions {
  /** 0 lets the system choose one. */
  readonly port: number;
  readonly host: string;
  readonly registry: Registry;
  /** Whether the process should get requests. */
  readonly ready?: () => boolean | Promise<boolean>;
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

async function answerOf(ask: () => boolean | Promise<boolean>): Promise<boolean> {
  try {
    return await ask();
  } catch {
    return false;
  }
}

function reply(response: ServerResponse, status: number, body: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}

/**
 * Serves `/metrics`, `/health/live` and `/health/ready` (200 or 503) on a port of its own, which is for operators and
 * never public. A process that answers is live. A readiness check that throws counts as not ready.
 */
export async function startMetricsServer(options: MetricsServerOptions): Promise<MetricsServer> {
  const { port, host, registry, ready = () => true } = options;

  const tell = (response: ServerResponse, isWell: boolean): void =>
    reply(response, isWell ? 200 : 503, isWell ? 'ok\n' : 'unavailable\n');
  const routes = new Map<string, (response: ServerResponse) => Promise<void> | void>([
    ['/metrics', async (response) => reply(response, 200, await registry.metrics(), registry.contentType)],
    ['/health/live', (response) => tell(response, true)],
    ['/health/ready', async (response) => tell(response, await answerOf(ready))],
  ]);

  const server = createServer((request, response) => {
    const route = routes.get(request.url?.split('?')[0] ?? '');
    if (!route) return reply(response, 404, 'not found\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply(response, 405, 'method not allowed\n');
    Promise.resolve(route(response)).catch(() => reply(response, 500, 'metrics could not be collected\n'));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
