import { describe, expect, it } from '@jest/globals';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { Content, ruleOfBody } from './content.js';
import { Nested, Refused, Required } from './rules.js';
import { Variants } from './variants.js';
import { IsDay, IsListOf, IsMoney, IsNotZero, IsSsn, IsText } from './vocabulary.js';

class PassportDto {
  @IsSsn()
  readonly number!: string;
}

class PersonDto {
  @IsIn(['person'])
  readonly type!: 'person';
  @IsText({ pattern: /^.{1,9}$/, description: 'A name.', content: 'name' })
  readonly name!: string;
  @Content('birth-date')
  @IsDay()
  readonly born!: string;
  @Content('passport')
  @Nested(() => PassportDto)
  readonly passport!: PassportDto;
  @IsIn(['US'])
  readonly place!: string;
}

class CompanyDto {
  @IsIn(['company'])
  readonly type!: 'company';
  @Required()
  @IsNotZero()
  @IsMoney()
  readonly capital!: unknown;
  @IsListOf(['a', 'b'])
  readonly branches!: readonly string[];
  @Refused()
  readonly name?: unknown;
  @Nested(() => PassportDto)
  readonly papers!: PassportDto;
  @IsText({ pattern: /^.{1,9}$/, description: 'A place.', content: 'address' })
  readonly place!: string;
}

@Variants('type', { company: CompanyDto }, PersonDto)
class PartyDto {}

class UnsaidDto {
  @IsOptional()
  @IsString()
  readonly remark?: string;
}

class OtherDto {
  @IsText({ pattern: /^.{1,9}$/, description: 'A name.', content: 'address' })
  readonly name!: string;
}

@Variants('type', { other: OtherDto }, PersonDto)
class DisagreeingDto {}

describe('the rule of a body in the log of requests', () => {
  it('follows from what its fields are said to contain, and from the forms of what may be shown', () => {
    const money = { pattern: '^(?:[1-9]\\d{0,9}(?:\\.\\d{1,2})?|0\\.(?:0[1-9]|[1-9]\\d?))$' };
    expect(ruleOfBody(PartyDto)).toEqual({
      fields: {
        type: { forms: [{ words: ['person', 'company'] }] },
        name: 'name',
        born: 'birth-date',
        passport: 'passport',
        place: 'address',
        capital: { forms: [money, { is: 'number', min: 0.01, max: 9_999_999_999.99 }] },
        branches: { items: { forms: [{ words: ['a', 'b'] }] } },
        papers: { fields: { number: 'ssn' } },
      },
    });
  });

  it.each([
    [UnsaidDto, "UnsaidDto.remark: say what it contains, as in @Content('name')"],
    [DisagreeingDto, 'DisagreeingDto.name: its classes do not agree on what it contains'],
  ])('is refused for %p, which does not say it', (dto, message) => {
    expect(() => ruleOfBody(dto)).toThrow(message);
  });
});
