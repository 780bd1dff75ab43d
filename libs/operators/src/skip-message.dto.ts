import { Example } from '@halyard/input';
import { ReasonDto } from './reason.dto.js';

/** Why an operator lets a key skip a message: stored for later questions. */
@Example({ reason: 'Corrected by hand, case 17.' })
export class SkipMessageDto extends ReasonDto {}
