/** The signals on which a command ends in its own order: it finishes its work, then exits. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Loads the library that stores settings. It loads `when-exit`, which ends the process at the first signal, before
 * `serve` has closed its database; those handlers are removed. Its handler of the exit stays, and removes files that
 * were not written completely.
 */
export async function loadConf() {
  const before = END_SIGNALS.map((name) => new Set(process.rawListeners(name)));
  const { default: Conf } = await import('conf');
  for (const [index, name] of END_SIGNALS.entries())
    for (const listener of process.rawListeners(name))
      if (!before[index]?.has(listener)) process.off(name, listener as NodeJS.SignalsListener);
  return Conf;
}
