import { createContext } from 'node:vm';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Compile, compilingOnce } from '../jest/compile-once.ts';

const PACKAGE = '/halyard/node_modules/some-package/index.js';

describe('compiling once', () => {
  /** The files that were compiled for a single context. */
  let forOne: string[];
  let compile: Compile;
  beforeEach(() => {
    forOne = [];
    compile = compilingOnce((_, __, { filename }) => forOne.push(filename));
  });

  const inWorld = (globals: object, code: string, filename = PACKAGE) =>
    compile(code, ['exports'], { filename, parsingContext: createContext(globals) });
  const exportsIn = (globals: object, code: string): object => {
    const exports = {};
    (inWorld(globals, code) as (exports: object) => void)(exports);
    return exports;
  };

  it('runs the file of a package in each world with its globals', () => {
    const code = 'exports.who = who; exports.own = Array; // and a comment at its end';
    const [one, other] = ['one', 'other'].map((who) => exportsIn({ who }, code));
    expect([one, other]).toMatchObject([{ who: 'one' }, { who: 'other' }]);
    expect(one).not.toMatchObject({ own: (other as { own: unknown }).own });
  });

  it('compiles it for the first world alone', () => {
    exportsIn({}, 'exports.of = "first"');
    expect(exportsIn({}, 'exports.of = "second"')).toEqual({ of: 'first' });
    expect(forOne).toEqual([]);
  });

  it.each([
    ['a file of ours', 'exports.who = who', '/halyard/libs/core/src/money.ts'],
    ['what imports later', 'exports.late = () => import("late")', '/halyard/node_modules/late/index.js'],
  ])('leaves %s to each world', (_, code, filename) => {
    inWorld({}, code, filename);
    inWorld({}, code, filename);
    expect(forOne).toEqual([filename, filename]);
  });
});
