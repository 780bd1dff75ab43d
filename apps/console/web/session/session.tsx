import { createContext, type ReactElement, type ReactNode, useContext, useEffect, useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readSession, REFUSED, type PageSession } from '../api/client.js';
import { useRefresh } from '../api/use-resource.js';
import { Refusal } from '../parts/messages.js';

const Current = createContext<PageSession | undefined>(undefined);

export function useSession(): PageSession {
  const session = useContext(Current);
  if (!session) throw new Error('there is no session around this page');
  return session;
}

/** Whether the person's role moves money. */
export function useMovesMoney(): boolean {
  const { role } = useSession();
  return role === 'owner' || role === 'treasurer';
}

/**
 * A person who only looks at a page sees this soon that a role was taken or the session ended. A person who does
 * something is refused, and sees it then.
 */
const EVERY_MS = 75_000;

/** Shows nothing until it is known who is logged in, since the person's role decides which actions are offered. */
export function WithSession({ children }: { readonly children: ReactNode }): ReactElement {
  const { data, error } = useQuery({ queryKey: ['session'], queryFn: readSession, refetchInterval: EVERY_MS });
  const refresh = useRefresh();
  const queries = useQueryClient();
  useEffect(() => {
    const readAgain = (): void => void queries.invalidateQueries({ queryKey: ['session'] }, { cancelRefetch: false });
    addEventListener(REFUSED, readAgain);
    return () => removeEventListener(REFUSED, readAgain);
  }, [queries]);
  const { user, account, role } = data ?? {};
  const who = user && account && `${user.email} ${account.id}`;
  const known = useRef({ who, role });
  useEffect(() => {
    const before = known.current;
    known.current = { who, role };
    if (before.who === undefined) return;
    // The browser now belongs to another person, or to the same person in another account: nothing from before may stay
    // on the screen.
    if (before.who !== who) location.reload();
    else if (before.role !== role) void refresh();
  }, [who, role, refresh]);
  if (data) return <Current value={data}>{children}</Current>;
  return error ? <Refusal error={error} /> : <p aria-busy="true" />;
}
