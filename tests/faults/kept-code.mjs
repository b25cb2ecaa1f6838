// What this process has compiled is kept for those that start after it (NODE_COMPILE_CACHE): they are killed, and would keep nothing.
import { flushCompileCache } from 'node:module'

for (const afterMs of [3000, 10_000]) setTimeout(() => flushCompileCache(), afterMs).unref()
