/** This machine cannot have a server, whatever the code does. Tests that need it are skipped, with this reason. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
}
