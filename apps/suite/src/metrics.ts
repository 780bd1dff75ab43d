import type { Metrics, MetricsServer } from '@halyard/observability';
import { startMetricsServer } from '@halyard/observability';
import { listening } from '@halyard/service/listening';
import type { SuiteConfig } from './config.js';
import type { OwnPorts } from './own-ports.js';

const DEFAULT_PORT = 9464;
const ANY_PORT = 0;

/** Serves metrics and health. @throws PortTaken if METRICS_PORT was given and can't be listened on */
export async function serveMetrics(
  { metricsPort, host }: SuiteConfig,
  { registry }: Metrics,
  ready: () => boolean | Promise<boolean>,
  ownPorts: OwnPorts,
): Promise<MetricsServer> {
  const listen = async (port: number): Promise<MetricsServer> => {
    const server = await startMetricsServer({ port, host, registry, ready });
    ownPorts.add(server.port);
    return server;
  };
  if (metricsPort === undefined) return listen(DEFAULT_PORT).catch(() => listen(ANY_PORT));
  return listening('METRICS_PORT', metricsPort, () => listen(metricsPort));
}
