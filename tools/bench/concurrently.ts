/** Does `work` a number of times, some of them at once. @returns the results, in no particular order */
export async function concurrently<Result>(
  callers: number,
  times: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const caller = async (): Promise<void> => {
    while (next < times) {
      next += 1;
      results.push(await work(next - 1));
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
  return results;
}
