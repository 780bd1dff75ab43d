import { createLogger } from '@halyard/observability';
import { expect, it } from '@jest/globals';
import { nodeLeft } from './trouble.js';

it('a node that is left is one short line of the log', () => {
  const lines: string[] = [];
  const logger = createLogger({
    service: 'transfers',
    destination: { write: (line: string) => void lines.push(line) },
  });
  logger.error({ err: nodeLeft() }, 'a read model stopped and begins again');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'The node does not serve' } });
  expect(lines[0]).not.toContain('stack');
});
