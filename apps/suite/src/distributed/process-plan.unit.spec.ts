import { describe, expect, it } from '@jest/globals';
import { planProcesses } from './process-plan.js';
import { OwnPorts } from '../own-ports.js';
import { replicasOf } from '../replicas.js';

describe('planProcesses', () => {
  it('gives each process ports of its own, and none that is meant for others', async () => {
    const found = [8443, 20_000, 20_000, 8080, ...Array.from({ length: 40 }, (_, index) => 20_001 + index)];
    const ownPorts = new OwnPorts(() => Promise.resolve(found.shift() ?? 0));
    ownPorts.add(8080, 8443);
    const plan = await planProcesses(replicasOf('transfers=2'), ownPorts);
    const given = plan.flatMap(({ port, metricsPorts }) => [port, ...metricsPorts]);
    expect(given).toEqual(Array.from({ length: 24 }, (_, index) => 20_000 + index));
    expect(plan.at(-1)?.name).toBe('gateway.1');
    expect(ownPorts.all).toEqual([8080, 8443, ...given]);
  });
});
