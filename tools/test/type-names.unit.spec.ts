import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { typeNames } from '../eslint/type-names.ts';

describe('the name of a type', () => {
  const root = mkdtempSync(join(tmpdir(), 'halyard-types-'));
  const faultsOf = (text: string, file = 'apps/a/src/here.ts'): string[] =>
    new Linter({ cwd: root })
      .verify(text, [{ ...typeNames, languageOptions: { parser: tseslint.parser } }], join(root, file))
      .map(({ messageId, message }) => messageId ?? message);

  beforeAll(() => {
    const files = {
      'apps/a/src/there.ts': 'export interface Payment {}\ninterface Local {}\n',
      'apps/b/src/there.ts': 'export class Refund {}\n',
      'libs/all/src/there.ts': 'export type Money = string;\n',
      'libs/client/src/there.ts': 'export type Cursor = string;\n',
    };
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(['interface Told {}', 'type Keyed = string;', 'class Asking {}', 'export interface Given {}'])(
    'is no bare participle: %s',
    (text) => {
      expect(faultsOf(text)).toEqual(['participle']);
    },
  );

  it.each(['interface ToldFact {}', 'class KeyedRequests {}', 'type Posting = string;', 'const Told = 1;'])(
    'may be a noun: %s',
    (text) => {
      expect(faultsOf(text)).toEqual([]);
    },
  );

  it.each(['export interface Payment {}', 'export type Money = number;', 'export abstract class Money {}'])(
    'is not that of another type which a reader may mean: %s',
    (text) => {
      expect(faultsOf(text)).toEqual(['twice']);
    },
  );

  it.each([
    ['export class Refund {}', 'apps/a/src/here.ts'],
    ['export type Cursor = number;', 'apps/a/src/here.ts'],
    ['interface Payment {}', 'apps/a/src/here.ts'],
    ['export interface Local {}', 'apps/a/src/here.ts'],
    ['export interface Payment {}', 'apps/a/src/there.ts'],
    ['export type Money = number;', 'libs/client/src/here.ts'],
  ])('may be that of a type which no reader means: %s in %s', (text, file) => {
    expect(faultsOf(text, file)).toEqual([]);
  });
});
