import { types } from 'node:util';

const DEPTH_MAX = 5;

/** The `code` of an error of the system or of a driver (`ENOENT`, `53100`), even from another realm. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** An error, its causes, and the driver's error that TypeORM wraps, down to a limited depth. */
export function* errorsIn(error: unknown, depth = 0): Generator<Error, void> {
  if (!types.isNativeError(error) || depth > DEPTH_MAX) return;
  yield error;
  for (const inner of [error.cause, 'driverError' in error ? error.driverError : undefined]) {
    if (inner !== error) yield* errorsIn(inner, depth + 1);
  }
}
