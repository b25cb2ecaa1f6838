/** The rate, and its clock: monotonic milliseconds, so that a clock adjustment neither releases nor blocks requests. */
export type BucketOptions = {
  readonly perSecond: number
  readonly now: () => number
  readonly sleep: (ms: number) => Promise<unknown>
}

/**
 * Lets callers through at a steady rate, after a pause of theirs as many at once as fit into one second; who comes too
 * early waits, in order. The answer is awaited before each act: `await pace()`.
 */
export function tokenBucket({ perSecond, now, sleep }: BucketOptions): () => Promise<void> {
  let tokens = perSecond
  let position = now()
  return async () => {
    const since = now()
    tokens = Math.min(perSecond, tokens + ((since - position) / 1000) * perSecond)
    position = since
    // Taken in advance: the next requester queues behind it.
    tokens -= 1
    if (tokens < 0) await sleep((-tokens / perSecond) * 1000)
  }
}
