import { Injectable } from '@nestjs/common';
import { DueWork } from '@halyard/background';
import { AccountClocks, DueRuns } from '@halyard/clocks';
import { ReadModels } from '../projection/read-models.js';
import { dueThingOf } from '../rail/on-time/due-at-banks.js';

/** Does what is due in transfers while an account's clock is advanced. */
@Injectable()
export class OwnDueRuns extends DueRuns {
  constructor(clocks: AccountClocks, dueWork: DueWork, readModels: ReadModels) {
    // What becomes due is stored together with the list of transfers.
    const caughtUp = () => readModels.upToDate('transfers');
    super(clocks, dueWork, ({ kind }) => dueThingOf(kind), caughtUp);
  }
}
