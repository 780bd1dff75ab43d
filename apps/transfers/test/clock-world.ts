import { AccountClocks } from '@halyard/clocks';
import type { AnswerBody } from '@halyard/contracts';
import type { DidCounts, NextDue, QuietQuestion, WaitingFor } from '@halyard/contracts/sandbox-clock';
import type { ServiceAnswer } from '@halyard/http';
import { applicationPrincipal, factAnswer, type FakeAnswer, type TestCall, type TestService } from '@halyard/testing';
import { eventually } from '@halyard/testing/waiting';

export const CLOCK_ROUTES = {
  tell: 'PUT /internal/account-clocks/:id',
  run: 'POST /internal/account-clocks/:id/due-runs',
  quiet: 'POST /internal/account-clocks/:id/quiet-questions',
  next: 'GET /internal/account-clocks/:id/next-due',
  use: 'GET /internal/account-clocks/:id/use',
} as const;

const NOTHING: DidCounts = { submitted: 0, settled: 0, returned: 0, corrected: 0, other: 0 };

/** What is due in funding-sources, which a test plays. */
export class DueThere {
  private readonly due: NextDue[] = [];
  private readonly done = new Map<number, number>();
  /** Why nothing that is due is done. */
  failing: string | undefined;
  /** Called after something was done. */
  onDone: (() => void) | undefined;
  /** Each thing that was done: when it was due, and the time of the run. */
  readonly did: (readonly [due: string, until: string])[] = [];

  add(...moments: readonly string[]): void {
    this.due.push(...moments.map((at) => ({ at, what: 'balance-inquiry' as const })));
    this.due.sort((a, b) => (a.at < b.at ? -1 : 1));
  }

  get next(): NextDue | undefined {
    return this.due[0];
  }

  run({ step, until }: { readonly step: number; readonly until: string }) {
    const isFailing = this.failing !== undefined && this.next !== undefined && this.next.at <= until;
    while (!isFailing && this.next && this.next.at <= until) {
      this.did.push([this.next.at, until]);
      this.done.set(step, (this.done.get(step) ?? 0) + 1);
      this.due.shift();
      const told = this.onDone;
      this.onDone = undefined;
      told?.();
    }
    return {
      did: { ...NOTHING, other: this.done.get(step) ?? 0 },
      ...(this.next && { next: this.next }),
      ...(isFailing && { failing: { what: 'balance-inquiry', cause: this.failing } }),
    };
  }
}

/** An account whose clock a test changes, with the other services as far as clocks ask them. */
export class ClockWorld {
  readonly due = new DueThere();
  /** The position of the account's last event. */
  events = 0;
  isUsed = false;
  waitingFor: (deliveries: boolean) => readonly WaitingFor[] = () => [];

  constructor(
    readonly service: TestService,
    readonly principal = applicationPrincipal(),
    private readonly worlds: ClockWorlds = new ClockWorlds(service),
  ) {
    this.worlds.add(this);
  }

  get accountId(): string {
    return this.principal.accountId;
  }

  /** Calls as the gateway does: at the step that holds, and again if that has moved meanwhile. */
  async call(method: 'GET' | 'POST', path: string, call: TestCall = {}): Promise<ServiceAnswer> {
    for (;;) {
      const stored = await this.service.get(AccountClocks).stateOf(this.accountId);
      const step = stored && stored.mode !== 'real' ? { step: stored.step } : {};
      const answer = await this.service.call(method, path, { principal: this.principal, ...step, ...call });
      if (answer.body.type !== 'error' || answer.body.clockStep === undefined) return answer;
    }
  }

  change(body: object, call: TestCall = {}): Promise<ServiceAnswer> {
    return this.call('POST', '/sandbox-clock', { body, ...call });
  }

  begin(body: object, call: TestCall = {}): Promise<ServiceAnswer> {
    return this.call('POST', '/sandbox-clock/advances', { query: { wait: '0' }, body, ...call });
  }

  /** @returns the attributes of the clock */
  async clock() {
    return attributesOf(await this.call('GET', '/sandbox-clock'));
  }

  async advance(id: string) {
    return attributesOf(await this.call('GET', `/sandbox-clock/advances/${id}`));
  }

  /** Advances to the end. @returns the attributes of the advance */
  async advanced(body: object, call: TestCall = {}) {
    const id = createdIn(await this.begin(body, { query: { wait: '30' }, ...call }));
    return this.advance(id);
  }

  async ended(id: string) {
    let advance: Awaited<ReturnType<ClockWorld['advance']>> = {};
    await eventually('the advance has ended', async () => {
      advance = await this.advance(id);
      if (advance['status'] === 'advancing') throw new Error(JSON.stringify(advance));
    });
    return advance;
  }
}

/** Answers the questions of clocks for several accounts of a service. */
export class ClockWorlds {
  private readonly worlds = new Map<string, ClockWorld>();

  constructor(service: TestService) {
    const { services } = service;
    const ofAccount =
      (answer: (world: ClockWorld, body: never) => unknown): FakeAnswer =>
      ({ path, body }): AnswerBody => {
        const world = this.worlds.get(path.split('/')[3] ?? '');
        if (!world) throw new Error(`no account at ${path}`);
        return factAnswer(answer(world, body as never));
      };
    services.answer(
      CLOCK_ROUTES.run,
      ofAccount(({ due }, run: Parameters<DueThere['run']>[0]) => due.run(run)),
    );
    services.answer(
      CLOCK_ROUTES.next,
      ofAccount(({ due }) => ({ next: due.next })),
    );
    services.answer(
      CLOCK_ROUTES.use,
      ofAccount(({ isUsed }) => ({ isUsed })),
    );
    services.answer(
      CLOCK_ROUTES.quiet,
      ofAccount(({ events, waitingFor }, { deliveries }: QuietQuestion) => ({
        written: { keys: [], next: '0', isFull: false, final: '0' },
        unreached: [],
        waitingFor: waitingFor(deliveries),
        events,
      })),
    );
  }

  add(world: ClockWorld): void {
    this.worlds.set(world.accountId, world);
  }
}

export function attributesOf({ status, body }: ServiceAnswer): Readonly<Record<string, unknown>> {
  if (status !== 200 || body.type !== 'resource') throw new Error(JSON.stringify(body));
  return body.attributes;
}

export function linksOf({ body }: ServiceAnswer): readonly string[] {
  if (body.type !== 'resource') throw new Error(JSON.stringify(body));
  return Object.entries(body.links).flatMap(([name, target]) => (target ? [name] : []));
}

export function createdIn({ body }: ServiceAnswer): string {
  if (body.type !== 'created') throw new Error(JSON.stringify(body));
  return body.resource.id;
}
