// The whole suite in one process, on the embedded default.
process.setSourceMapsEnabled(true);
await import('../apps/suite/dist/main.js');
