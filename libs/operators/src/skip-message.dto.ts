import { Example } from '@halyard/input';
import { ReasonDto } from './reason.dto.js';

/** The reason is stored for later questions. */
@Example({ reason: 'Corrected by hand, case 17.' })
export class SkipMessageDto extends ReasonDto {}
