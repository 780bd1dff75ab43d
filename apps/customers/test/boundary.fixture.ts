// Must be refused: one service reaches into another. tools/test/boundaries.int.spec.ts sees to that.
import { transfersService } from '@halyard/transfers';

export const outOfBounds = transfersService;
