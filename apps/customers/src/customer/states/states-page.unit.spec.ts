import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { capabilities } from '@halyard/contracts';
import { customerStatuses } from '../customer.entity.js';
import { checkOutcomes, clientCommands, customerStates, operatorCommands } from './customer-states.js';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/customers.md'), 'utf8');

const commands = [...clientCommands, ...operatorCommands, ...checkOutcomes];

/** The statuses to which a customer may return. */
const restored = customerStatuses.filter((status) => 'deactivate' in customerStates[status]);

/** An arrow for every two states, with the commands that lead from one to the other. */
function picture(): string {
  const arrows = customerStatuses.flatMap((from) => {
    const labels = new Map<string, string[]>();
    for (const command of commands) {
      const step = customerStates[from][command];
      if (!step || 'begins' in step) continue;
      const targets = step.to === 'the status before' ? restored : [step.to];
      for (const to of targets) labels.set(to, [...(labels.get(to) ?? []), command]);
    }
    return [...labels].map(([to, label]) => `  ${from} --> ${to}: ${label.join(', ')}`);
  });
  return ['```mermaid', 'stateDiagram-v2', '  [*] --> unverified', ...arrows, '```'].join('\n');
}

const yes = (is: boolean): string => (is ? 'yes' : 'no');

const rowOf = (status: (typeof customerStatuses)[number]): string[] => {
  const { send, receive, banks } = capabilities[status];
  const edit = 'edit' in customerStates[status] || 'retry' in customerStates[status];
  return [status, yes(send), receive, yes(banks), yes(edit)];
};

describe('docs/customers.md', () => {
  it('shows the states as they are', () => expect(page).toContain(picture()));

  it.each(customerStatuses)('says what a customer that is %s may do', (status) => {
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.find((cells) => cells[1] === status)?.slice(1, -1)).toEqual(rowOf(status));
  });
});
