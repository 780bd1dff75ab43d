import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '@halyard/config';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fundingSourcesConfig } from '../config.js';
import { BankDirectory } from './bank-directory.js';

describe('the directory of banks', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'banks-'));
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  const fileOf = (text: string): string => {
    const file = join(dir, 'banks.csv');
    writeFileSync(file, text);
    return file;
  };

  it('knows the test bank alone where no file is named', () => {
    const directory = BankDirectory.read(undefined);
    expect(['222222226', '011000015'].map((number) => directory.nameOf(number))).toEqual([
      'SANDBOX TEST BANK',
      'UNNAMED BANK',
    ]);
  });

  it('names banks as the file does, by lines of any kind of end, padded or not', () => {
    const directory = BankDirectory.read(fileOf('011000015,FEDERAL RESERVE BANK   \r\n\n021000021,Chase, N.A.\n'));
    expect(['011000015', '021000021', '222222226'].map((number) => directory.nameOf(number))).toEqual([
      'FEDERAL RESERVE BANK',
      'Chase, N.A.',
      'SANDBOX TEST BANK',
    ]);
  });

  it.each([
    ['a number that is none', '011000016,A Bank'],
    ['no name', '011000015,   '],
    ['a name without an end', `011000015,${'a'.repeat(101)}`],
    ['a control character', '011000015,A\u0007Bank'],
    ['another format', '{"011000015":"A Bank"}'],
  ])('refuses %s, and says in which line', (_, line) => {
    expect(() => BankDirectory.read(fileOf(`021000021,Chase\n${line}`))).toThrow(/BANK_DIRECTORY_FILE .* line 2/);
  });

  it('is checked with the settings', () => {
    const settings = (file: string) => () => fundingSourcesConfig({ BANK_DIRECTORY_FILE: file });
    expect(settings(join(dir, 'none.csv'))).toThrow(ConfigError);
    expect(settings(fileOf('x'.repeat(8 * 1024 * 1024 + 1)))).toThrow(/8 MiB/);
    expect(settings(fileOf('021000021,Chase'))).not.toThrow();
  });
});
