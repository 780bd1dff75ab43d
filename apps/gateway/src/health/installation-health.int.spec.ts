import { storingServices } from '@halyard/contracts';
import { type CheckResult, healthCheckNames, healthChecks } from '@halyard/contracts/operations';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { eventually } from '@halyard/testing/waiting';
import { describe, expect, it } from '@jest/globals';
import { fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const PATH = '/operations/health';
const SINCE = '2026-03-02T12:00:00.000Z';

const results = (...checks: readonly CheckResult[]) => ({ status: 200, body: fact({ checks }) });
const well = (name: CheckResult['name']): CheckResult => ({ name, status: 'ok', message: healthChecks[name].well });
const parked: CheckResult = { name: 'keys-parked', status: 'warning', since: SINCE, message: 'Some wait.' };
const lost: CheckResult = { name: 'money-conserved', status: 'failing', message: 'It does not add up.' };

describe('GET /operations/health', () => {
  const stage = new GatewayStage(() => results(well('database')));

  interface Shown extends CheckResult {
    readonly service: string;
    readonly help: string;
  }
  const look = async (gateway = stage.gateway) => {
    const answer = await gateway.send('GET', PATH, { headers: { host: 'api.test' } });
    const checks = answer.body['checks'] as readonly Shown[];
    return { ...answer, checks, wrong: checks.filter(({ status }) => status !== 'ok') };
  };

  const asked = () => stage.services.calls.filter(({ path }) => path === '/internal/health-checks');

  it('asks every service with a database, and is ok while each says so', async () => {
    const { status, body, checks, wrong } = await look();
    expect([status, body['status'], wrong]).toEqual([200, 'ok', []]);
    expect(
      asked()
        .map(({ service }) => service)
        .sort(),
    ).toEqual([...storingServices].sort());
    expect(checks).toContainEqual({
      ...{ name: 'service-answers', service: 'transfers', status: 'ok', message: 'The service answers.' },
      help: 'http://api.test/docs/runbooks/errors-and-overload/',
    });
    const namesOf = (of: string) => checks.filter(({ service }) => service === of).map(({ name }) => name);
    expect(namesOf('gateway')).toEqual(['revocations-old', 'request-log']);
    expect(namesOf('webhooks')).toEqual(['service-answers', 'database']);
  });

  it('has the worst first, each with its page', async () => {
    stage.services.respond = ({ service }) => {
      if (service === 'webhooks') return results(well('database'), parked);
      return service === 'transfers' ? results(well('database'), lost) : results();
    };
    const { body, checks } = await look();
    expect(body['status']).toBe('failing');
    expect(checks.slice(0, 2)).toEqual([
      { ...lost, service: 'transfers', help: 'http://api.test/docs/runbooks/money-does-not-add-up/' },
      { ...parked, service: 'webhooks', help: 'http://api.test/docs/how-to/replay-parked-messages/' },
    ]);
  });

  it('is a warning while nothing worse is wrong', async () => {
    stage.services.respond = ({ service }) => (service === 'webhooks' ? results(parked) : results());
    const { body, wrong } = await look();
    expect([body['status'], wrong.map(({ name }) => name)]).toEqual(['warning', ['keys-parked']]);
  });

  it('names a service that refuses, answers nonsense or does not answer in time, and shows the others', async () => {
    const never = new Promise<never>(() => undefined);
    stage.services.respond = ({ service }) => {
      if (service === 'auth') return errorAnswer(new DomainError('ServiceUnavailable'));
      if (service === 'customers') return { status: 200, body: fact({ checks: 'none' }) };
      if (service === 'console') throw new TypeError('a fault of the client');
      if (service === 'transfers') return never;
      return service === 'webhooks' ? results(parked) : results();
    };
    const { status, body, wrong } = await look();
    expect([status, body['status']]).toEqual([200, 'failing']);
    const seen = wrong.map(({ name, service, message }) => `${service} ${name}: ${message}`).sort();
    expect(seen).toEqual([
      'auth service-answers: The service does not answer.',
      'console service-answers: The service does not answer.',
      'customers service-answers: The service does not answer.',
      'transfers service-answers: The service does not answer.',
      'webhooks keys-parked: Some wait.',
    ]);
  });

  it('leaves out a check that only a newer service knows', async () => {
    const newer = { ...parked, name: 'moon-phase' as CheckResult['name'] };
    stage.services.respond = ({ service }) => (service === 'webhooks' ? results(newer, parked) : results());
    const { wrong } = await look();
    expect(wrong.map(({ name }) => name)).toEqual(['keys-parked']);
  });

  it('does not ask for a console that is not served', async () => {
    const gateway = await stage.start({ CONSOLE: 'off' });
    try {
      stage.services.respond = ({ service }) =>
        service === 'console' ? errorAnswer(new DomainError('ServiceUnavailable')) : results();
      expect((await look(gateway)).wrong).toEqual([]);
    } finally {
      await gateway.stop();
    }
  });

  it('says since when the log of requests takes nothing', async () => {
    const { services, clock } = stage;
    const away = errorAnswer(new DomainError('ServiceUnavailable'));
    const taken = services.recordAnswer;
    services.recordAnswer = () => away;
    const since = clock.system().toISOString();
    const row = { name: 'request-log', service: 'gateway', status: 'warning', since };
    await eventually('it is wrong', async () => expect((await look()).wrong).toEqual([expect.objectContaining(row)]));
    services.recordAnswer = taken;
    await eventually('it is well', async () => expect((await look()).wrong).toEqual([]));
  });

  it.each(['accountinfofull transactions', 'managecustomers', ''])('is refused to the scopes %j', async (scope) => {
    const { status, body } = await stage.gateway.send('GET', PATH, {
      token: await stage.services.token({ scope }),
    });
    expect([status, body['code']]).toEqual([403, 'InvalidScopes']);
    expect(asked()).toEqual([]);
  });

  it('has a page for each of its names', () => {
    expect(healthCheckNames.map((name) => healthChecks[name].page)).toEqual(
      healthCheckNames.map(() => expect.stringMatching(/^(?:runbooks|how-to)\/[a-z-]+$/)),
    );
  });
});
