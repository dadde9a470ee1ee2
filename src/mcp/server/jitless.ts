import * as z from 'zod';

// Compiling validators costs more than it saves in a process that checks a few messages.
z.config({ jitless: true });
