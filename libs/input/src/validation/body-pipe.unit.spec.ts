import { describe, expect, it } from '@jest/globals';
import { DomainError } from '@halyard/core';
import { Type } from 'class-transformer';
import {
  ArrayMinSize,
  IsEmail,
  IsIn,
  IsObject,
  IsOptional,
  IsString,
  IsUrl,
  Length,
  Matches,
  MaxLength,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import fc from 'fast-check';
import { BodyPipe, readByRules, readWithFaults } from './body-pipe.js';
import { CompiledDto } from './compiled-dto.js';
import { plainBody } from './plain-body.js';
import { declare, type Term } from './declared.js';
import { usualFault } from './faults.js';
import { fault, ListOf, Nested, Refused, Required } from './rules.js';
import { Variants } from './variants.js';
import { IsListOfScopes } from './vocabulary.js';

class LinkDto {
  @IsUrl({ require_tld: false }, fault('Invalid', 'Invalid funding source.'))
  href!: string;
}

class LinksDto {
  @Nested(() => LinkDto)
  source = new LinkDto();

  @Nested(() => LinkDto)
  destination!: LinkDto;
}

const term = (test: Term['test']): Term => ({ name: 'term', test, schema: {} });
const amount = term((value) => typeof value === 'string' && /^\d+\.\d\d$/.test(value));

class PaymentDto {
  @Nested(() => LinksDto)
  _links = new LinksDto();

  @Required()
  @declare(amount)
  amount!: string;

  @IsIn(['personal', 'business'], fault('NotAllowed'))
  type!: string;

  @IsOptional()
  @IsEmail()
  @MaxLength(60)
  email?: string;

  @ValidateIf(({ type }: PaymentDto) => type === 'business')
  @Length(2, 5)
  businessName?: string;

  @IsOptional()
  @ListOf(() => LinkDto, 2)
  others?: LinkDto[];

  @Refused()
  fees?: unknown;
}

class NotedDto {
  @IsString()
  href!: string;

  @IsOptional()
  @IsString()
  note?: string;
}

class MovedDto {
  @Nested(() => NotedDto)
  link!: NotedDto;

  @ListOf(() => NotedDto, 2)
  links!: NotedDto[];

  @IsObject()
  metadata!: object;

  @IsOptional()
  @IsString()
  name?: string;
}

class ListDto {
  @IsString({ each: true })
  names!: string[];

  @ValidateNested({ each: true })
  @Type(() => LinkDto)
  links!: LinkDto[];
}

const pipe = new BodyPipe();
const read = (body: unknown, metatype: new () => object = PaymentDto): unknown =>
  pipe.transform(body, { type: 'body', metatype });

const refusal = async (body: unknown, metatype?: new () => object): Promise<DomainError> => {
  try {
    await read(body, metatype);
  } catch (error) {
    if (error instanceof DomainError) return error;
  }
  throw new Error('the body was not refused');
};

const faults = async (body: unknown, metatype?: new () => object) => (await refusal(body, metatype)).detail.faults;

const good = {
  _links: { source: { href: 'https://a/b' }, destination: { href: 'https://a/c' } },
  amount: '1.00',
  type: 'personal',
};

describe('a body', () => {
  it('becomes an instance of its class, without fields that the class does not know', () => {
    const instance = read({ ...good, surprise: 1 });
    expect(instance).toBeInstanceOf(PaymentDto);
    expect(instance).toEqual(good);
    expect((instance as PaymentDto)._links.source).toBeInstanceOf(LinkDto);
  });

  it('has every fault named at once, with pointers into it', async () => {
    expect(await faults({ email: 'nobody', fees: [], type: 'other', _links: { destination: { href: '' } } })).toEqual([
      { code: 'Required', message: 'Href required.', path: '/_links/source/href' },
      { code: 'Required', message: 'Href required.', path: '/_links/destination/href' },
      { code: 'Required', message: 'Amount required.', path: '/amount' },
      { code: 'NotAllowed', message: 'Type value not allowed. Allowed: personal, business.', path: '/type' },
      { code: 'InvalidFormat', message: 'Email invalid.', path: '/email' },
      { code: 'NotAllowed', message: 'Fees value not allowed.', path: '/fees' },
    ]);
  });

  it.each<[string, unknown, object]>([
    ['nothing at all', undefined, { code: 'Required', message: 'Amount required.', path: '/amount' }],
    ['null', { ...good, amount: null }, { code: 'Required', message: 'Amount required.', path: '/amount' }],
    ['empty text', { ...good, amount: '' }, { code: 'Required', message: 'Amount required.', path: '/amount' }],
    ['blank text', { ...good, amount: ' \t' }, { code: 'Required', message: 'Amount required.', path: '/amount' }],
    ['a missing choice', { ...good, type: undefined }, { code: 'Required', message: 'Type required.', path: '/type' }],
    ['a format', { ...good, amount: '1' }, { code: 'InvalidFormat', message: 'Amount invalid.', path: '/amount' }],
    ['an empty optional', { ...good, email: '' }, { code: 'InvalidFormat', message: 'Email invalid.', path: '/email' }],
    [
      'a worded rule',
      { ...good, _links: { ...good._links, source: { href: 'x y' } } },
      { code: 'Invalid', message: 'Invalid funding source.', path: '/_links/source/href' },
    ],
    [
      'a missing object',
      { ...good, _links: { source: good._links.source } },
      { code: 'Required', message: 'Destination required.', path: '/_links/destination' },
    ],
    [
      'an array where an object belongs',
      { ...good, _links: [] },
      { code: 'InvalidFormat', message: '_links invalid. Allowed: an object.', path: '/_links' },
    ],
    [
      'text where an object belongs',
      { ...good, _links: 'x' },
      { code: 'InvalidFormat', message: '_links invalid. Allowed: an object.', path: '/_links' },
    ],
    [
      'a condition that holds',
      { ...good, type: 'business', businessName: 'x' },
      { code: 'InvalidFormat', message: 'BusinessName invalid. Allowed: 2 to 5 characters.', path: '/businessName' },
    ],
    ['empty text where nothing may be sent', { ...good, fees: '' }, { code: 'NotAllowed', path: '/fees' }],
  ])('with %s gets its fault', async (_, body, expected) => {
    expect(await faults(body)).toContainEqual(expect.objectContaining(expected));
  });

  it('looks at no item of a list where one object belongs', async () => {
    let looks = 0;
    class ItemDto {
      @declare(term(() => ((looks += 1), false)))
      name!: string;
    }
    class OwnerDto {
      @Nested(() => ItemDto)
      item!: ItemDto;
    }
    const [fault, ...others] = (await faults({ item: Array(1_000).fill({}) }, OwnerDto)) ?? [];
    expect([fault?.path, others]).toEqual(['/item', []]);
    expect(looks).toBe(0);
  });

  it('tells 25 faults of a list, and counts the others', async () => {
    const { detail } = await refusal({ names: ['x'], links: Array(40).fill({ href: '' }) }, ListDto);
    expect(detail).toMatchObject({ faults: { length: 25 }, moreFaults: 15 });
  });

  it.each<[string, number, string[], object]>([
    ['none', 40, [], { faults: { length: 25 }, moreFaults: 15 }],
    ['one', 40, ['/age'], { faults: { length: 25 }, moreFaults: 16 }],
    ['the only one', 0, ['/age'], { faults: [{ path: '/age' }], moreFaults: undefined }],
  ])(
    'tells the faults of its declared rules together with those of others, which find %s',
    async (_, links, paths, detail) => {
      const others = paths.map((path) => usualFault('NotAllowed', path));
      const body = { names: ['x'], links: Array(links).fill({ href: '' }) };
      await expect(readWithFaults(body, ListDto, others)).rejects.toMatchObject({ code: 'ValidationError', detail });
    },
  );

  it('names items of lists by their index, under the name of the list', async () => {
    expect(await faults({ names: ['a', 1], links: [{ href: 'https://a' }, { href: 1 }, 'x'] }, ListDto)).toEqual([
      { code: 'InvalidFormat', message: 'Names invalid.', path: '/names' },
      { code: 'Invalid', message: 'Invalid funding source.', path: '/links/1/href' },
      { code: 'InvalidFormat', message: 'Links invalid.', path: '/links/2' },
    ]);
  });

  it.each([
    ['too many', [{ href: 'https://a' }, { href: 'https://a' }, { href: 'https://a' }], '/others'],
    ['one object', { href: 'https://a' }, '/others'],
    ['a list in it', [[]], '/others/0'],
    ['one wrong object', { href: 1 }, '/others'],
    ['text in it', [{ href: 'https://a' }, 'x'], '/others/1'],
    ['null in it', [null], '/others/0'],
    ['a wrong item', [{ href: 'https://a' }, { href: 1 }], '/others/1/href'],
  ])('names a declared list with %s, once', async (_, others, path) => {
    expect((await faults({ ...good, others }))?.map((fault) => fault.path)).toEqual([path]);
  });

  it('is read by the class that one of its fields names', async () => {
    class PlainDto {
      @IsOptional()
      @IsIn(['plain'])
      type?: string;
    }
    class FancyDto {
      @IsIn(['fancy'])
      type!: string;

      @Required()
      name!: string;
    }
    @Variants('type', { fancy: FancyDto }, PlainDto)
    class AnyDto {}
    expect(read({ type: 'fancy', name: 'a' }, AnyDto)).toBeInstanceOf(FancyDto);
    expect(read({}, AnyDto)).toBeInstanceOf(PlainDto);
    expect(await faults({ type: 'fancy' }, AnyDto)).toMatchObject([{ path: '/name' }]);
    expect(await faults({ type: 'constructor' }, AnyDto)).toMatchObject([{ path: '/type' }]);
  });

  it.each([
    [[], 'Required', 'Names required.'],
    ['Ada', 'Invalid', 'Names invalid. Send a list.'],
  ])('says of %j where a list with something in it belongs: %s', async (names, code, message) => {
    class NamesDto {
      @ArrayMinSize(1, fault('Required'))
      @IsListOfScopes(['Ada'])
      names!: string[];
    }
    expect(await faults({ names }, NamesDto)).toMatchObject([
      { path: '/names', code, message: expect.stringContaining(message) },
    ]);
  });

  it('escapes names in pointers', async () => {
    class OddDto {
      @Matches(/^a$/)
      'a/b~c'!: string;
    }
    expect(await faults({ 'a/b~c': 'x' }, OddDto)).toMatchObject([{ path: '/a~1b~0c' }]);
  });

  it.each([[null], [[]], ['text'], [7], [true]])('%j is a BadRequest', async (body) => {
    expect(await refusal(body)).toMatchObject({ code: 'BadRequest' });
  });

  it('nested without end is a BadRequest, wherever it is', async () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(await refusal({ ...good, surprise: deep })).toMatchObject({ code: 'BadRequest' });
  });

  it('cannot reach a prototype', () => {
    const hostile = JSON.stringify(good).replace(
      '{',
      '{"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}},',
    );
    const instance = read(JSON.parse(hostile));
    expect(instance).toEqual(good);
    expect(instance).not.toHaveProperty('admin');
    expect({}).not.toHaveProperty('admin');
  });

  it('cannot give a prototype to an object that is kept as it came', () => {
    class MetadataDto {
      @IsObject()
      metadata!: Record<string, unknown>;
    }
    const hostile: unknown = JSON.parse('{"metadata":{"note":"a","__proto__":{"admin":true}}}');
    const { metadata } = read(hostile, MetadataDto) as MetadataDto;
    expect(metadata).toEqual({ note: 'a' });
    expect(metadata['admin']).toBeUndefined();
  });

  it('keeps the keys that a client has chosen, whatever objects have under these names', async () => {
    class LabelledDto {
      @IsObject()
      metadata!: Record<string, unknown>;

      @IsOptional()
      @IsString()
      count?: string;
    }
    const metadata = { constructor: 'builder', prototype: 'first', toString: 'text', hasOwnProperty: 'house' };
    expect(await read({ metadata }, LabelledDto)).toEqual({ metadata });
    expect(await faults({ metadata, count: 7 }, LabelledDto)).toMatchObject([{ path: '/count' }]);
  });

  it.each([
    ['by compiled rules', (given: object) => pipe.transform(given, { type: 'body', metatype: MovedDto })],
    ['by class-validator', (given: object) => readByRules(MovedDto, plainBody(given))],
  ])('takes null for a missing field, and leaves it in what a client fills as it likes, %s', async (_, read) => {
    const link = { href: 'https://example.com/a', note: null };
    const metadata = { kept: null };
    expect(await read({ link, links: [link], metadata, name: null })).toEqual(
      Object.assign(new MovedDto(), {
        link: Object.assign(new NotedDto(), { href: link.href }),
        links: [Object.assign(new NotedDto(), { href: link.href })],
        metadata,
      }),
    );
    const given = await read({ link, links: [], metadata, name: null });
    expect([Object.hasOwn(given as object, 'name'), (given as MovedDto).metadata]).toEqual([false, metadata]);
  });

  it('leaves parameters without a DTO class alone', () => {
    const body = { any: 'thing' };
    expect(pipe.transform(body, { type: 'body', metatype: Object })).toBe(body);
    expect(pipe.transform('x', { type: 'param', metatype: PaymentDto })).toBe('x');
  });
});

