import type { ReactElement } from 'react';
import { CopyButton } from './copy-button.js';

/** An id in one line, with a button that copies it. */
export const Id = ({ of }: { readonly of: string }): ReactElement => (
  <span className="id">
    <code title={of} translate="no">
      {of}
    </code>
    <CopyButton label={`Copy ${of}`} what="Id" value={of} isSmall />
  </span>
);
