// Writes to stdout from inside the program, again and again, as a careless library would: from the moment on that
// the program begins to listen.
process.stdin.once('newListener', () => {
  setInterval(() => {
    console.log('noise from console.log');
    process.stdout.write('noise from stdout.write\n');
  }, 5).unref();
});
