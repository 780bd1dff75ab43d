import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { request } from 'undici';
import type { MetricsServer, MetricsServerOptions } from './index.js';
import { Metrics, startMetricsServer } from './index.js';

describe('startMetricsServer', () => {
  let server: MetricsServer | undefined;
  afterEach(() => server?.close());

  async function get(path: string, checks: Pick<MetricsServerOptions, 'ready'> = {}, method = 'GET') {
    const metrics = new Metrics();
    metrics.counter({ name: 'seen_total', help: 'Seen' }).inc();
    server = await startMetricsServer({ port: 0, host: '127.0.0.1', registry: metrics.registry, ...checks });
    const { statusCode, headers, body } = await request(`http://127.0.0.1:${server.port}${path}`, { method });
    return { status: statusCode, type: headers['content-type'], text: await body.text() };
  }

  it('serves the metrics as Prometheus text', async () => {
    const answer = await get('/metrics');
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('text/plain; version=0.0.4') });
    expect(answer.text).toContain('halyard_seen_total 1');
  });

  it.each(['/health/live', '/health/ready?verbose'])('answers 200 to %s when nobody objects', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200 });
  });

  it('answers 503 when a check says no', async () => {
    expect(await get('/health/ready', { ready: () => Promise.resolve(false) })).toMatchObject({ status: 503 });
  });

  it('takes a check that throws for a no', async () => {
    const ready = () => Promise.reject(new Error('database gone'));
    expect(await get('/health/ready', { ready })).toEqual({
      status: 503,
      type: 'text/plain; charset=utf-8',
      text: 'unavailable\n',
    });
  });

  it('asks nobody whether it is live', async () => {
    const ready = jest.fn(() => false);
    expect(await get('/health/live', { ready })).toMatchObject({ status: 200, text: 'ok\n' });
    expect(ready).not.toHaveBeenCalled();
  });

  it('serves nothing else', async () => {
    expect(await get('/')).toMatchObject({ status: 404 });
  });

  it('is read-only', async () => {
    expect(await get('/metrics', {}, 'POST')).toMatchObject({ status: 405 });
  });

  it('refuses a port that is taken', async () => {
    server = await startMetricsServer({ port: 0, host: '127.0.0.1', registry: new Metrics().registry });
    await expect(
      startMetricsServer({ port: server.port, host: '127.0.0.1', registry: new Metrics().registry }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
