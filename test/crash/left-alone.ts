import { CrashRoom } from './crash-room.js';

/** Starts a publisher, says which process it is and where its data is, and waits to be killed. */
const room = await CrashRoom.open();
const { pid } = await room.start();
process.stdout.write(`${JSON.stringify({ pid, folder: room.shared.folder })}\n`);
setInterval(() => undefined, 60_000);
