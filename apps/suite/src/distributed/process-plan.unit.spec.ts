import { describe, expect, it } from '@jest/globals';
import { planProcesses } from './process-plan.js';
import { replicasOf } from './replicas.js';

describe('planProcesses', () => {
  it('gives each process a port of its own, and none that is meant for others', async () => {
    const found = [8443, 20_000, 20_000, 8080, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006];
    const plan = await planProcesses(replicasOf(['--replicas', 'transfers=2']), [8080, 8443], () =>
      Promise.resolve(found.shift() ?? 0),
    );
    expect(plan.map(({ port }) => port)).toEqual([20_000, 20_001, 20_002, 20_003, 20_004, 20_005, 20_006]);
    expect(plan.at(-1)?.name).toBe('gateway.1');
  });
});
