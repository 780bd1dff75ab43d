import { describe, expect, it } from '@jest/globals';
import { AREAS, readSources, type Source } from '../faults/areas.ts';
import { changesOf } from '../faults/changes.ts';
import { draw } from '../faults/draw.ts';
import { faultOf, withFault } from '../faults/fault.ts';

const ROOT = `${import.meta.dirname}/../..`;

/** The text with each of its faults. */
const faultyTexts = (text: string): string[] =>
  changesOf('a.tsx', text).map(({ start, end, text: change }) => text.slice(0, start) + change + text.slice(end));

const sourcesOf = (text: string): Source[] =>
  AREAS.flatMap((area) => ['a', 'b', 'c'].map((name) => ({ area, file: `${area}/${name}.ts`, text })));
const text = 'const all = 1 < 2;\nconst some = 3 === 3;\nconst none = all && some;\n';

describe('the changes of a source', () => {
  it.each([
    ['a === b;', ['a !== b;']],
    ['a !== b;', ['a === b;']],
    ['a < b;', ['a <= b;']],
    ['a <= b;', ['a < b;']],
    ['a > b;', ['a >= b;']],
    ['a >= b;', ['a > b;']],
    ['a && b;', ['a || b;']],
    ['a || b;', ['a && b;']],
    ['a + 1;', ['a - 1;']],
    ['a - 1;', ['a + 1;']],
    ['a += 1n;', ['a -= 1n;']],
    ['a -= 1n;', ['a += 1n;']],
    ['!a;', ['a;']],
    ['a ?? b;', ['b;']],
    ['a(true);', ['a(false);']],
    ['a(false);', ['a(true);']],
    ['<a b={true} />;', ['<a b={false} />;']],
    ['await a();', [';']],
    ['if (a) b();', ['if (!(a)) b();']],
    ['a ? b : c;', ['!(a) ? b : c;']],
    ['if (a) return b;', ['if (!(a)) return b;', ';']],
    ['if (a) {\n  throw b;\n}', ['if (!(a)) {\n  throw b;\n}', ';']],
  ])('has that of %s', (before, after) => {
    expect(faultyTexts(before)).toEqual(after);
  });

  it.each([
    ['sums of texts', "a + 'b';"],
    ['sums of sums of texts', "'a' + b + c;"],
    ['types', 'let a: true;'],
    ['what an await gives', 'const a = await b();'],
  ])('leaves %s', (_, before) => {
    expect(faultyTexts(before)).toEqual([]);
  });

  it.each([
    ['if (!a) b();', ['if (a) b();']],
    ['a === b ? c : d;', ['a !== b ? c : d;']],
    ['if (a) return b; else c();', ['if (!(a)) return b; else c();']],
  ])('has one of each: %s', (before, after) => {
    expect(faultyTexts(before)).toEqual(after);
  });
});

describe('the text of a fault', () => {
  const repeated = 'first();\nawait a();\nsecond();\nawait a();\n';
  const [, fault = { before: '', after: '' }] = changesOf('a.ts', repeated).map((change) =>
    faultOf('ledger', 'a.ts', repeated, change),
  );

  it('has as many lines before it as tell its place', () => {
    expect(fault).toMatchObject({ line: 4, before: 'second();\nawait a();', after: 'second();\n;' });
  });

  it('is found where lines have moved', () => {
    expect(withFault(`moved();\n${repeated}`, fault)).toBe('moved();\nfirst();\nawait a();\nsecond();\n;\n');
  });

  it.each(['second();\n', repeated + repeated])('is not found where it is not there once', (elsewhere) => {
    expect(withFault(elsewhere, fault)).toBeUndefined();
  });
});

describe('the draw', () => {
  const sources = sourcesOf(text);
  const [first, ...others] = draw(sources, []);

  it('is the same for the same seed, in whatever order the sources are', () => {
    expect(draw(sources.toReversed(), [])).toEqual([first, ...others]);
  });

  it('is another for another seed', () => {
    expect(draw(sources, [], { seed: 1 })).not.toEqual([first, ...others]);
  });

  it('takes twenty, of each area one in turn', () => {
    expect([first, ...others].map((fault) => fault?.area)).toEqual([...AREAS, ...AREAS].slice(0, 20));
  });

  it('takes at most one of a file', () => {
    expect(new Set([first, ...others].map((fault) => fault?.file)).size).toBe(20);
  });

  it('takes another of the area in place of one that is excluded, and leaves the others', () => {
    const excluded = first === undefined ? [] : [{ ...first, reason: 'nobody can observe it' }];
    const [instead] = draw(sources, excluded, { count: 1 });
    expect(instead).toMatchObject({ area: first?.area });
    expect(instead).not.toEqual(first);
  });

  it('says where there is too little to draw from', () => {
    expect(() => draw(sources.slice(0, 2), [])).toThrow('there are only 2 files to draw from');
  });
});

describe('the sources that faults are drawn over', () => {
  const files = readSources(ROOT).map(({ area, file }) => `${area}: ${file}`);

  it('are those of every area', () => {
    expect(new Set(readSources(ROOT).map(({ area }) => area))).toEqual(new Set(AREAS));
  });

  it('are each of one area', () => {
    expect(files).toContain('ledger: apps/transfers/src/balance/balance.decider.ts');
    expect(files).not.toContain('transfers: apps/transfers/src/balance/balance.decider.ts');
  });

  it('are written by hand, and no tests', () => {
    expect(files.filter((file) => /\.spec\.|behaviour|migrations|nouns\/table|api\/types/.test(file))).toEqual([]);
  });
});
