import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { capabilities } from '@halyard/contracts/parties';
import { stateDiagram } from '@halyard/testing/state-diagram';
import { customerStatuses } from '../customer.entity.js';
import { checkOutcomes, clientCommands, customerStates, operatorCommands } from './customer-states.js';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/customers.md'), 'utf8');

const commands = [...clientCommands, ...operatorCommands, ...checkOutcomes];

/** The statuses to which a customer may return. */
const restored = customerStatuses.filter((status) => 'deactivate' in customerStates[status]);

const transitions = customerStatuses.flatMap((from) =>
  commands.flatMap((command) => {
    const step = customerStates[from][command];
    if (!step || 'begins' in step) return [];
    const targets = step.to === 'the status before' ? restored : [step.to];
    return targets.map((to) => [from, command, to] as const);
  }),
);

const yes = (is: boolean): string => (is ? 'yes' : 'no');

const rowOf = (status: (typeof customerStatuses)[number]): string[] => {
  const { send, receive, banks } = capabilities[status];
  const edit = 'edit' in customerStates[status] || 'retry' in customerStates[status];
  return [status, yes(send), receive, yes(banks), yes(edit)];
};

describe('docs/customers.md', () => {
  it('shows the states as they are', () => expect(page).toContain(stateDiagram('unverified', transitions)));

  it.each(customerStatuses)('says what a customer that is %s may do', (status) => {
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows.find((cells) => cells[1] === status)?.slice(1, -1)).toEqual(rowOf(status));
  });
});
