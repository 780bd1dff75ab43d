/** Only the wait ends if the signal aborts. @throws the signal's reason */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let end = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => (end = () => reject(signal.reason as Error)));
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
