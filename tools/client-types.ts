// Writes the types of @halyard/client from the OpenAPI document: npm run openapi
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { clientTypes, TYPES_FILE } from './client/types.ts';

writeFileSync(join(import.meta.dirname, '..', TYPES_FILE), await clientTypes());
