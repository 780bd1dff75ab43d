import { describe, expect, it } from '@jest/globals';
import { withTables } from '../money/document.ts';
import { textOf } from './support/yaml.ts';

describe('docs/money.md', () => {
  it('has the pictures and tables that npm run money makes of flows, topics and return codes', async () => {
    const page = textOf('docs/money.md');
    expect(page).toBe(await withTables(page));
  });

  it('names the place that is missing', () => {
    expect(() => withTables('# How money moves')).toThrow('no place for flows');
  });
});
