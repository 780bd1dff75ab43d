/** The checkout of the release before this build, with what was built of it. tools/test.mjs builds it. */
export function earlierRelease(): string {
  const folder = process.env['TEST_EARLIER_RELEASE'];
  if (folder === undefined)
    throw new Error('TEST_EARLIER_RELEASE is not set: run the test through npm run test:upgrade');
  return folder;
}
