import { type Api, linkTo } from '@halyard/client';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  type AccountTime,
  AccountTimes,
  AccountYear,
  nowIn,
  passes,
  realTime,
  unknownTime,
} from '../api/account-clock.js';
import { useResource } from '../api/use-resource.js';
import { useSession } from './session.js';

const CLOCK = '/sandbox-clock';
/** Anybody may advance a clock that is not real, also from the command line. Each page follows it. */
const EVERY_MS = 2_000;
const following = { everyMs: EVERY_MS, moves: ({ mode }: Api.SandboxClock) => mode !== 'real' };

/** The way of an answer takes a moment. A smaller difference than this between two answers is none of the clock's. */
const ON_THE_WAY_MS = 2_000;

/** Lets the pages within know the account's time. In production it is the browser's, and nothing is asked. */
export function WithAccountClock({ children }: { readonly children: ReactNode }): ReactElement {
  const { environment } = useSession();
  return environment === 'sandbox' ? <SandboxTime>{children}</SandboxTime> : <>{children}</>;
}

function SandboxTime({ children }: { readonly children: ReactNode }): ReactElement {
  const { data: clock, error } = useResource(linkTo(CLOCK), following);
  const [time, setTime] = useState(unknownTime);
  useEffect(() => {
    if (clock) setTime((before) => ({ clock, shiftMs: shiftOf(clock, before), isUnknown: false }));
    else if (error) setTime(realTime);
  }, [clock, error]);
  useReadOnMove(time);
  useReadOnArrival();
  return (
    <AccountTimes value={time}>
      <AccountYear value={nowIn(time)?.toISOString().slice(0, 4)}>{children}</AccountYear>
    </AccountTimes>
  );
}

/** A time that passes must not jitter, or be shown to run back, because one answer took longer than another. */
function shiftOf(clock: Api.SandboxClock, before: AccountTime): number {
  const shiftMs = Date.parse(clock.now) - Date.now();
  const hasPassed = before.clock !== undefined && passes(before.clock) && passes(clock);
  return hasPassed && Math.abs(shiftMs - before.shiftMs) < ON_THE_WAY_MS ? before.shiftMs : shiftMs;
}

/** The clock of a real account is not read again and again, but whenever somebody opens a page. */
function useReadOnArrival(): void {
  const { pathname } = useLocation();
  const queries = useQueryClient();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    void queries.invalidateQueries({ queryKey: ['api', CLOCK] });
  }, [pathname, queries]);
}

const ADVANCING = 'advancing';

/** Tells whether the clock has moved otherwise than by passing. */
function standOf({ clock, shiftMs }: AccountTime): string | undefined {
  if (!clock) return undefined;
  if (clock.status === ADVANCING) return ADVANCING;
  return [clock.mode, clock.banks, passes(clock) ? shiftMs : clock.now].join(' ');
}

/** Once the clock has moved, everything on the screen is read again: much may have happened. */
function useReadOnMove(time: AccountTime): void {
  const queries = useQueryClient();
  const stand = standOf(time);
  const known = useRef(stand);
  useEffect(() => {
    const before = known.current;
    known.current = stand;
    if (before === undefined || before === stand || stand === ADVANCING) return;
    void queries.invalidateQueries({ queryKey: ['api'], predicate: ({ queryKey }) => queryKey[1] !== CLOCK });
  }, [stand, queries]);
}
