import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { useQuery } from '@tanstack/react-query';
import { readSession, type Session } from '../api/client.js';
import { Refusal } from '../parts/messages.js';

const Current = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(Current);
  if (!session) throw new Error('there is no session around this page');
  return session;
}

/** Nothing is shown before it is known who is there. It is asked again now and then, for a role that was taken. */
export function WithSession({ children }: { readonly children: ReactNode }): ReactElement {
  const { data, error } = useQuery({ queryKey: ['session'], queryFn: readSession, refetchInterval: 60_000 });
  if (error) return <Refusal error={error} />;
  return data ? <Current value={data}>{children}</Current> : <p aria-busy="true" />;
}
