import type { Metrics, MetricsServer } from '@halyard/observability';
import { startMetricsServer } from '@halyard/observability';
import type { SuiteConfig } from './config.js';
import type { OwnPorts } from './own-ports.js';
import { StartFailure } from './start-failure.js';

const DEFAULT_PORT = 9464;
const ANY_PORT = 0;

/**
 * Serves metrics and health.
 *
 * @throws StartFailure when METRICS_PORT was given and can't be listened on
 */
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
  try {
    return await listen(metricsPort);
  } catch (cause) {
    throw new StartFailure(`Port ${metricsPort} can't be listened on: set METRICS_PORT to another one.`, { cause });
  }
}
