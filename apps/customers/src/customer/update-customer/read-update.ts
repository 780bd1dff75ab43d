import { DomainError, validationError } from '@halyard/core';
import { anyFieldOf, isJsonObject, nothingGiven, type PlainBody, unknownMembers } from '@halyard/input';
import type { Customer } from '../customer.entity.js';
import { readBody } from '../rules/read-body.js';
import { type ClientCommand, stepOf } from '../states/customer-states.js';
import { statusWords } from '../states/status-words.js';
import { isAboutCustomer } from './nothing-else.js';
import { bodies, ChangeStatusDto, type DataCommand } from './update-customer.dto.js';

export interface Update {
  readonly command: ClientCommand;
  /** Empty if the command says everything. */
  readonly body: object;
}

/**
 * Validates the body of POST /customers/{id}, whose rules depend on the customer's type and status.
 *
 * @param now by the account's clock
 * @throws DomainError ValidationError with every fault; InvalidResourceState if the customer's state does not allow the
 * change
 */
export async function readUpdate(body: unknown, customer: Customer, now: Date): Promise<Update> {
  const given = isJsonObject(body) ? body : {};
  if ((given['status'] ?? null) !== null) {
    const { status } = await readBody<ChangeStatusDto>(body, ChangeStatusDto, now);
    return { command: allowed(statusWords[status], customer), body: {} };
  }
  if (!isAboutCustomer(given)) {
    throw validationError(...unknownMembers(body), nothingGiven(['status', ...editableFields(customer)]));
  }
  const command = allowed(dataCommand(given, customer), customer);
  const dto = bodies[command][customer.type];
  if (!dto) throw new DomainError('InvalidResourceState');
  return { command, body: await readBody(body, dto, now) };
}

function editableFields({ type }: Customer): readonly string[] {
  const dto = bodies.edit[type];
  return (dto && anyFieldOf(dto)) ?? [];
}

function allowed<Asked extends ClientCommand>(command: Asked, customer: Customer): Asked {
  if (!stepOf(command, customer)) throw new DomainError('InvalidResourceState');
  return command;
}

/** A client asks for another type by naming it. A customer that has to try again can do nothing else. */
function dataCommand({ type }: PlainBody, customer: Customer): DataCommand {
  if (stepOf('retry', customer)) return 'retry';
  if ((type === 'personal' || type === 'business') && stepOf('upgrade', customer)) return 'upgrade';
  return type === 'unverified' && stepOf('become unverified', customer) ? 'become unverified' : 'edit';
}
