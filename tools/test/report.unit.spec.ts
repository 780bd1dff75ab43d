import { describe, expect, it } from '@jest/globals';
import { aboveBudget, sumsOf, usageTable } from '../jest/report.ts';

const used = (name: string, cpuSeconds: number, server = false) => ({ name, server, wallSeconds: 2, cpuSeconds });

describe('the end of a run of tests', () => {
  it('tells wall and CPU seconds of each project, CPU seconds of each shared server, and of all', () => {
    const sums = sumsOf([
      used('libs/core', 1.2),
      used('apps/auth', 30),
      used('libs/core', 2.2),
      used('Postgres', 9, true),
    ]);
    expect(usageTable(sums)).toEqual([
      '    wall     CPU  project',
      '     2 s    30 s apps/auth',
      '     4 s     3 s libs/core',
      '             CPU  shared server',
      '             9 s Postgres',
      '            42 s in all',
    ]);
  });

  it('has a line for a project that used a third more than its budget, and none for others', () => {
    const sums = sumsOf([used('apps/auth', 41), used('apps/cli', 39), used('libs/new', 5)]);
    expect(aboveBudget(sums, { 'apps/auth': 30, 'apps/cli': 30 })).toEqual([
      'apps/auth used 41 CPU seconds, more than a third above its budget of 30 (tools/jest/budget.json)',
    ]);
  });

  it('has no such line where a run has no budget yet', () => {
    expect(aboveBudget(sumsOf([used('apps/auth', 41)]))).toEqual([]);
  });
});
