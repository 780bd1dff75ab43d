import { expect } from '@jest/globals';
import type { Decider } from '@halyard/core';

interface Outcome<Event> {
  /** The decision is exactly these facts; none for a command already honoured. */
  then(...events: readonly Event[]): void;
  /** The decision is a refusal for this reason. */
  thenRefused(reason: string): void;
}

interface GivenPast<Command, Event> {
  when(command: Command): Outcome<Event>;
}

const reasonOf = (error: unknown): unknown => (error instanceof Error && 'reason' in error ? error.reason : error);

/** Tests of a decider as sentences: `given(...past).when(command).then(...facts)`. */
export const deciderSpec =
  <State, Command, Event>({ initial, evolve, decide }: Decider<State, Command, Event>) =>
  (...past: readonly Event[]): GivenPast<Command, Event> => ({
    when: (command) => {
      const decision = (): Event[] => decide(command, past.reduce(evolve, initial()));
      return {
        then: (...events) => expect(decision()).toEqual(events),
        thenRefused: (reason) => {
          let refusal: unknown;
          try {
            decision();
          } catch (error) {
            refusal = error;
          }
          expect(reasonOf(refusal)).toBe(reason);
        },
      };
    },
  });
