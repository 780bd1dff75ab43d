// tools/test/boundaries.int.spec.ts checks that this is refused: one service reaches into another.
import { transfersService } from '@halyard/transfers';

export const outOfBounds = transfersService;
