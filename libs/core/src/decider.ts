/** The pure logic of a stream: `decide` checks rules and returns events, `evolve` folds them and never throws. */
export interface Decider<State, Command, Event> {
  readonly initial: () => State;
  readonly evolve: (state: State, event: Event) => State;
  readonly decide: (command: Command, state: State) => Event[];
}
