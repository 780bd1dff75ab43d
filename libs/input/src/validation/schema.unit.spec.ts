import { describe, expect, it } from '@jest/globals';
import { DomainError, isId, isRoutingNumber } from '@halyard/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  ArrayNotContains,
  IsBoolean,
  isEmail,
  IsIn,
  IsInt,
  isIP,
  IsOptional,
  IsPositive,
  IsString,
  Matches,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import { BodyPipe } from './body-pipe.js';
import { RequiresAnyField } from './any-field.js';
import { OnlyWith, OnlyWithout, OptionalOrEmpty } from './conditions.js';
import { IsLinkTo } from './links.js';
import { ListOf, Nested, NotAllowed, Refused, Required } from './rules.js';
import { schemaOf } from './schema.js';
import { Variants } from './variants.js';
import * as words from './vocabulary.js';

class ItemDto {
  @Required()
  @Matches(/^[^\p{Cc}]{1,9}$/u)
  name!: string;
}

class BodyDto {
  @Nested(() => ItemDto)
  item!: ItemDto;

  @IsOptional()
  @ListOf(() => ItemDto, 2)
  items?: ItemDto[];

  @words.IsMoney()
  money!: string;

  @words.IsFewCents()
  cents!: string;

  @words.IsUsState()
  state!: string;

  @words.IsPhone()
  phone!: string;

  @words.IsRoutingNumber()
  routingNumber!: string;

  @words.IsAccountNumber()
  accountNumber!: string;

  @words.IsEmailAddress()
  email!: string;

  @OptionalOrEmpty()
  @words.IsIpAddress()
  ipAddress?: string;

  @words.IsSsn()
  ssn!: string;

  @words.IsOneOf({ a: 'A', more: { b: 'B', '5555': 'C' } }, 'A name.')
  named!: string;

  @words.IsPostalCode()
  postalCode!: string;

  @words.IsCorrelationId()
  correlationId!: string;

  @words.IsDay()
  day!: string;

  @words.IsDayOrTime()
  dayOrTime!: string;

  @IsOptional()
  @words.IsYes()
  yes?: true;

  @IsOptional()
  @words.IsYesOrNo()
  yesOrNo?: boolean | string;

  @words.IsResourceId()
  id!: string;

  @words.IsMetadata()
  metadata!: object;

  @words.IsReadable(5)
  reason!: string;

  @words.IsNoPostOfficeBox()
  @Matches(/^[^\p{Cc}]{1,50}$/u)
  street!: string;

  @IsOptional()
  @ArrayNotContains(['wire'])
  @words.IsListOf(['ach', 'wire'])
  channels?: string[];

  @words.IsWebUrl()
  url!: string;

  @IsLinkTo(['customer', 'account'])
  href!: string;

  @IsIn(['a', 'b'])
  choice!: string;

  @IsOptional()
  @IsBoolean()
  flag?: boolean;

  @IsString()
  @MaxLength(3)
  short!: string;

  @IsInt()
  @IsPositive()
  count!: number;

  @Refused()
  refused?: unknown;

  @OptionalOrEmpty()
  @NotAllowed()
  empty?: unknown;
}

const ID = '0197c0de-0000-7000-8000-000000000001';
const good = {
  item: { name: 'a' },
  money: '1.00',
  cents: 0.05,
  state: 'IA',
  phone: '5555550100',
  routingNumber: '222222226',
  accountNumber: '123',
  email: 'ada@example.com',
  ssn: '1234',
  named: 'b',
  postalCode: '50309',
  correlationId: 'a',
  day: '1970-01-01',
  dayOrTime: '1970-01-01',
  id: ID,
  metadata: {},
  reason: 'because'.slice(0, 5),
  street: '1 Main St',
  url: 'https://example.com',
  href: `/customers/${ID}`,
  choice: 'a',
  short: 'abc',
  count: 1,
};

/** Wrong values that clients send. */
const values: readonly unknown[] = [
  ...Object.values(good),
  ...[
    null,
    '',
    ' ',
    'x',
    0,
    -1,
    1.5,
    0.1,
    0.29,
    12_345,
    1e10,
    true,
    false,
    {},
    [],
    [null],
    { name: '' },
    { name: ' ' },
  ],
  ...[
    '0',
    '0.00',
    '0.09',
    '0.10',
    '01',
    '1.234',
    '9999999999.99',
    '10000000000',
    'TRUE',
    'True',
    'fALSE',
    '1',
    'yes',
    'ZZ',
    'ia',
  ],
  ...['123456789', '12345678901234567', '123456789012345678', '123-45-6789', '50309-0001', '1970-02-30', '5555'],
  ...['192.0.2.1', '::1', '10.0.0.256', 'a b', 'ada@', 'PO Box 12', 'Elm, post office box 3', 'a\u0007b', 'a\0b'],
  ...['http://', 'ftp://a', 'https://a:b@example.com', `https://a/accounts/${ID}`, `/transfers/${ID}`, `/customers/1`],
  ...[['ach'], ['wire'], ['ach', 'ach', 'ach'], 'ach', ['sms'], [{ name: 'a' }], [{ name: 'a' }, { name: '' }], [[]]],
  ...[Array(3).fill({ name: 'a' }), { a: 'b' }, { a: 1 }, { a: 'x'.repeat(255) }, { a: '\0' }, { '\ud800': 'a' }],
  ...[Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`k${index}`, ''])), 'x'.repeat(600), 'because'],
];

