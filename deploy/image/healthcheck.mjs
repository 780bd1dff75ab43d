// Exits with 0 while the process beside it is ready.
const url = `http://127.0.0.1:${process.env.METRICS_PORT || 9464}/health/ready`;
const isReady = await fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
