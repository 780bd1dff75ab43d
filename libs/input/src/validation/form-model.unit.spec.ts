import { describe, expect, it } from '@jest/globals';
import { IsIn, IsOptional } from 'class-validator';
import { OnlyWithout } from './conditions.js';
import { formFieldsOf, formsOf } from './form-model.js';
import { Nested, NotAllowed, Required } from './rules.js';
import { Variants } from './variants.js';
import * as words from './vocabulary.js';

class HereDto {
  @IsIn(['US'])
  country!: 'US';

  @words.IsUsState()
  state!: string;
}
class ThereDto {
  @words.IsReadable(9)
  country!: string;
}
@Variants('country', { US: HereDto }, ThereDto)
class PlaceDto {}

class PaperDto {
  @Required()
  @words.IsReadable(9)
  number!: string;
}

class PersonDto {
  @OnlyWithout('paper')
  @Required()
  @words.IsSsn()
  ssn!: string;

  @IsOptional()
  @Nested(() => PaperDto)
  paper?: PaperDto;

  @IsOptional()
  @Nested(() => PaperDto)
  otherPaper?: PaperDto;

  @Nested(() => PlaceDto)
  place!: PlaceDto;

  @IsOptional()
  @NotAllowed()
  nothing?: undefined;
}

class TradeDto {
  @words.IsOneOf({ plain: 'Plain', Food: { cake: 'Cakes', tea: 'Tea' } }, 'The id of a trade.')
  trade!: string;
}

class LinkDto {
  @words.IsReadable(9)
  href!: string;
}
class LinksDto {
  @Nested(() => LinkDto)
  'charge-to'!: LinkDto;
}
class OrderDto {
  @Nested(() => LinksDto)
  _links!: LinksDto;

  @words.IsReadable(9)
  callbackUrl!: string;

  @IsIn(['ach', 'next-day'])
  channel!: string;
}

describe('the labels of a form', () => {
  const [{ fields } = { fields: [] }] = formsOf(OrderDto);

  it('name a link by its relation, and write initials in capitals', () => {
    expect(fields.map(({ label }) => label)).toEqual(['Charge to', 'Callback URL', 'Channel']);
    expect(fields[2]?.options?.map(({ label }) => label)).toEqual(['ACH', 'Next day']);
  });
});

describe('the forms of a class', () => {
  it('are one for each way in which one field stands for another, or a nested object is told by what it says', () => {
    expect(formsOf(PersonDto).map(({ differsBy, fields }) => [differsBy, fields.map(({ path }) => path)])).toEqual([
      [[], ['/ssn', '/place/country', '/place/state']],
      [['other-country'], ['/ssn', '/place/country']],
      [['paper'], ['/paper/number', '/place/country', '/place/state']],
      [
        ['paper', 'other-country'],
        ['/paper/number', '/place/country'],
      ],
    ]);
  });

  it('require all that a body of their kind must have', () => {
    const [whole] = formsOf(PersonDto);
    expect(whole?.fields.every(({ isRequired }) => isRequired)).toBe(true);
    expect(whole?.fields).toMatchObject([{ type: 'sensitive' }, { type: 'hidden', value: 'US' }, { options: {} }]);
    expect(formFieldsOf(PersonDto)).toEqual(whole?.fields);
  });

  it('name options, and the group that each is in', () => {
    expect(formFieldsOf(TradeDto)).toMatchObject([
      {
        options: [
          { key: 'plain', label: 'Plain' },
          { key: 'cake', label: 'Cakes', group: 'Food' },
          { key: 'tea', label: 'Tea', group: 'Food' },
        ],
      },
    ]);
  });
});
