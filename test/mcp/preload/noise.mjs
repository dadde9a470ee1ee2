// Writes to stdout from inside the program, again and again, as a careless library would.
setInterval(() => {
  console.log('noise from console.log');
  process.stdout.write('noise from stdout.write\n');
}, 5).unref();
