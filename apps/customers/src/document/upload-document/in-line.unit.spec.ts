import { describe, expect, it } from '@jest/globals';
import { InLine } from './in-line.js';

describe('work in line', () => {
  /** Pieces of work that end when they are told to. */
  class Pieces {
    readonly line = new InLine(2);
    readonly begun: string[] = [];
    private readonly ends = new Map<string, (error?: Error) => void>();

    begin(applicationId: string, name: string): Promise<string> {
      return this.line.run(applicationId, () => {
        this.begun.push(name);
        return new Promise((resolve, reject) =>
          this.ends.set(name, (error) => (error ? reject(error) : resolve(name))),
        );
      });
    }

    end(name: string, error?: Error): void {
      this.ends.get(name)?.(error);
    }
  }

  it('runs two pieces at a time for an application, in their order, and holds nobody else up', async () => {
    const pieces = new Pieces();
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => pieces.begin('one', name));
    const other = pieces.begin('two', 'other');
    expect(pieces.begun).toEqual(['a', 'b', 'other']);
    pieces.end('b');
    await b;
    await Promise.resolve();
    expect(pieces.begun).toEqual(['a', 'b', 'other', 'c']);
    pieces.end('a');
    await a;
    await Promise.resolve();
    expect(pieces.begun).toEqual(['a', 'b', 'other', 'c', 'd']);
    for (const name of ['other', 'c', 'd']) pieces.end(name);
    expect(await Promise.all([other, c, d])).toEqual(['other', 'c', 'd']);
  });

  it('goes on after a piece that failed', async () => {
    const pieces = new Pieces();
    const [a, b, c] = ['a', 'b', 'c'].map((name) => pieces.begin('one', name));
    pieces.end('a', new Error('it failed'));
    await expect(a).rejects.toThrow('it failed');
    for (const name of ['b', 'c']) pieces.end(name);
    expect(await Promise.all([b, c])).toEqual(['b', 'c']);
  });
});