const ajv = new Ajv2020({
  allErrors: true,
  strict: true,
  strictRequired: false,
  strictTypes: false,
  multipleOfPrecision: 6,
});
ajv.addFormat('email', isEmail);
ajv.addFormat('ip', (text: string) => isIP(text));
ajv.addFormat('uuid', isId);
ajv.addFormat('date', words.isCalendarDay);
ajv.addFormat('date-time', words.isInstant);
ajv.addFormat('aba-routing-number', isRoutingNumber);
ajv.addFormat('web-url', (text: string) => URL.parse(text)?.username === '');

async function isTaken(dto: new () => object, body: object): Promise<boolean> {
  try {
    await new BodyPipe().transform(body, { type: 'body', metatype: dto });
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Half a character (a lone surrogate) is no text in most languages: schemas need not forbid it, and the server does. */
const isText = (body: object): boolean => !/\\ud[89a-f]/.test(JSON.stringify(body));

async function expectOneMind(dto: new () => object, bodies: readonly object[]): Promise<void> {
  const allows = ajv.compile(schemaOf(dto));
  const told = bodies.map((body) => [body, isText(body) && allows(body)] as const);
  const done = await Promise.all(bodies.map(async (body) => [body, await isTaken(dto, body)] as const));
  expect(told).toEqual(done);
  expect(new Set(done.map(([, taken]) => taken))).toEqual(new Set([true, false]));
}

describe('the schema of a DTO', () => {
  it.each([...Object.keys(good), 'items', 'yes', 'yesOrNo', 'ipAddress', 'channels', 'flag', 'refused', 'empty'])(
    'allows for %s what is taken, and nothing else',
    (field) => expectOneMind(BodyDto, [good, {}, ...values.map((value) => ({ ...good, [field]: value }))]),
  );

  it('tells when a rule holds', async () => {
    class TimesDto {
      @OnlyWith('first', 'second')
      @words.IsPhone()
      first?: string;

      @OnlyWith('first', 'second')
      @words.IsPhone()
      second?: string;
    }
    class StandsForDto {
      @OnlyWithout('token')
      @words.IsPhone()
      phone?: string;

      @IsOptional()
      @IsString()
      token?: string;
    }
    @RequiresAnyField()
    class ChangeDto {
      @IsOptional()
      @Required()
      @words.IsPhone()
      name?: string;

      @IsOptional()
      @words.IsYes()
      removed?: true;
    }
    const some = ['5555550100', '', null, undefined, 7, true];
    const pairs = (one: string, other: string): object[] =>
      some.flatMap((first) =>
        some.map((second) => ({
          ...(first !== undefined && { [one]: first }),
          ...(second !== undefined && { [other]: second }),
        })),
      );
    await expectOneMind(TimesDto, pairs('first', 'second'));
    await expectOneMind(StandsForDto, pairs('phone', 'token'));
    await expectOneMind(ChangeDto, pairs('name', 'removed'));
  });

  it('has a part for each class that a body may be of', async () => {
    class PlainDto {
      @OptionalOrEmpty()
      @IsIn(['plain'])
      type?: string;
    }
    class FancyDto {
      @IsIn(['fancy'])
      type!: string;

      @words.IsPhone()
      phone!: string;
    }
    class LaterDto {
      @NotAllowed()
      type!: never;
    }
    @Variants('type', { fancy: FancyDto, plain: PlainDto, later: LaterDto }, PlainDto)
    class AnyDto {}
    expect(schemaOf(AnyDto)).toMatchObject({ anyOf: [{ title: 'Plain' }, { title: 'Fancy' }] });
    const types = ['plain', 'fancy', 'later', '', null, 'other', 7];
    await expectOneMind(
      AnyDto,
      types.flatMap((type) => [{ type }, { type, phone: '5555550100' }]),
    );
  });

  it('is refused for rules that can only be run', () => {
    class OddDto {
      @ValidateIf(() => true)
      @IsString()
      name?: string;
    }
    class FlaggedDto {
      @Matches(/a/i)
      name!: string;
    }
    expect(() => schemaOf(OddDto)).toThrow('OddDto.name has a condition that cannot be read');
    expect(() => schemaOf(FlaggedDto)).toThrow('only the flag u');
  });
});
