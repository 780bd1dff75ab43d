import { Injectable } from '@nestjs/common';
import { healthChecks } from '@halyard/contracts/operations';
import { Clock } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { counted, type HealthLook, OwnHealthLooks } from '@halyard/operators';
import { DataSource } from 'typeorm';
import { Conservation } from './ledger/conservation/conservation.js';
import { heldAdvances } from './sandbox-clock/advances.rows.js';

const { 'advances-held': advancesHeld } = healthChecks;

@Injectable()
export class TransfersHealth extends OwnHealthLooks {
  constructor(
    private readonly store: EventStore,
    private readonly conservation: Conservation,
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override list(): readonly HealthLook[] {
    return [
      {
        check: 'event-store',
        look: async () => {
          await this.store.head();
          return undefined;
        },
      },
      {
        check: 'money-conserved',
        look: async () => {
          const { balanced } = await this.conservation.check();
          return balanced ? undefined : { message: 'The money of an account, or of all of them, does not add up.' };
        },
      },
      {
        check: 'advances-held',
        look: async () => {
          const heldBefore = new Date(this.clock.system().getTime() - advancesHeld.above * 1_000);
          const { count, since } = await heldAdvances(this.dataSource, heldBefore);
          if (count === 0) return undefined;
          return { message: `${counted(count, 'advance of a clock is', 'advances of clocks are')} held.`, since };
        },
      },
    ];
  }
}
