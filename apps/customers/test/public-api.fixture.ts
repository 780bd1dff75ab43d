// tools/test/boundaries.int.spec.ts checks that this is refused: a service imports the contracts of all nouns.
import { publicRoutes } from '@halyard/public-api';

export const outOfBounds = publicRoutes;
