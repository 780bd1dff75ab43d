import { join } from 'node:path';
import { authService } from '@halyard/auth';
import { consoleService } from '@halyard/console';
import type { Environment } from '@halyard/config';
import { type GatewayAddresses, gatewayService } from '@halyard/gateway';
import { createLogger, Metrics, standardLog } from '@halyard/observability';
import { loadIdentities, loadKeys } from '@halyard/persistence';
import { fundingSourcesService } from '@halyard/funding-sources';
import { transfersService } from '@halyard/transfers';
import { Lifetime, type Program, requireServers } from '@halyard/service';
import { suiteConfig } from '../config.js';
import { DataFolder } from '../data-folder.js';
import { type Demo, demoFileOf, openDemoAccount } from '../demo/demo-account.js';
import { gatewayAddresses } from '../gateway-addresses.js';
import { serveMetrics } from '../metrics.js';
import { OwnPorts } from '../own-ports.js';
import { requirePublicPorts, withPublicPorts } from '../public-ports.js';
import { servicesEnvironment } from '../services-environment.js';
import type { DistributedOptions } from '../start-options.js';
import { environmentsOf } from './environment.js';
import { type Infrastructure, openInfrastructure } from './infrastructure.js';
import { planProcesses, urlOf } from './process-plan.js';
import { inOneLog, Processes } from './processes.js';
import { openServiceClient } from './service-client.js';

/** Ports are tried for some five seconds, since the gateways of a killed suite need a moment to end. */
const PORT_ATTEMPTS = 50;

interface DistributedSuite extends Program {
  readonly addresses: GatewayAddresses;
  readonly metricsUrl: string;
  readonly infrastructure: Infrastructure;
  readonly demo: Demo;
  readonly demoFile: string;
  readonly hasRequestLines: boolean;
  /** From now on, the request lines of the processes are in the log of all. */
  showRequestLines(): void;
  /** File that lists every process with its pid, its address and that of its metrics. */
  readonly processesFile: string;
  /** Replaces one process after the other, while the others serve. */
  rollingRestart(): Promise<void>;
}

/** The log lines of this process itself, each with its line end. */
const ownLines = { write: (line: string): void => void standardLog().write(inOneLog('suite', line.trimEnd())) };

/** Restarts processes that end. @throws StartFailure, ConfigError, KeysError, PortTaken: in words for the user */
export async function startDistributed(
  env: Environment,
  { isFresh, replicas }: DistributedOptions,
): Promise<DistributedSuite> {
  const ownPorts = new OwnPorts();
  const config = await withPublicPorts(suiteConfig(env), ownPorts);
  // The settings are checked before anything is started: a process with bad settings would end the start later.
  transfersService.config(env);
  fundingSourcesService.config(env);
  authService.config(env);
  consoleService.config(env);
  const logger = createLogger({ service: 'suite', level: config.logLevel, destination: ownLines });
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const folder = isFresh ? DataFolder.takeFresh(config) : DataFolder.take(config);
    lifetime.onClose(() => folder.release());
    await requirePublicPorts(config, { attempts: PORT_ATTEMPTS });
    await requireServers(config.adapters);
    const dataDir = folder.path;
    const keysIn = { dir: join(dataDir, 'keys'), env };
    const keys = loadKeys(keysIn);
    const gateway = loadIdentities('gateway', keysIn);
    let isReady = (): boolean => false;
    const metrics = new Metrics();
    metrics.collectRuntime();
    const metricsServer = await serveMetrics(config, metrics, () => isReady(), ownPorts);
    lifetime.onClose(() => metricsServer.close());

    const infrastructure = await openInfrastructure({ config, dataDir, keys, ownPorts, logger, lifetime });
    const plan = await planProcesses(config.console ? replicas : { ...replicas, console: 0 }, ownPorts);
    const environmentOf = environmentsOf({ config, env, dataDir, plan, ownPorts, infrastructure });
    const processesFile = join(dataDir, 'processes.json');
    const processes = new Processes({ plan, environmentOf, file: processesFile, logger });
    isReady = () => processes.ready;
    lifetime.onClose(() => processes.stop());
    await processes.start();

    const addresses = gatewayAddresses(processes.opened);
    const authUrls = plan.filter(({ service }) => service === 'auth').map(urlOf);
    const services = openServiceClient(authUrls, gateway, logger);
    lifetime.onClose(() => services.close());
    const environment = servicesEnvironment(config, env, { dataDir, ownPorts, isWatched: false });
    const { consoleHome: consoleUrl } = authService.config(environment).addresses;
    const auth = { databaseUrl: infrastructure.database.urlOf('auth'), keys, consoleUrl };
    const demo = await openDemoAccount({ services, addresses, dataDir, auth, hasConsole: config.console });
    return {
      addresses,
      metricsUrl: `http://${config.host}:${metricsServer.port}/metrics`,
      infrastructure,
      demo,
      demoFile: demoFileOf(dataDir),
      hasRequestLines: gatewayService.config(environment).requestLines !== 'off',
      showRequestLines: () => processes.showRequestLines(),
      processesFile,
      rollingRestart: () => processes.rollingRestart(),
      stop: () => lifetime.close(),
    };
  });
}
