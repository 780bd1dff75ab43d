import type { Api } from '@halyard/client';
import { createContext, useContext, useEffect, useState } from 'react';

/** The account's time, as far as the page knows it. */
export interface AccountTime {
  /** The clock of an account in the sandbox. Production has none. */
  readonly clock: Api.SandboxClock | undefined;
  /** How far a clock that goes by itself is ahead of the browser's. */
  readonly shiftMs: number;
  /** Whether the clock is still being read for the first time. */
  readonly isUnknown: boolean;
}

/** The account's time is the browser's, as in production. */
export const realTime: AccountTime = { clock: undefined, shiftMs: 0, isUnknown: false };
export const unknownTime: AccountTime = { ...realTime, isUnknown: true };

const Time = createContext<AccountTime>(realTime);
const Year = createContext<string | undefined>(undefined);

export const AccountTimes = Time.Provider;
/** Lists show hundreds of times, which need the account's year alone. They are only drawn again when it changes. */
export const AccountYear = Year.Provider;

/** Whether the clock does what the account's time does by itself: it neither stands nor is being advanced. */
export const passes = ({ mode, status }: Pick<Api.SandboxClock, 'mode' | 'status'>): boolean =>
  mode !== 'frozen' && status === 'ready';

/** @returns undefined while it is not known */
export function nowIn({ clock, shiftMs, isUnknown }: AccountTime): Date | undefined {
  if (isUnknown) return undefined;
  if (clock === undefined || clock.mode === 'real') return new Date();
  return passes(clock) ? new Date(Date.now() + shiftMs) : new Date(clock.now);
}

/** The account's time: what pages call now, today or this month. Undefined until it is known. */
export const useAccountNow = (): Date | undefined => nowIn(useContext(Time));

const SECOND_MS = 1_000;

/** The account's time, drawn again each second while it passes. */
export function useTickingNow(): Date | undefined {
  const time = useContext(Time);
  const [, setTicks] = useState(0);
  const isPassing = time.clock !== undefined && passes(time.clock);
  useEffect(() => {
    if (!isPassing) return;
    const timer = setInterval(() => setTicks((ticks) => ticks + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, [isPassing]);
  return nowIn(time);
}

/** The clock of an account whose time is not real; undefined for all others. */
export function useMovedClock(): Api.SandboxClock | undefined {
  const { clock } = useContext(Time);
  return clock?.mode === 'real' ? undefined : clock;
}

/** The account's year, as four digits. */
export const useAccountYear = (): string => useContext(Year) ?? String(new Date().getUTCFullYear());
