/** How much a test does: little in CI, in full with `npm run test:long`. */
export const roundsOf = <Amount>({ ci, long }: { readonly ci: Amount; readonly long: Amount }): Amount =>
  process.env['TEST_LONG'] === 'true' ? long : ci;
