import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { scenarios, untriggered } from './scenarios.js';

interface Described {
  readonly components: { readonly schemas: { readonly EventTopic: { readonly enum: readonly string[] } } };
}

/** Every topic that there can be an event of (reference facts, 11), as the description of the API has them. */
const described = JSON.parse(
  readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8'),
) as Described;
const topics = described.components.schemas.EventTopic.enum;

it('every topic is one that a line causes, or is told why it is not', () => {
  expect([...Object.keys(scenarios), ...Object.keys(untriggered)].sort()).toEqual([...topics].sort());
  expect([topics.length, Object.keys(scenarios).length]).toEqual([58, 57]);
});
