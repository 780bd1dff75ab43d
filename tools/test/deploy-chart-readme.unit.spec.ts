import { describe, expect, it } from '@jest/globals';
import { textOf, yamlOf } from './support/yaml.ts';

const FOLDER = 'deploy/helm/halyard';

describe("the chart's README", () => {
  it('has every value in its table', () => {
    const leavesOf = (value: unknown, path: string): string[] =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
        ? Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, path === '' ? key : `${path}.${key}`))
        : [path];
    const readme = textOf(`${FOLDER}/README.md`);
    const documented = (path: string): boolean => {
      const [, parent, leaf] = /^(.*)\.([^.]+)$/.exec(path) ?? [];
      return readme.includes(`\`${path}\``) || (readme.includes(`\`${parent}.`) && readme.includes(`\`.${leaf}\``));
    };
    const values = leavesOf(yamlOf(`${FOLDER}/values.yaml`), '')
      .filter((path) => !path.startsWith('services.'))
      .map((path) => path.replace(/^(defaults\.resources)\..*/, '$1'));
    expect(values.filter((path) => !documented(path))).toEqual([]);
  });
});
