import { type PartyFact } from '@halyard/contracts/parties';
import { balanceIdOf, type FundingSourceFact } from '@halyard/contracts/funding-sources';
import { moneyToJson, newId, type SimulatedReturn, simulatedReturnOf, usd } from '@halyard/core';
import { Chain } from '@halyard/event-store';
import { servicePrincipal } from '@halyard/testing';
import { Balances } from '../src/balance/balances.js';
import type { PaymentTerms } from '../src/payment/payment.model.js';
import { Payments } from '../src/payment/payments.js';
import { Transfer } from '../src/transfer/transfer.entity.js';
import { nameOfLeg, topicOf } from './stage.js';
import type { SeenPayment } from './leg-table.js';
import type { World } from './world.js';

interface Ends {
  readonly source?: string;
  readonly destination?: string;
  /** In dollars. */
  readonly receiverHas?: number;
}

const DOLLAR = 100n;

/** A row of the leg table, as clients of a whole service set it off. */
export class LegRun {
  private told = 0;

  private constructor(
    private readonly world: World,
    private readonly terms: PaymentTerms,
    private readonly receiver: PartyFact,
    /** Of sender and receiver; undefined for one without a balance here. */
    private readonly balances: readonly (string | undefined)[],
  ) {}

  /** @param flow `holder bank to own balance` */
  static async begin(world: World, flow: string, { source, destination, receiverHas = 100 }: Ends): Promise<LegRun> {
    const [sends = '', fromType = '', , receives = '', toType = ''] = flow.split(' ');
    const sender = world.customer({ status: sends === 'plain' ? 'unverified' : 'verified' });
    const isOwn = receives === 'own';
    const receiver = isOwn ? sender : world.customer({ status: receives === 'plain' ? 'unverified' : 'verified' });
    const from = sourceOf(world, sender, fromType, source);
    const to = sourceOf(world, receiver, toType, destination);
    const balanceOf = (owner: PartyFact) => balanceIdOf(owner.partyId);
    const ofSender = sends === 'plain' || flow === 'holder bank to own balance' ? undefined : balanceOf(sender);
    const ofReceiver =
      flow === 'holder bank to own balance'
        ? balanceOf(sender)
        : isOwn || receives === 'plain'
          ? undefined
          : balanceOf(receiver);
    if (ofSender) await fund(world, ofSender, 100);
    if (ofReceiver && receiverHas !== 0) await fund(world, ofReceiver, receiverHas);
    const id = await world.transfer(from, to, '10.00');
    const { payment } = await world.service.get(Payments).load(id);
    if (!payment.terms) throw new Error('a payment was not begun');
    return new LegRun(world, payment.terms, receiver, [ofSender, ofReceiver]);
  }

  /** What has become of the payment, and what was told since the last look. */
  async see(): Promise<SeenPayment> {
    const transfers = await this.transfers();
    const facts = await this.facts(transfers);
    const since = facts.slice(this.told);
    this.told = facts.length;
    const cents = this.balances.map((id) => id && this.world.service.get(Balances).current(id));
    const balances = await Promise.all(
      cents.map(async (current) => {
        const view = await current;
        return view ? `${view.postedMinor / DOLLAR}` : '-';
      }),
    );
    const legs = transfers.filter(({ status }) => status !== 'initiated');
    return {
      legs: legs.map((transfer) => `${nameOfLeg(transfer, this.terms)} ${transfer.status}`).join(', '),
      told: since.join(', '),
      balances: balances.join(' '),
    };
  }

  /** The receiver is no holder any more. */
  async closeReceiver(): Promise<void> {
    const { partyId } = this.receiver;
    const body = { ...this.receiver, status: 'suspended', version: 2 };
    const call = { principal: servicePrincipal('customers'), body };
    const { status } = await this.world.service.call('PUT', `/internal/parties/${partyId}`, call);
    if (status !== 200) throw new Error(`the receiver was not closed: ${status}`);
  }

  private async transfers(): Promise<Transfer[]> {
    await this.world.call('GET', `/transfers/${this.terms.paymentId}`);
    const { paymentId } = this.terms;
    return this.world.service.dataSource.manager.find(Transfer, { where: { paymentId }, order: { place: 'ASC' } });
  }

  private async facts(transfers: readonly Transfer[]): Promise<string[]> {
    const byId = new Map(transfers.map((transfer) => [transfer.id, transfer]));
    const told = await this.world.service.recorded();
    return told.flatMap(({ key, type }) => {
      if (key === this.balances[1]) return ['receiver negative'];
      const transfer = byId.get(key);
      if (!transfer) return [];
      const what = topicOf(type);
      const isOfBank = transfer.leg === 'bank' || what === 'creation_failed';
      return [`${nameOfLeg(transfer, this.terms)} ${isOfBank ? 'bank ' : ''}${what}`];
    });
  }
}

function sourceOf(world: World, owner: PartyFact, type: string, name: string | undefined): FundingSourceFact {
  if (type === 'balance') return world.source(owner, 'balance', { fundingSourceId: balanceIdOf(owner.partyId) });
  const returns: SimulatedReturn | undefined = name === undefined ? undefined : simulatedReturnOf(name);
  return world.source(owner, 'bank', { returns, ...(type === 'wire' && { channels: ['wire'] }) });
}

async function fund({ service }: World, balanceId: string, dollars: number): Promise<void> {
  const chain = new Chain(service.eventStore);
  const amount = moneyToJson(usd(BigInt(Math.abs(dollars)) * DOLLAR));
  const at = service.clock.system().toISOString();
  const entry = { entryId: newId(), legId: newId(), amount, contra: `transit:${newId()}`, at };
  await service
    .get(Balances)
    .enter(balanceId, dollars < 0 ? { type: 'PostDebit', ...entry } : { type: 'PostCredit', ...entry }, { chain });
  await chain.committed();
}
