import type { ResourceDocument } from '@halyard/contracts';
import { RecordedCommand } from '../../commands.js';

/** Makes the banks process what is pending in an account. */
export class SimulateBankProcessing extends RecordedCommand<ResourceDocument<'sandbox-simulation'>> {}
