export const sorted = (values: readonly number[]): readonly number[] => values.toSorted((one, other) => one - other);

export const median = (values: readonly number[]): number => sorted(values)[Math.floor(values.length / 2)] ?? 0;

/** The value that 19 of 20 values do not exceed. */
export const p95 = (values: readonly number[]): number => sorted(values)[Math.ceil(values.length * 0.95) - 1] ?? 0;
