import { expect, it } from '@jest/globals';
import { errorCodes } from '@halyard/core';
import { ApiError } from '@halyard/client';
import { clientTypes } from '../client/types.ts';
import { derivedFiles } from '../derived-files.ts';
import { textOf } from './support/yaml.ts';

it('the types of the client are those of the document', async () => {
  expect(textOf(derivedFiles['client-types'][0])).toBe(
    await clientTypes(JSON.parse(textOf('docs/openapi.json')) as object),
  );
});

it('the client says of each code whether the same request can succeed later, as the table of codes does', () => {
  const isRetryable = (code: string): boolean =>
    new ApiError({ status: 400, requestId: undefined, retryAfterSeconds: undefined, body: { code } }).isRetryable;
  const said = Object.keys(errorCodes).map((code) => [code, isRetryable(code)]);
  expect(said).toEqual(Object.entries(errorCodes).map(([code, { retryable }]) => [code, retryable]));
});
