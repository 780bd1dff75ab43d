export type Transition = readonly [from: string, command: string, to: string];

/** Draws a table of states for pages. Two states have one arrow, with all commands that lead from one to the other. */
export function stateDiagram(first: string, transitions: readonly Transition[]): string {
  const arrows = new Map<string, string[]>();
  for (const [from, command, to] of transitions) {
    const arrow = `  ${from} --> ${to}`;
    arrows.set(arrow, [...(arrows.get(arrow) ?? []), command]);
  }
  const drawn = [...arrows].map(([arrow, commands]) => `${arrow}: ${commands.join(', ')}`);
  return ['```mermaid', 'stateDiagram-v2', `  [*] --> ${first}`, ...drawn, '```'].join('\n');
}

/** The transitions of a table that gives the next state by state and command. */
export const transitionsOf = (
  states: Readonly<Record<string, Readonly<Partial<Record<string, string>>>>>,
): Transition[] =>
  Object.entries(states).flatMap(([from, steps]) =>
    Object.entries(steps).flatMap(([command, to]) => (to === undefined ? [] : [[from, command, to] as const])),
  );
