/** How often a random test runs: few times in CI, in full with `npm run test:long`. */
export const roundsOf = ({ ci, long }: { readonly ci: number; readonly long: number }): number =>
  process.env['TEST_LONG'] === 'true' ? long : ci;
