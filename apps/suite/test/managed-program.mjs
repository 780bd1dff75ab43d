// A program as ManagedProcess runs them: MODE says how it behaves.
const { MODE } = process.env;
console.log(`began ${process.pid}`);
process.on('disconnect', () => process.exit(1));
if (MODE === 'fails') {
  console.error('can not');
  process.exit(3);
}
process.on('SIGTERM', () => {
  console.log(`ended ${process.pid}`);
  process.exit(0);
});
process.send({ metricsPort: 1, opened: { pid: process.pid } });
