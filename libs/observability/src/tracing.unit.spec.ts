import { describe, expect, it } from '@jest/globals';
import { traceIdOf, untracedTraceparent } from './tracing.js';

const ID = '018f2f60-0000-7000-8000-00000000000a';
const OF_ID = `00-${ID.replaceAll('-', '')}`;
const GIVEN = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('the trace context of work that nobody traces', () => {
  it("is its caller's", () => expect(untracedTraceparent(ID, GIVEN)).toBe(GIVEN));

  it.each([
    undefined,
    '',
    GIVEN.toUpperCase(),
    `${GIVEN}-`,
    GIVEN.replace(/^00/, 'ff'),
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `00-0af7651916cd43dd8448eb211c80319c-${'0'.repeat(16)}-01`,
    'x'.repeat(10_000),
  ])('follows from the id where the caller gives none that is well-formed: %s', (given) => {
    expect(untracedTraceparent(ID, given)).toBe(`${OF_ID}-800000000000000a-01`);
    expect(traceIdOf(untracedTraceparent(ID, given))).toBe(ID.replaceAll('-', ''));
  });
});
