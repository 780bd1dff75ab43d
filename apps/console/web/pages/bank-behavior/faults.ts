import { ApiError } from '@halyard/client';

/** The API's messages by the field that each is about, as its path with dots. */
export type Faults = Readonly<Record<string, string>>;

/** The faults that a refusal tells. */
export const faultsIn = (error: unknown): Faults =>
  error instanceof ApiError
    ? Object.fromEntries(error.errors.map(({ path, message }) => [path.slice(1).replaceAll('/', '.'), message]))
    : {};

const isWithin = (field: string, within: string): boolean => field === within || field.startsWith(`${within}.`);

/** The faults that are about a part of the body. */
export const within = (faults: Faults, part: string): readonly string[] =>
  Object.keys(faults).filter((field) => isWithin(field, part));
