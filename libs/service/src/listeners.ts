import { hostname } from 'node:os';
import type { INestApplication } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { BodyPipe } from '@halyard/input';
import {
  ErrorFilter,
  InProcessHttpAdapter,
  type InProcessServices,
  JudgedBodiesGuard,
  ServiceFastifyAdapter,
  type ServiceFastifyOptions,
} from '@halyard/http';
import type { Logger } from '@halyard/observability';
import { listening } from './listening.js';
import type { ServiceListener } from './service-host.js';

/** Makes an application judge the bodies it gets, read them by their DTO classes, and answer errors as documents. */
function answerDocuments(app: INestApplication, logger: Logger): void {
  app.useGlobalGuards(new JudgedBodiesGuard());
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(new ErrorFilter(app.getHttpAdapter(), { log: logger }));
}

/** Makes a listener for the callers in this process. */
export function inProcessListener(service: ServiceName, services: InProcessServices): ServiceListener {
  const adapter = new InProcessHttpAdapter();
  return {
    adapter,
    async open(app, logger, idempotency) {
      answerDocuments(app, logger);
      if (idempotency) adapter.useIdempotency(idempotency);
      await app.init();
      services.register(service, adapter);
    },
    drain: (timeoutMs) => adapter.drain(timeoutMs),
  };
}

export interface HttpListenerOptions extends ServiceFastifyOptions {
  readonly host: string;
  /** The port. With 0, the system chooses one. */
  readonly port: number;
}

/** Makes a listener for the other services, over HTTP. */
export function httpListener({ host, port, ...options }: HttpListenerOptions): ServiceListener {
  const adapter = new ServiceFastifyAdapter(options);
  return {
    adapter,
    async open(app, logger, idempotency) {
      answerDocuments(app, logger);
      if (idempotency) adapter.useIdempotency(idempotency);
      await listening('SERVICE_PORT', port, () => app.listen(port, host));
      logger.info({ url: reachableUrl(await app.getUrl(), host) }, 'listening');
    },
    drain: (timeoutMs) => adapter.drain(timeoutMs),
  };
}

/** The address for other machines: a process that listens on all addresses, as in a container, is known by its host's name. */
export function reachableUrl(url: string, host: string): string {
  const isEveryAddress = ['0.0.0.0', '::'].includes(host);
  return isEveryAddress ? `http://${hostname()}:${new URL(url).port}` : url;
}
