import { describe, expect, it } from '@jest/globals';
import { Conditions, type FilterConditions, isFiltered } from './conditions.js';
import { anywhere } from './like.js';

interface Filters {
  readonly from?: number;
  readonly states?: readonly string[];
  readonly name?: string;
}

const conditions: FilterConditions<Filters> = {
  from: 'number >=',
  states: 'state = ANY',
  name: (name, parameter, way) => `${way === 'walk' ? 'lower(name)' : 'name'} LIKE ${parameter(anywhere(name))}`,
};

describe('the conditions of a list', () => {
  it.each<[string, Filters, string, unknown[]]>([
    ['no filter', {}, 'owner = ($1)', ['o']],
    ['one', { from: 0 }, 'owner = ($1) AND number >= ($2)', ['o', 0]],
    [
      'all, in the order of their declaration',
      { name: 'x', states: [], from: 1 },
      'owner = ($1) AND number >= ($2) AND state = ANY ($3) AND name LIKE $4',
      ['o', 1, [], '%x%'],
    ],
    ['a value that is SQL', { name: `'); --` }, 'owner = ($1) AND name LIKE $2', ['o', `%'); --%`]],
  ])('are those of %s', (_, filters, where, values) => {
    const asked = new Conditions().add('owner =', 'o').addAll(conditions, filters);
    expect([asked.where, asked.values]).toEqual([where, values]);
  });

  it('may differ by the way to a page', () =>
    expect(new Conditions('walk').addAll(conditions, { name: 'x' }).where).toBe('lower(name) LIKE $1'));

  it.each<[Filters & { readonly limit?: number }, boolean]>([
    [{}, false],
    [{ from: undefined }, false],
    [{ limit: 25 }, false],
    [{ from: 0 }, true],
    [{ states: [] }, true],
    [{ name: '' }, true],
  ])('are asked for by %j: %s', (filters, asked) => expect(isFiltered(conditions, filters)).toBe(asked));
});
