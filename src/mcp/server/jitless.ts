import * as z from 'zod';

// Compiling validators costs more than it saves in a process that validates few messages.
z.config({ jitless: true });
