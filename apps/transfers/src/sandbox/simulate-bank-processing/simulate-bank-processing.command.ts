import type { ResourceAnswer } from '@halyard/contracts';
import { RecordedCommand } from '../../commands.js';

/** Makes the banks process what is pending in an account. */
export class SimulateBankProcessing extends RecordedCommand<ResourceAnswer<'sandbox-simulation'>> {}
