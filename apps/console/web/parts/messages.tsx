import { ApiError, MissingLinkError, TemplateError } from '@halyard/client';
import { createContext, type ReactElement, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';

const Say = createContext<(message: string) => void>(() => undefined);

/** Tells the person what was done, in the status line of the page. */
export const useSay = (): ((message: string) => void) => useContext(Say);

/** A message covers what is below it, so it goes by itself. */
const SHOWN_MS = 10_000;

export function Messages({ children }: { readonly children: ReactNode }): ReactElement {
  const [said, setSaid] = useState({ message: '' });
  const say = useCallback((message: string) => setSaid({ message }), []);
  useEffect(() => {
    const timer = setTimeout(() => setSaid({ message: '' }), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <Say value={say}>
      {children}
      <p role="status" className="said">
        {said.message}
      </p>
    </Say>
  );
}

interface RefusalProps {
  readonly error: unknown;
  /** Advice on what people can do about it. */
  readonly advice?: string;
}

/** Shows a refusal in the API's words. */
export function Refusal({ error, advice }: RefusalProps): ReactElement | null {
  if (error === null || error === undefined) return null;
  const known = error instanceof ApiError || error instanceof TemplateError || error instanceof MissingLinkError;
  const message = known || error instanceof Error ? error.message : 'Something went wrong.';
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  const faults = error instanceof ApiError ? error.errors : [];
  return (
    <div role="alert" className="refusal">
      <p>{message}</p>
      {faults.length > 0 && (
        <ul>
          {faults.map(({ path, message: why }) => (
            <li key={path + why}>{why}</li>
          ))}
        </ul>
      )}
      {advice !== undefined && <p>{advice}</p>}
      {requestId !== undefined && (
        <p className="quiet">
          Request id <code>{requestId}</code>
        </p>
      )}
    </div>
  );
}
