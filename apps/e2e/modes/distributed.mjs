// Every suite of these tests runs as npm run start:distributed runs it.
process.env.SUITE_MODE = 'distributed';
