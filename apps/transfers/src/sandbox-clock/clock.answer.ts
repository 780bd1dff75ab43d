import { ref, type ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/accounts';
import type {} from '@halyard/contracts/bank-behavior';
import type {} from '@halyard/contracts/bank-files';
import type {} from '@halyard/contracts/events';
import type { NextDue } from '@halyard/contracts/sandbox-clock';
import type { Advance } from './advances.rows.js';
import type { StoredClock } from './clocks.rows.js';

export interface ClockView {
  readonly clock: StoredClock;
  /** The account's time. */
  readonly now: Date;
  readonly system: Date;
  readonly next: NextDue | undefined;
  readonly advance: Advance | undefined;
}

export function clockAnswer({ clock, now, system, next, advance }: ClockView): ResourceAnswer<'sandbox-clock'> {
  const { accountId, mode, banks } = clock.held;
  const advances = ref('listSandboxClockAdvances');
  return {
    type: 'resource',
    kind: 'sandbox-clock',
    id: '',
    attributes: {
      now: now.toISOString(),
      mode,
      banks,
      status: advance ? 'advancing' : 'ready',
      aheadSeconds: mode === 'real' ? 0 : wholeSeconds(now.getTime() - system.getTime()),
      ...(next && { nextDue: next }),
      ...(advance && { target: advance.to.toISOString() }),
    },
    links: {
      account: ref('account', accountId),
      advances,
      ...(advance
        ? { 'current-advance': ref('sandbox-clock-advance', advance.id) }
        : { edit: ref('sandbox-clock'), advance: advances }),
      quiet: ref('sandbox-quiet'),
      'bank-behavior': ref('sandbox-bank-behavior'),
      'bank-files': ref('listBankFiles'),
    },
  };
}

export function advanceAnswer(advance: Advance): ResourceAnswer<'sandbox-clock-advance'> {
  const { id, status, moments, did, slow, held } = advance;
  const events = eventsOf(advance);
  return {
    type: 'resource',
    kind: 'sandbox-clock-advance',
    id,
    attributes: {
      id,
      status,
      from: advance.from.toISOString(),
      to: advance.to.toISOString(),
      reached: advance.reached.toISOString(),
      moments,
      did,
      ...(events && { events }),
      slow,
      ...(held && { held }),
    },
    links: {
      clock: ref('sandbox-clock'),
      events: ref('listEvents'),
      ...(status === 'advancing' && { stop: ref('sandbox-clock-advance', id) }),
    },
  };
}

function eventsOf({ eventsBefore, eventsLast }: Advance) {
  if (eventsBefore === undefined || eventsLast === undefined || eventsLast <= eventsBefore) return undefined;
  return { first: eventsBefore + 1, last: eventsLast };
}

/** Zero has no sign. */
const wholeSeconds = (ms: number): number => Math.trunc(ms / 1_000) || 0;
