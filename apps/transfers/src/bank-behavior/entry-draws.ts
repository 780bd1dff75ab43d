import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { type CorrectedValues, correctedValues } from '@halyard/contracts/bank-behavior';
import { turnEnd } from '@halyard/core';
import { ErasedError, Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import type { BankRule, Draw, LegToDraw } from './bank-behavior.js';
import { BankBehaviors, type OpenedBehavior } from './bank-behaviors.js';
import { lockBehavior, setCounts } from './bank-behaviors.rows.js';
import { BankNumbers } from './bank-numbers.js';
import {
  addDraws,
  findCorrected,
  findDraws,
  leaveOutDraws,
  type NewDraw,
  type SealedValues,
} from './entry-draws.rows.js';
import { AskedRules, conductOf } from './rules.js';

const CONTEXT = 'transfers.entry-corrections';
/** After this many entries, other requests get their turn. */
const ASKED_PER_TURN_MAX = 200;

type RoutingNumbers = ReadonlyMap<string, string>;

/** The decisions about entries. A decision is made when the entry is frozen, and kept. */
@Injectable()
export class EntryDraws {
  constructor(
    private readonly dataSource: DataSource,
    private readonly behaviors: BankBehaviors,
    private readonly numbers: BankNumbers,
    private readonly sealer: Sealer,
  ) {}

  /**
   * Gives those legs for which nothing is drawn yet their names, and asks the rules about them, in the given order and
   * in one transaction. A repeat draws nothing again.
   *
   * @returns the draws of all these legs by leg id
   * @throws DomainError ServiceUnavailable if a rule needs routing numbers, and their owner does not answer
   */
  async freeze(
    accountId: string,
    legs: readonly LegToDraw[],
    operation: Operation,
  ): Promise<ReadonlyMap<string, Draw>> {
    const legIds = legs.map(({ legId }) => legId);
    for (;;) {
      const known = await findDraws(this.dataSource, legIds);
      if (legs.every(({ legId }) => known.has(legId))) return known;
      const opened = await this.behaviors.find(accountId);
      const missing = legs.filter(({ legId }) => !known.has(legId));
      const routingNumbers = await this.routingNumbersOf(accountId, missing, opened, operation);
      await this.prepareSealing(missing, opened);
      const isDrawn = await this.dataSource.transaction((tx) =>
        this.draw(tx, accountId, missing, { opened, routingNumbers }),
      );
      if (isDrawn) return findDraws(this.dataSource, legIds);
    }
  }

  of(legIds: readonly string[]): Promise<ReadonlyMap<string, Draw>> {
    return findDraws(this.dataSource, legIds);
  }

  /** Records in the transaction of a simulation that it leaves these legs out. */
  leaveOut(tx: EntityManager, legIds: readonly string[]): Promise<void> {
    return leaveOutDraws(tx, legIds);
  }

  /** @returns the values that a rule's correction states; undefined if the owner of the bank was erased */
  async correctedValues(legId: string): Promise<CorrectedValues | undefined> {
    const found = await findCorrected(this.dataSource, legId);
    if (!found) return undefined;
    try {
      return correctedValues.parse(JSON.parse(await this.sealer.open(found.ownerId, CONTEXT, found.sealed)));
    } catch (error) {
      if (error instanceof ErasedError) return undefined;
      throw error;
    }
  }

  /** @returns false if the behaviour has changed since it was read */
  private async draw(
    tx: EntityManager,
    accountId: string,
    legs: readonly LegToDraw[],
    read: { readonly opened: OpenedBehavior; readonly routingNumbers: RoutingNumbers },
  ): Promise<boolean> {
    const { version, counts, entries } = await lockBehavior(tx, accountId);
    if (version !== read.opened.version) return false;
    const known = await findDraws(
      tx,
      legs.map(({ legId }) => legId),
    );
    const rules = new AskedRules(read.opened.behavior, counts);
    const draws: NewDraw[] = [];
    let numbered = entries;
    for (const leg of legs) {
      if (known.has(leg.legId)) continue;
      const entry = leg.correlationId === null ? `#${(numbered += 1)}` : `${leg.correlationId}/${leg.numberAtBanks}`;
      const routingNumber = read.routingNumbers.get(leg.fundingSourceId);
      const rule = rules.ask({ ...leg, entry, ...(routingNumber !== undefined && { routingNumber }) });
      draws.push({ legId: leg.legId, entry, ...(rule && (await this.struckBy(rule, leg))) });
      if (draws.length % ASKED_PER_TURN_MAX === 0) await turnEnd();
    }
    await addDraws(tx, accountId, draws);
    await setCounts(tx, accountId, { counts: rules.counts(), entries: numbered });
    return true;
  }

  private async struckBy({ name: rule, then }: BankRule, leg: LegToDraw): Promise<Omit<NewDraw, 'legId' | 'entry'>> {
    const corrected = 'correct' in then ? await this.sealed(leg, then.corrected) : undefined;
    return { rule, conduct: conductOf(then), ...(corrected && { corrected }) };
  }

  private async sealed({ ownerId }: LegToDraw, values: CorrectedValues): Promise<SealedValues> {
    return { sealed: await this.sealer.seal(ownerId, CONTEXT, JSON.stringify(values)), ownerId };
  }

  private async prepareSealing(legs: readonly LegToDraw[], { behavior }: OpenedBehavior): Promise<void> {
    if (!behavior.rules.some(({ then }) => 'correct' in then)) return;
    await this.sealer.prepare(legs.map(({ ownerId }) => ownerId));
  }

  /** Routing numbers by funding source, if any rule names one. */
  private async routingNumbersOf(
    accountId: string,
    legs: readonly LegToDraw[],
    { behavior }: OpenedBehavior,
    operation: Operation,
  ): Promise<RoutingNumbers> {
    if (!behavior.rules.some(({ when }) => when?.routingNumber !== undefined)) return new Map();
    const wanted = legs.map(({ fundingSourceId }) => ({ fundingSourceId }));
    const banks = await this.numbers.of(accountId, wanted, operation);
    return new Map(
      [...banks.values()].flatMap(({ fundingSourceId, numbers }) =>
        numbers ? [[fundingSourceId, numbers.routingNumber] as const] : [],
      ),
    );
  }
}
