import type { ReactElement, ReactNode } from 'react';

interface NothingProps {
  readonly children: ReactNode;
  /** The button or link by which people change that. */
  readonly action?: ReactNode;
}

/** Stands where there is nothing to show, says why, and what to do. */
export const Nothing = ({ children, action }: NothingProps): ReactElement => (
  <div className="nothing">
    <p>{children}</p>
    {action}
  </div>
);
