import { describe, expect, it, jest } from '@jest/globals';
import { newId } from '@halyard/core';
import { Irregularities } from '@halyard/observability';
import { applyCorrections } from '../../../test/corrections.js';
import { addBank, addCustomer, bank, FundingSources, openAccount } from '../../../test/funding-sources.js';

const BANKS = 100;
const seeded = (kind: number, n: number): string => String(100_000_000_000 * kind + 7_919 * (n + 1));

describe('numbers of banks, before and after corrections', () => {
  const sources = new FundingSources();

  /** All rows of all tables as text, by table. Sealed columns are in hex there. */
  const dump = async (): Promise<Map<string, string>> => {
    const { dataSource } = sources.service;
    const tables = await dataSource.query<{ name: string }[]>(
      `SELECT format('%I', table_name) AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
    );
    const texts = new Map<string, string>();
    for (const { name } of tables) {
      const [row] = await dataSource.query<{ text: string | null }[]>(
        `SELECT string_agg(row_to_json(line)::text, ' ') AS text FROM ${name} AS line`,
      );
      texts.set(name, row?.text ?? '');
    }
    return texts;
  };

  it('are in no table, event or note as they are, nor are the names of banks outside the table of banks', async () => {
    const noted = jest.spyOn(sources.service.get(Irregularities), 'note');
    const principal = openAccount(sources);
    const given: string[] = [];
    const names: string[] = [];
    const corrections = [];
    for (let n = 0; n < BANKS; n += 1) {
      const [accountNumber, corrected, strange] = [seeded(1, n), seeded(2, n), seeded(3, n)];
      const name = `Seeded ${String(7_919 * (n + 1))}`;
      const id = await addBank(sources, principal, addCustomer(sources, principal), bank({ accountNumber, name }));
      given.push(accountNumber, corrected, strange);
      names.push(name);
      corrections.push(
        { fundingSourceId: id, corrected: { accountNumber: corrected } },
        { fundingSourceId: n % 2 ? newId() : id, corrected: { accountNumber: `${strange}X` } },
      );
    }
    expect((await applyCorrections(sources.service, corrections)).status).toBe(200);
    const texts = await dump();
    expect([texts.get('applied_corrections'), texts.get('history')]).toEqual([
      expect.stringContaining('C01'),
      expect.stringContaining('funding-source-updated'),
    ]);
    const all = [...texts.values(), JSON.stringify(noted.mock.calls)].join(' ');
    const hexOf = (text: string): string => Buffer.from(text).toString('hex');
    expect(given.filter((number) => all.includes(number) || all.includes(hexOf(number)))).toEqual([]);
    texts.delete('funding_sources');
    const others = [...texts.values(), JSON.stringify(noted.mock.calls)].join(' ');
    expect(names.filter((name) => others.includes(name))).toEqual([]);
    expect(noted.mock.calls.length).toBe(1);
  });
});
