import { describe, expect, it } from '@jest/globals';
import { attributeRules, type ResourceKind, resources } from '@halyard/contracts';
import { textOf as jsonText } from '../openapi/document.ts';
import { requestRules } from '../redaction/document.ts';
import { textOf } from './support/yaml.ts';

describe('docs/redaction.json', () => {
  it('is what npm run redaction writes', () => {
    expect(textOf('docs/redaction.json')).toBe(jsonText({ ...requestRules() }));
  });
});

describe('attributes of resources', () => {
  it.each(Object.keys(resources) as ResourceKind[])('of %s say what they contain', (kind) => {
    expect(Object.keys(attributeRules(kind))).toEqual(Object.keys(resources[kind].attributes.shape));
  });
});
