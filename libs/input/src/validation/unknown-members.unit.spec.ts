import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { IsOptional, IsString } from 'class-validator';
import { BodyPipe } from './body-pipe.js';
import { RequiresAnyField } from './any-field.js';
import { ListOf, Nested } from './rules.js';
import { judgeMembers, type MemberRules } from './unknown-members.js';
import { Variants } from './variants.js';

class AmountDto {
  @IsString()
  readonly value: unknown;
}

class FeeDto {
  @Nested(() => AmountDto)
  readonly amount!: AmountDto;
}

class PaymentDto {
  @Nested(() => AmountDto)
  readonly amount!: AmountDto;

  @IsOptional()
  @ListOf(() => FeeDto, 5)
  readonly fees?: readonly FeeDto[];

  @IsOptional()
  readonly metadata?: unknown;
}

class PersonDto {
  @IsOptional()
  @IsString()
  readonly birthday?: string;
}
class CompanyDto {
  @IsOptional()
  @IsString()
  readonly website?: string;
}
@Variants('type', { company: CompanyDto }, PersonDto)
class PartyDto {}

@RequiresAnyField()
class ChangeDto {
  @IsOptional()
  @IsString()
  readonly nickname?: string;
}

const pipe = new BodyPipe();
const amount = { value: '1.00' };

async function faults(body: object, judging: Partial<MemberRules> & { dto?: Type<object> } = {}): Promise<unknown> {
  const { dto = PaymentDto } = judging;
  judgeMembers(body, { isStrict: false, answered: {}, atItsLevel: false, ...judging, dto });
  try {
    await pipe.transform(body, { type: 'body', metatype: dto });
    return [];
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.detail.faults?.map(({ code, path, message }) => `${code} ${path} ${message}`);
  }
}

describe('members that nobody knows', () => {
  it('are ignored, but for a misspelling of one that the object lacks', async () => {
    expect(await faults({ amount, note: 'x', constructor: 1 })).toEqual([]);
    expect(await faults({ amount, fee: [] })).toEqual(['Unknown /fee Unknown. Did you mean `fees`?']);
    expect(await faults({ amount, fee: [], fees: null })).toEqual(['Unknown /fee Unknown. Did you mean `fees`?']);
    expect(await faults({ amount, fee: [], fees: [] })).toEqual([]);
    expect(await faults({ amount, fees: [{ amount }, { Amount: amount, amount }] })).toEqual([]);
    expect(await faults({ amount, fees: [{ amount }, { amount: { valeu: '1', ...amount } }] })).toEqual([]);
  });

  it('are told with all other faults, at the place where they stand', async () => {
    expect(await faults({ amount: { Value: '1.00' }, 'meta/data': {} })).toEqual([
      'Unknown /amount/Value Unknown. Did you mean `value`?',
      'Unknown /meta~1data Unknown. Did you mean `metadata`?',
      expect.stringContaining('/amount/value'),
    ]);
    expect(await faults({ amount, fees: [{ amount: { valu: '1' } }] })).toEqual([
      'Unknown /fees/0/amount/valu Unknown. Did you mean `value`?',
      expect.stringContaining('/fees/0/amount/value'),
    ]);
    expect(await faults({ nicknam: 'x' }, { dto: ChangeDto })).toEqual([
      'Unknown /nicknam Unknown. Did you mean `nickname`?',
      expect.stringContaining('Nothing to change'),
    ]);
  });

  it('are refused all by who prefers that, with what is known there', async () => {
    expect(await faults({ amount, note: 'x' }, { isStrict: true })).toEqual([
      'Unknown /note Unknown. Known here: amount, fees, metadata.',
    ]);
    expect(
      await faults(JSON.parse('{"amount": {"value": "1"}, "__proto__": {}}') as object, { isStrict: true }),
    ).toEqual(['Unknown /__proto__ Unknown. Known here: amount, fees, metadata.']);
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`note${n}`, n]));
    expect(await faults({ amount, ...many }, { isStrict: true })).toHaveLength(25);
  });

  it('are never judged within metadata, nor where the resource is answered with them', async () => {
    const answered = { fee: undefined, amount: { currenty: undefined }, _links: { self: undefined } };
    const body = {
      amount: { ...amount, currenty: 'x' },
      fee: [],
      _links: { self: {} },
      _embedded: {},
      verified: false,
    };
    expect(await faults({ ...body, metadata: { metaData: 'x' } }, { isStrict: true, answered })).toEqual([]);
  });

  it('are known where any variant of the body has them', async () => {
    expect(await faults({ website: 'x' }, { dto: PartyDto, isStrict: true })).toEqual([]);
    expect(await faults({ birthda: 'x' }, { dto: PartyDto })).toEqual([
      'Unknown /birthda Unknown. Did you mean `birthday`?',
    ]);
  });

  it('are refused at another level than their own, where that moves money', async () => {
    expect(await faults({ amount, value: '1.00' })).toEqual([]);
    expect(await faults({ amount, value: '1.00' }, { atItsLevel: true })).toEqual([
      'Unknown /value Unknown. Did you mean `amount/value`?',
    ]);
    expect(await faults({ amount: { ...amount, fees: [] } }, { atItsLevel: true })).toEqual([
      'Unknown /amount/fees Unknown. Did you mean `fees`?',
    ]);
  });

  it('are not judged in what services tell each other', async () => {
    expect(await pipe.transform({ amount, fee: [] }, { type: 'body', metatype: PaymentDto })).toMatchObject({ amount });
  });
});
