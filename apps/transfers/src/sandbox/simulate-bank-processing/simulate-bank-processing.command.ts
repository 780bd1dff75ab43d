import type { ResourceAnswer } from '@halyard/contracts';
import { RecordedCommand } from '../../commands.js';

export class SimulateBankProcessing extends RecordedCommand<ResourceAnswer<'sandbox-simulation'>> {}
