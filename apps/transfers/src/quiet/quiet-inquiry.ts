import { type Operation, type ResourceService, routeAt, sharedServiceRoutes } from '@halyard/contracts';
import {
  type QuietAnswer,
  quietAnswer,
  type QuietQuestion,
  type UnderWay,
  type WaitingFor,
} from '@halyard/contracts/sandbox-clock';
import { aborted, asRefusal, isUnavailable, newId, pause } from '@halyard/core';
import type { ServiceCalls } from '@halyard/http';

interface InquiryOptions {
  readonly waitMs: number;
  readonly signal?: AbortSignal;
  readonly operation: Operation;
}

/** After the wait is over, answers that were asked for before may still come for this long. */
const LAST_ANSWER_MS = 1_000;
const PAUSE_MS = { first: 2, growth: 1.5, max: 100 };

/** The kind of work that may be unfinished at each service while it does not answer. */
const atStake: Readonly<Record<ResourceService, UnderWay>> = {
  auth: 'list',
  customers: 'list',
  'funding-sources': 'list',
  transfers: 'payment',
  webhooks: 'event',
};

/** Asks services about one account until a time is over, and remembers what they still wait for. */
export class QuietInquiry {
  /** The position of the account's last event; undefined until it is known. */
  events: number | undefined;
  private readonly open = new Map<string, readonly WaitingFor[]>();
  private readonly deadlineMs: number;
  private isParked = false;

  constructor(
    private readonly calls: ServiceCalls,
    private readonly accountId: string,
    private readonly options: InquiryOptions,
  ) {
    this.deadlineMs = performance.now() + options.waitMs;
  }

  /** Whether there is no sense in asking on: the time is over, nobody waits any more, or a message is parked. */
  get isOver(): boolean {
    return this.isParked || this.options.signal?.aborted === true || performance.now() >= this.deadlineMs;
  }

  /** What services said last that they still wait for, added up. */
  get waitingFor(): WaitingFor[] {
    const sums = new Map<UnderWay, WaitingFor>();
    for (const one of [...this.open.values()].flat()) {
      const known = sums.get(one.what);
      const example = known?.example ?? one.example;
      sums.set(one.what, { what: one.what, count: (known?.count ?? 0) + one.count, ...(example && { example }) });
    }
    return [...sums.values()];
  }

  /**
   * Asks a service again and again, with growing pauses, until it waits for nothing.
   *
   * @param about tells the questions apart whose answers are remembered
   * @param next gives the next question, which may depend on the answer before
   * @returns the last answer, and whether the first one was different; undefined if it is over before
   */
  async settled(
    service: ResourceService,
    about: string,
    next: (before: QuietAnswer | undefined) => QuietQuestion,
  ): Promise<{ readonly answer: QuietAnswer; readonly hasWaited: boolean } | undefined> {
    const key = `${service} ${about}`;
    let answer: QuietAnswer | undefined;
    for (let pauseMs = PAUSE_MS.first, asked = 0; ; asked += 1) {
      const latest = await this.ask(service, next(answer));
      answer = latest ?? answer;
      const open = latest ? openIn(service, latest) : [{ what: atStake[service], count: 1 }];
      if (latest && open.length === 0) {
        this.open.delete(key);
        return { answer: latest, hasWaited: asked > 0 };
      }
      const parked = open.filter(isParked);
      this.open.set(
        key,
        open.filter((one) => !isParked(one)),
      );
      // Each answer names all parked messages of the service.
      if (parked.length > 0) this.open.set(`${service} parked`, parked);
      this.isParked ||= parked.length > 0;
      if (this.isOver) return undefined;
      await pause(Math.min(pauseMs, Math.max(0, this.deadlineMs - performance.now())), this.options.signal);
      pauseMs = Math.min(pauseMs * PAUSE_MS.growth, PAUSE_MS.max);
    }
  }

  /** @returns undefined if the service does not answer */
  private async ask(service: ResourceService, question: QuietQuestion): Promise<QuietAnswer | undefined> {
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), this.deadlineMs - performance.now() + LAST_ANSWER_MS);
    const signal = this.options.signal ? AbortSignal.any([over.signal, this.options.signal]) : over.signal;
    // The same question has another answer each time.
    const operation = { ...this.options.operation, id: newId() };
    const route = routeAt(sharedServiceRoutes.askWhetherQuiet, service);
    try {
      const asked = this.calls.requestAbout(this.accountId, route, question, operation).catch(unanswered);
      const fact = await Promise.race([asked, aborted(signal)]);
      if (fact === undefined) return undefined;
      const answer = quietAnswer.parse(fact);
      this.events = answer.events ?? this.events;
      return answer;
    } finally {
      clearTimeout(timer);
      over.abort();
    }
  }
}

const isParked = ({ what }: WaitingFor): boolean => what === 'parked';

function unanswered(error: unknown): undefined {
  if (!isUnavailable(error)) asRefusal(error);
  return undefined;
}

/** What the service waits for. Facts that it has not heard of are events to record for one, and lists for others. */
function openIn(service: ResourceService, { unreached, waitingFor }: QuietAnswer): readonly WaitingFor[] {
  if (unreached.length === 0) return waitingFor;
  return [...waitingFor, { what: service === 'webhooks' ? 'event' : 'list', count: unreached.length }];
}
