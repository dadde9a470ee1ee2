#!/usr/bin/env node
// The launcher. Old versions of Node must be able to parse it, to reach the version check.
// It is CommonJS, like the tool server: Node's ES module loader costs 17 million instructions per start.
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

/** Options of the tool server. The command line handles all others, such as `--help`. */
const TOOL_SERVER_FLAG = /^--(confirm|toolsets|read-only)(=|$)/;

function wantsTools(args) {
  if (args.length === 0) return !process.stdin.isTTY;
  return args[0] === 'mcp' && args.every((arg) => !arg.startsWith('-') || TOOL_SERVER_FLAG.test(arg));
}

function serveTools(args) {
  // Standard output carries only protocol messages: send everything else to standard error.
  const write = process.stdout.write.bind(process.stdout);
  // Opening stderr takes time, so it is not touched before its first use.
  process.stdout.write = (...all) => process.stderr.write(...all);
  require('../dist/mcp.cjs').runStdio(args, process.env, __filename, {
    write,
    beforeLoading: keepCompiledCode,
  });
}

/** Node 22.8 and later can cache compiled code in the system's temporary folder. */
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
    `Postrider requires Node ${NEEDED.join('.')} or newer, but this is ${process.versions.node}. ` +
      'Install a current version from https://nodejs.org.\n',
  );
  process.exitCode = 1;
} else {
  start().catch(function failed(error) {
    process.stderr.write(`Postrider could not start: ${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  });
}
