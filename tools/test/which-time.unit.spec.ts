import { dueThings } from '@halyard/contracts/sandbox-clock';
import { describe, expect, it } from '@jest/globals';
import { textOf } from './support/yaml.ts';

/** A schema of docs/openapi.json, as far as it says where times are. */
interface Schema {
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly then?: Schema;
}
interface Operation {
  readonly operationId: string;
  /** Parameters that many operations have are only named here, and none of these is a time. */
  readonly parameters?: readonly { readonly name: string; readonly schema?: Schema }[];
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { paths, components } = JSON.parse(textOf('docs/openapi.json')) as Described;
const page = textOf('docs/concepts/time.md');

const isTime = ({ format, then }: Schema): boolean => /^date(?:-time)?$/.test(format ?? then?.format ?? '');

/** The names of the times within a schema: `Payment.expected.earliest`. */
function timesIn(schema: Schema, name: string): readonly string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...(isTime(schema) ? [name] : []),
    ...Object.entries(properties).flatMap(([member, within]) =>
      timesIn(within, member === '_embedded' ? name : `${name}.${member}`),
    ),
    ...(items ? timesIn(items, name) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((within) => timesIn(within, name)),
  ];
}

const attributes = Object.entries(components.schemas).flatMap(([name, schema]) => timesIn(schema, name));

const parameters = Object.values(paths)
  .flatMap((methods) => Object.values(methods))
  .flatMap(({ operationId, parameters: given = [] }) =>
    given.filter(({ schema = {} }) => isTime(schema)).map(({ name }) => `${operationId}?${name}`),
  );

/** Settings that say how long something lasts, how often it may happen within a time, or at what time of day. */
const settings = [...textOf('docs/settings.md').matchAll(/^\| `(\w+)` .*$/gm)]
  .filter(([row, name = '']) => /_(?:MS|SECONDS|MINUTES?|HOURS|DAYS)(?:_MAX)?$|^CUT_OFF_/.test(name) || isLong(row))
  .map(([, name = '']) => name);

/** A setting whose name has no unit says it first in its description: "Seconds of inactivity …". */
function isLong(row: string): boolean {
  const what = row.split('|').at(-2)?.trim() ?? '';
  return /^(?:Milliseconds|Seconds|Minutes|Hours|Days|How (?:long|often|many (?:seconds|minutes|hours|days)))\b/.test(
    what,
  );
}

const rows = [
  ...page.slice(page.indexOf('## Which time')).matchAll(/^\|(?! What | -)([^|]+)\| (\S+) +\|([^|]+)\|$/gm),
].map(([, what = '', time = '', names = '']) => ({
  what: what.trim(),
  time,
  names: [...names.matchAll(/`([^`]+)`/g)].map(([, it]) => it),
}));

describe('the table of docs/concepts/time.md', () => {
  it('says of each time of the API, and of each setting of a duration, whose it is', () => {
    expect([attributes.length > 80, parameters.length > 20, settings.length > 20]).toEqual([true, true, true]);
    const all = new Set([...attributes, ...parameters, ...settings]);
    expect(rows.flatMap(({ names }) => names).toSorted()).toEqual([...all].toSorted());
  });

  it('knows two times, and that some dates are of neither', () => {
    expect([...new Set(rows.map(({ time }) => time))]).toEqual(["account's", "system's", 'neither']);
    expect(rows.filter(({ what }) => what === '')).toEqual([]);
  });
});

it('the page has every kind of thing that becomes due', () => {
  const table = page.slice(page.indexOf('## What becomes due'), page.indexOf('## What goes on meanwhile'));
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, what]) => what)).toEqual(dueThings);
});
