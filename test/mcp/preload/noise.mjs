// Keeps writing to stdout from inside the program, like a careless library, from the moment the program starts to
// listen.
process.stdin.once('newListener', () => {
  setInterval(() => {
    console.log('noise from console.log');
    process.stdout.write('noise from stdout.write\n');
  }, 5).unref();
});
