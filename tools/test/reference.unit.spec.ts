import { expect, it } from '@jest/globals';
import { referencePages } from '../reference/pages.ts';
import { textOf } from './support/yaml.ts';

it('docs/settings.md and docs/topics.md are what npm run reference writes', async () => {
  for (const [path, page] of Object.entries(await referencePages())) expect(textOf(path)).toBe(page);
});
