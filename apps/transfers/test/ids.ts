/** An id in the form of a UUIDv7, with a given time. */
export const timedId = (timeMs: number, n: number): string => {
  const time = timeMs.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}`;
};
