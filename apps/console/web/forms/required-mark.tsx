import type { ReactElement } from 'react';

/** The star behind the label of a field that must be filled in. The field itself says so to those who don't see it. */
export const RequiredMark = (): ReactElement => (
  <span className="required" aria-hidden="true" title="Required">
    {' *'}
  </span>
);
