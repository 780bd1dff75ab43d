import { Injectable } from '@nestjs/common';
import {
  type Operation,
  type ResourceAnswer,
  routeAt,
  type ServiceName,
  sharedServiceRoutes,
  type StoringService,
} from '@halyard/contracts';
import {
  type CheckResult,
  checkResults,
  type CheckStatus,
  checkStatuses,
  healthCheckNames,
  healthChecks,
} from '@halyard/contracts/operations';
import { ServiceCalls } from '@halyard/http';
import { type HealthLook, resultOf, resultsOf } from '@halyard/operators/health-look';
import { GatewayConfig } from '../config.js';
import type { View } from '../rendering/hal.js';
import { RequestBatches } from '../request-log/request-batches.js';
import { Revocations } from '../tokens/revocation/revocations.js';

/** Longer than a service takes for its looks. */
const WAIT_MS = 4_000;

const { checkHealth } = sharedServiceRoutes;

interface Check extends CheckResult {
  readonly service: ServiceName;
}

/** Finds out what is wrong with the installation now, from all services at once. */
@Injectable()
export class InstallationHealth {
  private readonly own: readonly HealthLook[];
  private readonly services: readonly StoringService[];

  constructor(
    private readonly calls: ServiceCalls,
    config: GatewayConfig,
    revocations: Revocations,
    batches: RequestBatches,
  ) {
    this.own = [revocationsLook(revocations), ...(config.requestLogMode === 'off' ? [] : [requestLogLook(batches)])];
    this.services = checkHealth.owners.filter((service) => config.console || service !== 'console');
  }

  async find(operation: Operation, { baseUrl }: Pick<View, 'baseUrl'>): Promise<ResourceAnswer<'installation-health'>> {
    const [own, ...others] = await Promise.all([
      resultsOf(this.own),
      ...this.services.map((service) => this.ask(service, operation)),
    ]);
    const checks = [...own.map((result): Check => ({ ...result, service: 'gateway' })), ...others.flat()];
    return {
      type: 'resource',
      kind: 'installation-health',
      id: '',
      attributes: {
        status: worstOf(checks),
        checks: checks.toSorted(inOrder).map(({ name, service, status, since, message }) => ({
          ...{ name, service, status },
          ...(since !== undefined && { since }),
          message,
          help: `${baseUrl}/docs/${healthChecks[name].page}/`,
        })),
      },
      links: {},
    };
  }

  /** A service that does not answer in time is the only check of that service. */
  private async ask(service: StoringService, operation: Operation): Promise<Check[]> {
    const route = routeAt(checkHealth, service);
    const answer = await this.calls.requestWithin(WAIT_MS, route, undefined, operation).catch(() => undefined);
    const { data } = checkResults.safeParse(answer);
    const answers = resultOf('service-answers', data ? 'well' : { message: 'The service does not answer.' });
    return [answers, ...(data?.checks ?? [])].map((result) => ({ ...result, service }));
  }
}

const revocationsLook = (revocations: Revocations): HealthLook => ({
  check: 'revocations-old',
  look: () => {
    const since = revocations.oldSince(healthChecks['revocations-old'].above);
    return since && { message: 'The gateway has not heard from auth what has ended.', since };
  },
});

const requestLogLook = (batches: RequestBatches): HealthLook => ({
  check: 'request-log',
  look: () => {
    const since = batches.failingSince;
    return since && { message: 'Requests are not recorded: the log of requests does not take them.', since };
  },
});

const gravity = (status: CheckStatus): number => checkStatuses.indexOf(status);

const worstOf = (checks: readonly Check[]): CheckStatus =>
  checkStatuses[Math.max(0, ...checks.map(({ status }) => gravity(status)))] ?? 'ok';

const inOrder = (a: Check, b: Check): number =>
  gravity(b.status) - gravity(a.status) || healthCheckNames.indexOf(a.name) - healthCheckNames.indexOf(b.name);
