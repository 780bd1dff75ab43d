import { z } from 'zod';
import { account, created, later, to } from '../kernel/rows/example.js';
import { text } from '../kernel/rows/field-contents.js';
import { defineResource } from '../kernel/rows/resource.js';
import { answersOf } from '../kernel/rows/route-answer.js';
import { routesOf } from '../kernel/rows/route.js';
import { count, halLink, id, time } from '../kernel/rows/schemas.js';
import { bankModes, clockModes, dueThings } from './account-clock.js';
import { underWay } from './quiet.js';

const anyToken = routesOf('transfers', 'token');

const due = z.enum(dueThings);
/** Requests that wait for an advance or for quiet hold no place of those that don't. */
const WAITS = { wait: 'wait', budget: 'sandbox-clock' } as const;

export const sandboxClockResources = {
  'sandbox-clock': defineResource({
    attributes: z.object({
      now: time,
      mode: z.enum(clockModes),
      banks: z.enum(bankModes),
      status: z.enum(['ready', 'advancing']),
      aheadSeconds: z.int().describe("How far the clock is ahead of the system's; below 0 when it is behind."),
      nextDue: z.object({ at: time, what: due }).optional(),
      target: time.optional().describe('Where it is advanced to, while it is.'),
    }),
    links: {
      account: 'account',
      advances: 'listSandboxClockAdvances',
      'current-advance': 'sandbox-clock-advance',
      edit: 'write',
      advance: 'write',
      quiet: 'sandbox-quiet',
      'bank-behavior': 'sandbox-bank-behavior',
      'bank-files': 'listBankFiles',
    },
    example: {
      attributes: {
        now: created,
        mode: 'frozen',
        banks: 'on-time',
        status: 'ready',
        aheadSeconds: 0,
        nextDue: { at: later, what: 'settlement' },
      },
      links: {
        account,
        advances: to('listSandboxClockAdvances'),
        edit: to('sandbox-clock'),
        advance: to('listSandboxClockAdvances'),
        quiet: to('sandbox-quiet'),
        'bank-behavior': to('sandbox-bank-behavior'),
        'bank-files': to('listBankFiles'),
      },
    },
  }),
  'sandbox-clock-advance': defineResource({
    attributes: z.object({
      id,
      status: z.enum(['advancing', 'done', 'stopped']),
      from: time,
      to: time,
      reached: time,
      moments: count.describe('The due moments that it did.'),
      did: z.object({
        submitted: count,
        settled: count,
        returned: count,
        corrected: count,
        other: count.describe('Due things that are none of the others.'),
      }),
      events: z
        .object({ first: count, last: count })
        .optional()
        .describe('Positions of its events in the stream of events. Absent when there are none.'),
      slow: count.describe('Moments that were left though webhooks had not answered.'),
      held: z
        .object({ what: z.enum([...dueThings, 'parked']), since: time, cause: text('kept') })
        .optional()
        .describe('Something that is due fails, and is tried again.'),
    }),
    links: { clock: 'sandbox-clock', events: 'listEvents', stop: 'write' },
    resourceType: 'advance',
    example: {
      attributes: {
        status: 'done',
        from: created,
        to: later,
        reached: later,
        moments: 3,
        did: { submitted: 2, settled: 2, returned: 0, corrected: 0, other: 0 },
        events: { first: 17, last: 22 },
        slow: 0,
      },
      links: { clock: to('sandbox-clock'), events: to('listEvents') },
    },
  }),
  'sandbox-quiet': defineResource({
    attributes: z.object({
      quiet: z.boolean(),
      now: time,
      events: count.describe('The position of the last event. Absent when it could not be asked for.').optional(),
      waitingFor: z
        .array(z.object({ what: z.enum(underWay), count, example: halLink.optional() }))
        .readonly()
        .optional()
        .describe('What is under way, when it is not quiet.'),
    }),
    linksInPlace: ['waitingFor'],
    links: { clock: 'sandbox-clock' },
    example: { attributes: { quiet: true, now: created, events: 22 }, links: { clock: to('sandbox-clock') } },
  }),
};

const { made, pages, resource } = answersOf(sandboxClockResources);

export const sandboxClockRoutes = {
  getSandboxClock: anyToken.get('/sandbox-clock', {
    description: "Returns the account's clock: its time, how it goes, and what is due next.",
    sandboxOnly: true,
    answers: [resource('sandbox-clock')],
  }),
  changeSandboxClock: anyToken.post('/sandbox-clock', {
    category: 'moves money',
    description:
      "Changes how the account's time goes, and whether its banks act on request or on time. `now` sets the time of an account that has no customer, transfer or added bank yet. `mode: real` first advances a clock that is behind.",
    sandboxOnly: true,
    // The mode decides what banks do, and only an unused account's time can be set: neither is filled in.
    offeredBy: { resources: { 'sandbox-clock': { edit: { fills: { banks: [], now: [] } } } } },
    answers: [resource('sandbox-clock')],
    refuses: ['Conflict', 'InvalidResourceState'],
  }),
  advanceSandboxClock: anyToken.post('/sandbox-clock/advances', {
    category: 'moves money',
    description:
      "Advances the account's clock to a moment, by a duration, or to what is next. All that is due until then is done, each thing at its own time. The answer comes at the end, or after `wait` seconds (20).",
    sandboxOnly: true,
    ...WAITS,
    offeredBy: { resources: { 'sandbox-clock': { advance: { shapes: ['', 'to', 'to-next'] } } } },
    answers: [made('sandbox-clock-advance')],
    refuses: ['Conflict'],
  }),
  listSandboxClockAdvances: anyToken.get('/sandbox-clock/advances', {
    description: "Lists the advances of the account's clock, the newest first.",
    sandboxOnly: true,
    answers: [pages('sandbox-clock-advance')],
  }),
  getSandboxClockAdvance: anyToken.get('/sandbox-clock/advances/:id', {
    description: 'Returns an advance, at once, or at its end but after `wait` seconds at the latest.',
    sandboxOnly: true,
    ...WAITS,
    answers: [resource('sandbox-clock-advance')],
  }),
  stopSandboxClockAdvance: anyToken.post('/sandbox-clock/advances/:id', {
    category: 'moves money',
    description: 'Stops an advance after the moment that is being done. The clock stands where it got to.',
    sandboxOnly: true,
    takes: [],
    offeredBy: { resources: { 'sandbox-clock-advance': { stop: {} } } },
    answers: [resource('sandbox-clock-advance')],
    refuses: ['InvalidResourceState'],
  }),
  getSandboxQuiet: anyToken.get('/sandbox-quiet', {
    description:
      'Answers as soon as nothing is under way of all that was answered before, or after `wait` seconds (20) what it still waits for.',
    sandboxOnly: true,
    ...WAITS,
    answers: [resource('sandbox-quiet')],
  }),
};

declare module '../kernel/rows/registry.js' {
  interface ResourceRows extends Readonly<typeof sandboxClockResources> {}
  interface RouteRows extends Readonly<typeof sandboxClockRoutes> {}
}
