import { DomainError } from '@halyard/core';
import type { Customer } from '../customer.entity.js';
import { readBody } from '../rules/read-body.js';
import { type ClientCommand, stepOf } from '../states/customer-states.js';
import { statusWords } from '../states/status-words.js';
import { isAboutCustomer } from './nothing-else.js';
import { bodies, ChangeStatusDto, type DataCommand } from './update-customer.dto.js';

/** What a client asks to become of a customer. */
export interface Update {
  readonly command: ClientCommand;
  /** As it was read by the rules of the command; empty where the command says all. */
  readonly body: object;
}

type PlainBody = Readonly<Record<string, unknown>>;

const plain = (body: unknown): PlainBody =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as PlainBody) : {};

/**
 * Reads the body of POST /customers/{id}, which depends on what the customer is.
 *
 * @param now by the account's clock
 * @throws DomainError ValidationError with every fault; InvalidResourceState where the customer's state allows none of it
 */
export async function readUpdate(body: unknown, customer: Customer, now: Date): Promise<Update> {
  const given = plain(body);
  if ((given['status'] ?? null) !== null || !isAboutCustomer(given)) {
    const { status } = await readBody<ChangeStatusDto>(body, ChangeStatusDto, now);
    return { command: allowed(statusWords[status], customer), body: {} };
  }
  const command = allowed(dataCommand(given, customer), customer);
  const dto = bodies[command][customer.type];
  if (!dto) throw new DomainError('InvalidResourceState');
  return { command, body: await readBody(body, dto, now) };
}

function allowed<Asked extends ClientCommand>(command: Asked, customer: Customer): Asked {
  if (!stepOf(command, customer)) throw new DomainError('InvalidResourceState');
  return command;
}

/** Another type is asked for by naming it; whoever is to try again can do nothing else. */
function dataCommand({ type }: PlainBody, customer: Customer): DataCommand {
  if (stepOf('retry', customer)) return 'retry';
  if ((type === 'personal' || type === 'business') && stepOf('upgrade', customer)) return 'upgrade';
  return type === 'unverified' && stepOf('become unverified', customer) ? 'become unverified' : 'edit';
}
