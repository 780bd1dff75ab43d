#!/usr/bin/env node
// The command line: from a package as it was packed, and from a clone as it is built, which this does when it never was.
// Old Nodes can read this file, so that one that is too old is told so and not given a syntax error.
'use strict';

var existsSync = require('fs').existsSync;
var join = require('path').join;
var pathToFileURL = require('url').pathToFileURL;

// Other users see the arguments of a process, and some of them are secrets or numbers of persons.
process.title = 'halyard';

var project = join(__dirname, '..');
var prepare = join(project, '..', '..', 'tools', 'prepare.cjs');
var isClone = existsSync(prepare);
var main = join(project, isClone ? 'dist' : 'packed', 'main.js');

function isOlder(version, needed) {
  for (var at = 0; at < needed.length; at += 1) {
    if (version[at] !== needed[at]) return version[at] < needed[at];
  }
  return false;
}

function numbersOf(text) {
  return text.match(/\d+/g).map(Number);
}

var about = require('../package.json');
var needed = about.engines.node;
if (isOlder(numbersOf(process.version), numbersOf(needed))) {
  console.error('halyard: needs Node ' + needed.slice(2) + ' or newer, found ' + process.version + '.');
  process.exit(1);
}
// Asked by itself, the version needs nothing of the program, whose modules take longer to load than Node does to start.
if (process.argv.length === 3 && process.argv[2] === '--version') console.log(about.version);
else runProgram();

function runProgram() {
  if (isClone && !existsSync(main)) {
    // What it says is no part of what a command answers.
    var built = require('child_process').spawnSync(process.execPath, [prepare, '--run', 'apps/cli/tsconfig.lib.json'], {
      stdio: ['ignore', process.stderr, process.stderr],
    });
    if (built.status !== 0) process.exit(built.status || 1);
  }
  import(pathToFileURL(main).href)
    .then(function (program) {
      return program.run(process.argv);
    })
    .then(function (code) {
      process.exitCode = code;
    });
}
