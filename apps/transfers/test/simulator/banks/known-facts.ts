import { defaultAccountSettings } from '@halyard/contracts/parties';
import type { Facts, KnownSource } from '../../../src/facts/facts.js';
import type { ReadModels } from '../../../src/projection/read-models.js';
import type { Transfers } from '../../../src/transfer/transfers.js';
import { CheckpointsInTables, transferOf } from '../database.js';
import type { ConnectedToBanks } from './bank-database.js';
import type { BankOwner } from './bank-owner.js';

const LOOK_MS = 3;

/** A process knows of banks what their owner has. */
export function factsOf(owner: BankOwner, { schedule, life }: ConnectedToBanks): Facts {
  const source = async (id: string): Promise<KnownSource | undefined> => {
    await schedule.turn(life);
    const bank = owner.find(id);
    if (!bank) return undefined;
    const { fact, isPersons } = bank;
    const { accountId, ownerKind: kind, ownerId: partyId } = fact;
    const type = isPersons ? 'personal' : 'account';
    return {
      source: fact,
      owner: { partyId, accountId, kind, type, status: 'verified', version: 1 },
      settings: defaultAccountSettings,
    };
  };
  return { source } as unknown as Facts;
}

/** Reads once the model of transfers includes everything that is stored by then. */
export function readModelsOf(to: ConnectedToBanks, head: () => Promise<bigint>): ReadModels {
  const checkpoints = new CheckpointsInTables(to);
  const upToDate = async (model: string): Promise<bigint> => {
    const wanted = await head();
    while ((await checkpoints.load(model)).position < wanted) await to.schedule.sleep(to.life, LOOK_MS).over;
    return wanted;
  };
  const read = async (model: string, query: () => Promise<unknown>): Promise<unknown> => {
    await upToDate(model);
    return query();
  };
  return { upToDate, read } as unknown as ReadModels;
}

export function transfersOf(to: ConnectedToBanks, models: ReadModels): Transfers {
  const find = (id: string) =>
    models.read('transfers', () => {
      const row = to.tables.row('transfers', id);
      return Promise.resolve(row && transferOf(row));
    });
  return { find } as unknown as Transfers;
}
