#!/usr/bin/env node
// Starts the program. Everything up to the check of the version is written so that old Nodes can read it.
// It is CommonJS, as is the tool server: Node's loader of modules costs 17 million instructions at every start.
const module_ = require('node:module');

/** The oldest Node that runs this program. */
const NEEDED = [20, 18, 1];

function isOldNode(version) {
  const parts = version.split('.').map(Number);
  for (let i = 0; i < NEEDED.length; i += 1) {
    if (parts[i] !== NEEDED[i]) return parts[i] < NEEDED[i];
  }
  return false;
}

/** Arguments of the tool server itself. All others, `--help` among them, are the command line's to read. */
const TOOL_SERVER_FLAG = /^--(confirm|toolsets|read-only)(=|$)/;

function wantsTools(args) {
  if (args.length === 0) return !process.stdin.isTTY;
  return args[0] === 'mcp' && args.every((arg) => !arg.startsWith('-') || TOOL_SERVER_FLAG.test(arg));
}

function serveTools(args) {
  // A tool server's stdout carries protocol bytes alone: whatever else writes to it goes to stderr.
  const write = process.stdout.write.bind(process.stdout);
  // The way to stderr is opened by whoever uses it first: at start-up nobody does.
  process.stdout.write = (...all) => process.stderr.write(...all);
  require('../dist/mcp.cjs').runStdio(args, process.env, __filename, {
    write,
    beforeLoading: keepCompiledCode,
  });
}

/** Node 22.8 and later can keep compiled code in the system's temporary folder between starts. */
function keepCompiledCode() {
  if (module_.enableCompileCache && !process.env.NODE_DISABLE_COMPILE_CACHE) module_.enableCompileCache();
}

async function start() {
  const args = process.argv.slice(2);
  if (wantsTools(args)) {
    serveTools(args.slice(1));
  } else {
    keepCompiledCode();
    const cli = await import('../dist/cli.js');
    process.exitCode = await cli.main(args);
  }
}

if (isOldNode(process.versions.node)) {
  process.stderr.write(
    `Postrider needs Node ${NEEDED.join('.')} or newer; this is ${process.versions.node}. ` +
      'Install a current Node from https://nodejs.org and start it again.\n',
  );
  process.exitCode = 1;
} else {
  start().catch(function failed(error) {
    process.stderr.write(`Postrider could not start: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  });
}
