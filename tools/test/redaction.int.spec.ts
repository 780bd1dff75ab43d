import { describe, expect, it } from '@jest/globals';
import type { ResourceKind } from '@halyard/contracts';
import { attributeRules, resources } from '@halyard/public-api';
import { derivedFiles } from '../derived-files.ts';
import { requestRules } from '../redaction/document.ts';
import { textOf } from './support/yaml.ts';

it('the gateway reads what the rules say that the log of requests shows', () => {
  expect(JSON.parse(textOf(derivedFiles.gateway[1]))).toEqual(JSON.parse(JSON.stringify(requestRules())));
});

describe('attributes of resources', () => {
  it.each(Object.keys(resources) as ResourceKind[])('of %s say what they contain', (kind) => {
    expect(Object.keys(attributeRules(kind))).toEqual(Object.keys(resources[kind].attributes.shape));
  });
});