describe('compiled rules', () => {
  const slowly = async (dto: new () => object, body: unknown): Promise<object | undefined> => {
    try {
      return await readByRules(dto, plainBody(body));
    } catch {
      return undefined;
    }
  };

  const link = fc.oneof(
    fc.record({ href: fc.oneof(fc.webUrl(), fc.string(), fc.constant(null)) }, { requiredKeys: [] }),
    fc.constantFrom(null, 'x', [], {}),
  );
  const body = fc.record(
    {
      _links: fc.oneof(
        fc.record({ source: link, destination: link }, { requiredKeys: [] }),
        fc.constantFrom(null, [], 3),
      ),
      amount: fc.oneof(fc.constantFrom('1.00', '', null, 1), fc.string()),
      type: fc.constantFrom('personal', 'business', 'other', null, 0),
      email: fc.oneof(fc.emailAddress(), fc.constantFrom(null, '', 'x')),
      businessName: fc.oneof(fc.string({ maxLength: 7 }), fc.constant(null)),
      fees: fc.constantFrom(null, [], ''),
      others: fc.oneof(
        { weight: 4, arbitrary: fc.array(fc.record({ href: fc.webUrl() }), { maxLength: 2 }) },
        fc.array(link, { maxLength: 3 }),
        fc.constantFrom(null, 'x', {}, [[]]),
      ),
      unknown: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  // Most bodies keep all their valid fields: the others fail at their first fault.
  const kept = fc.oneof({ weight: 2, arbitrary: fc.constant(Object.keys(good)) }, fc.subarray(Object.keys(good)));
  const mostlyGood = fc.tuple(body, kept).map(([some, keep]) => ({
    ...some,
    ...Object.fromEntries(Object.entries(good).filter(([name]) => keep.includes(name))),
  }));

  it('accept exactly what class-validator accepts, and read the same from it', async () => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(mostlyGood, async (given) => {
        const fast = CompiledDto.of(PaymentDto)?.read(plainBody(given));
        const slow = await slowly(PaymentDto, given);
        if (fast) accepted += 1;
        expect(fast).toStrictEqual(slow);
      }),
      { numRuns: 2_000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  it('are not made for what only class-validator can decide', () => {
    class GroupedDto {
      @IsString({ groups: ['a'] })
      name!: string;
    }
    class SelfDto {
      @Nested(() => SelfDto)
      self?: SelfDto;
    }
    class DatedDto {
      @IsOptional()
      @Type(() => Date)
      at?: Date;
    }
    for (const dto of [ListDto, GroupedDto, SelfDto, DatedDto]) expect(CompiledDto.of(dto)).toBeUndefined();
    expect(CompiledDto.of(PaymentDto)).toBeDefined();
  });
});
