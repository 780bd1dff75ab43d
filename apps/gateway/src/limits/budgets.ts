import { Injectable } from '@nestjs/common';
import type { ExchangeRoute, PlainRoute, Route } from '@halyard/contracts';
import { Metrics } from '@halyard/observability';
import { GatewayConfig } from '../config.js';
import { ServedRoutes } from '../served-routes.js';
import { type BudgetBounds, InFlightBudget } from './in-flight-budget.js';

/** Classes of work. Each has its own budget, so that requests of one class never wait for those of another. */
const workClasses = ['request', 'operator', 'body'] as const;
type WorkClass = (typeof workClasses)[number];

/** The only place that assigns a class to a route. */
const classOf = ({ access }: PlainRoute): WorkClass => (access === 'operator' ? 'operator' : 'request');

/** How many bodies may be received at a time. Each is in memory until it is complete, however slowly it comes. */
const BODIES_MAX = 2_048;
const BODIES_OF_ONE_CALLER_MAX = BODIES_MAX / 4;

/** How many requests to plain routes that wait there may be at a time. */
const WAITING = { inFlightMax: 512, ofOneCallerMax: 64 };

const nameOf = ({ method, path, budget }: Route): string => budget ?? `${method} ${path}`;

const takesTokens = ({ access }: Route): boolean => access !== 'anyone' && access !== 'linking';

/** Work that this process does at a time, by class (ADR 24). */
@Injectable()
export class Budgets {
  private readonly byClass: Readonly<Record<WorkClass, InFlightBudget>>;
  private readonly byName: ReadonlyMap<string, InFlightBudget>;

  constructor(config: GatewayConfig, { ofBytes, waiting }: ServedRoutes, metrics: Metrics) {
    const { requestsInFlightMax, requestsQueuedMax, accountPlacesPercent, peoplePlacesPercent } = config;
    /** The shares of callers with tokens. Routes without tokens only distinguish networks. */
    const shares = (inFlightMax: number) => ({
      ofOneAccountMax: Math.ceil((inFlightMax * accountPlacesPercent) / 100),
      keptForPeople: Math.floor((inFlightMax * peoplePlacesPercent) / 100),
    });
    const shed = metrics.counter({
      name: 'gateway_requests_shed_total',
      help: 'Requests that were turned away because there was too much to do',
      labels: ['class'],
    });
    const budget = (workClass: string, bounds: BudgetBounds): InFlightBudget =>
      new InFlightBudget({ ...bounds, onShed: () => shed.inc({ class: workClass }) });
    this.byClass = {
      request: budget('request', { inFlightMax: requestsInFlightMax, queueMax: requestsQueuedMax }),
      // Requests that operators need during an overload are never refused because of it.
      operator: budget('operator', { inFlightMax: Number.POSITIVE_INFINITY, queueMax: 0 }),
      // A slowly sent body holds up no work: a request takes its slot once its body is complete.
      body: budget('body', {
        ...{ inFlightMax: BODIES_MAX, ofOneCallerMax: BODIES_OF_ONE_CALLER_MAX, queueMax: 0 },
        ...shares(BODIES_MAX),
      }),
    };
    // Long requests, and requests that last as long as their client wants, have budgets of their own and wait for no
    // others.
    this.byName = new Map(
      [...ofBytes, ...waiting].map((route) => {
        const { inFlightMax, ofOneCallerMax } = route.kind === 'plain' ? WAITING : route.limits;
        const bounds = { inFlightMax, ofOneCallerMax, queueMax: 0, ...(takesTokens(route) && shares(inFlightMax)) };
        return [nameOf(route), budget(nameOf(route), bounds)];
      }),
    );
    this.tell(metrics);
  }

  of(route: PlainRoute): InFlightBudget {
    return this.byClass[classOf(route)];
  }

  /** Undefined for a route that never waits. */
  ofWait(route: PlainRoute): InFlightBudget | undefined {
    return route.wait === undefined ? undefined : this.named(route);
  }

  ofExchange(route: ExchangeRoute): InFlightBudget {
    return this.named(route);
  }

  private named(route: Route): InFlightBudget {
    const budget = this.byName.get(nameOf(route));
    if (!budget) throw new Error(`${nameOf(route)} is not served`);
    return budget;
  }

  /** The budget for requests whose credentials have to be checked first. */
  get newcomers(): InFlightBudget {
    return this.byClass.request;
  }

  get bodies(): InFlightBudget {
    return this.byClass.body;
  }

  private tell(metrics: Metrics): void {
    const named = [...workClasses.map((one) => [one, this.byClass[one]] as const), ...this.byName];
    const read = (name: string, help: string, of: (budget: InFlightBudget) => number) =>
      metrics.gauge({ name, help, labels: ['class'] }, (gauge) => {
        for (const [one, budget] of named) gauge.set({ class: one }, of(budget));
      });
    read('gateway_requests_in_flight', 'Requests that are being carried out', ({ inFlight }) => inFlight);
    read('gateway_requests_queued', 'Requests that wait for their turn', ({ queued }) => queued);
  }
}
