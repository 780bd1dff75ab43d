import { describe, expect, it } from '@jest/globals';
import { spreadOverTurns, turnEnd, TurnStarts } from './turns.js';

/** What was called by the end of each turn, as long as `isOver` does not hold. */
async function byTurn(called: readonly number[], isOver: () => boolean): Promise<number[][]> {
  const seen = [[...called]];
  while (!isOver()) {
    await turnEnd();
    seen.push([...called]);
  }
  return seen;
}

describe('spreadOverTurns', () => {
  it.each([
    { items: [], perTurnMax: 2, after: [[]] },
    { items: [1], perTurnMax: 2, after: [[1]] },
    { items: [1, 2], perTurnMax: 2, after: [[1, 2]] },
    {
      items: [1, 2, 3, 4, 5],
      perTurnMax: 2,
      after: [
        [1, 2],
        [1, 2, 3, 4],
        [1, 2, 3, 4, 5],
      ],
    },
  ])(
    'calls at most $perTurnMax of $items in one turn, the first ones at once',
    async ({ items, perTurnMax, after }) => {
      const called: number[] = [];
      const spread = spreadOverTurns(items, perTurnMax, (item) => called.push(item));
      expect(await byTurn(called, () => called.length === items.length)).toEqual(after);
      await spread;
    },
  );

  it('passes the index of each item', async () => {
    const called: [string, number][] = [];
    await spreadOverTurns(['a', 'b'], 1, (item, index) => called.push([item, index]));
    expect(called).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });
});

describe('TurnStarts', () => {
  it('begins what was added in one turn at its end, so many per turn, in order', async () => {
    const begun: number[] = [];
    const starts = new TurnStarts(2);
    for (const one of [1, 2, 3]) starts.add(() => begun.push(one));
    expect(await byTurn(begun, () => begun.length === 3)).toEqual([[], [1, 2], [1, 2, 3]]);
  });

  it('begins what another start adds only after all that were added before', async () => {
    const begun: string[] = [];
    const starts = new TurnStarts(1);
    starts.add(() => {
      begun.push('first');
      starts.add(() => begun.push('added by the first'));
    });
    starts.add(() => begun.push('second'));
    for (let turn = 0; turn < 3; turn += 1) await turnEnd();
    expect(begun).toEqual(['first', 'second', 'added by the first']);
  });
});
