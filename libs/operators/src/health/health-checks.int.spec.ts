import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type DynamicModule, Injectable, Module } from '@nestjs/common';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { type CheckResult, checkResults, healthChecks } from '@halyard/contracts/operations';
import { newId } from '@halyard/core';
import { ConsumersModule, EventConsumer } from '@halyard/messaging';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { eventOf } from '@halyard/testing/messaging';
import { HealthChecksController } from './health-checks.controller.js';
import type { HealthFinding, HealthLook } from './health-look.js';
import { OwnHealthLooks } from './own-health-looks.js';

const PATH = '/internal/health-checks';
const topic: Topic = 'customers.events.v1';
/** The key whose events can't be handled. */
let broken = '';
let own: HealthFinding | undefined;

@Injectable()
class DiaryConsumer extends EventConsumer {
  override readonly name = 'diary';
  override readonly topics = [topic];

  override handle(events: readonly CloudEvent[]): Promise<void> {
    const isBroken = events.some(({ partitionkey }) => partitionkey === broken);
    return isBroken ? Promise.reject(new Error('no ink')) : Promise.resolve();
  }
}

class DiaryLooks extends OwnHealthLooks {
  override list(): readonly HealthLook[] {
    return [{ check: 'money-conserved', look: () => own }];
  }
}

@Module({
  imports: [ConsumersModule.register([DiaryConsumer])],
  controllers: [HealthChecksController],
  providers: [{ provide: OwnHealthLooks, useClass: DiaryLooks }],
})
class Service {
  static readonly dynamic: DynamicModule = { module: Service };
}

/** A service that consumes nothing and has no looks of its own. */
@Module({ controllers: [HealthChecksController] })
class PlainService {
  static readonly dynamic: DynamicModule = { module: PlainService };
}

const resultsAt = async (service: TestService): Promise<readonly CheckResult[]> => {
  const { status, body } = await service.call('GET', PATH, { principal: servicePrincipal('gateway') });
  if (status !== 200 || body.type !== 'fact') throw new Error(JSON.stringify(body));
  return checkResults.parse(body.fact).checks;
};

describe('the health of a service that consumes', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      name: 'transfers',
      config: () => ({}),
      module: () => Service.dynamic,
      entities: [],
      migrations: [],
    });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    [broken, own] = ['', undefined];
    await service.bus.settled();
    await service.dataSource.query(`TRUNCATE inbox, inbox_waiting, inbox_failures, inbox_foreign`);
  });

  const results = () => resultsAt(service);
  const wrong = async () => (await results()).filter(({ status }) => status !== 'ok');

  it('is well, check by check', async () => {
    const names = ['database', 'outbox-old', 'due-work-overdue', 'consumers-behind', 'keys-parked'] as const;
    const models = ['read-models-stopped', 'read-models-behind', 'rebuilds-waiting'] as const;
    expect(await results()).toEqual(
      [...names, ...models, 'money-conserved' as const].map((name) => ({
        ...{ name, status: 'ok', message: healthChecks[name].well },
      })),
    );
  });

  it('is wrong where a key is parked and has waited, and since then', async () => {
    broken = newId();
    const since = service.clock.system().toISOString();
    service.bus.tell(topic, eventOf(broken, 1));
    await service.bus.settled();
    await service.dataSource.query(`UPDATE inbox_failures SET retry_at = NULL WHERE key = $1`, [broken]);
    expect(await wrong()).toEqual([]);
    service.clock.advance((healthChecks['keys-parked'].above + 1) * 1_000);
    const message = 'Messages of 1 resource wait for an operator.';
    expect(await wrong()).toEqual([{ name: 'keys-parked', status: 'warning', since, message }]);
  });

  it('has what only this service looks at', async () => {
    own = { message: 'It does not add up.' };
    expect(await wrong()).toEqual([{ name: 'money-conserved', status: 'failing', message: 'It does not add up.' }]);
  });

  it('is told to the gateway alone', async () => {
    const statusFor = async (principal: ReturnType<typeof applicationPrincipal>) =>
      (await service.call('GET', PATH, { principal })).status;
    expect(await statusFor(applicationPrincipal())).toBe(404);
    expect(await statusFor(servicePrincipal('webhooks') as never)).toBe(403);
  });
});

describe('the health of a service that consumes nothing', () => {
  it('has the checks that every service with a database has', async () => {
    const service = await startTestService({
      name: 'customers',
      config: () => ({}),
      module: () => PlainService.dynamic,
      entities: [],
      migrations: [],
    });
    try {
      expect((await resultsAt(service)).map(({ name }) => name)).toEqual([
        'database',
        'outbox-old',
        'due-work-overdue',
      ]);
    } finally {
      await service.stop();
    }
  });
});
