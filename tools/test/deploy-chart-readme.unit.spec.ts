import { describe, expect, it } from '@jest/globals';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { textOf, yamlOf } from './support/yaml.ts';

const FOLDER = 'deploy/helm/halyard';

/** Each value that is no map of others, by its path. */
const leavesOf = (value: unknown, path = ''): readonly (readonly [string, unknown])[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
    ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
    : [[path, value]];

const values = leavesOf(yamlOf(`${FOLDER}/values.yaml`)).filter(([path]) => !path.startsWith('services.'));
const paths = values.map(([path]) => path);

describe("the chart's README", () => {
  const readme = textOf(`${FOLDER}/README.md`);

  it('has every value in its table', () => {
    const documented = (path: string): boolean => {
      const [, parent, leaf] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
      return readme.includes(`\`${path}\``) || (readme.includes(`\`${parent}.`) && readme.includes(`\`.${leaf}\``));
    };
    const missing = paths
      .map((path) => path.replace(/^(defaults\.resources)\..*/, '$1'))
      .filter((path) => !documented(path));
    expect(missing).toEqual([]);
  });

  it('has every Secret in its table, by the value that names it', () => {
    const [, section = ''] = /^## Secrets\n([\s\S]*?)^## /m.exec(readme) ?? [];
    const rows = [...section.matchAll(/^\| `([\w.]+\.existingSecret)`/gm)].map(([, path]) => path);
    expect(rows.sort()).toEqual(paths.filter((path) => path.endsWith('.existingSecret')).sort());
  });
});

describe("the chart's values", () => {
  it('are all other than by default in some test that renders the chart', () => {
    const sides = z.array(z.array(z.unknown())).parse(yamlOf('tools/test/packages/switches.yaml')).flat();
    const tried = [yamlOf('tools/test/packages/full-values.yaml'), ...sides];
    const changed = (path: string, byDefault: unknown): boolean =>
      tried.some((given) => {
        const at = path
          .split('.')
          .reduce<unknown>((part, key) => z.record(z.string(), z.unknown()).catch({}).parse(part)[key], given);
        return at !== undefined && !isDeepStrictEqual(at, byDefault);
      });
    expect(values.flatMap(([path, byDefault]) => (changed(path, byDefault) ? [] : [path]))).toEqual([]);
  });

  it('are what its schema knows, and nothing more', () => {
    type Schema = {
      readonly $ref?: string;
      readonly allOf?: readonly Schema[];
      readonly properties?: Record<string, Schema>;
    };
    const schema: z.ZodType<Schema> = z.lazy(() =>
      z.looseObject({
        $ref: z.string().optional(),
        allOf: z.array(schema).optional(),
        properties: z.record(z.string(), schema).optional(),
      }),
    );
    const document = z
      .looseObject({ $defs: z.record(z.string(), schema) })
      .and(schema)
      .parse(JSON.parse(textOf(`${FOLDER}/values.schema.json`)));
    const known = ({ $ref, allOf, properties }: Schema, path: string): string[] => {
      if ($ref !== undefined) return known(document.$defs[$ref.replace('#/$defs/', '')] ?? {}, path);
      if (allOf !== undefined) return allOf.slice(0, 1).flatMap((part) => known(part, path));
      if (properties === undefined) return [path];
      return Object.entries(properties).flatMap(([key, part]) => known(part, path === '' ? key : `${path}.${key}`));
    };
    const ofServicesAlone = /^(?:services\.|global$|defaults\.image\.)/;
    const fromSchema = known(document, '').filter((path) => !ofServicesAlone.test(path));
    const withoutValue = fromSchema.filter(
      (path) => !paths.some((other) => other === path || other.startsWith(`${path}.`)),
    );
    expect(withoutValue).toEqual([]);
  });
});
