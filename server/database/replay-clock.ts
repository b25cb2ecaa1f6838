/** Positions of the primary whose replay a standby hasn't confirmed; more are not needed to know that it is behind. */
const positionsMax = 30

/**
 * Computes how many milliseconds a standby is behind, from positions in the write-ahead log and the times at which they
 * were read. The time since the last replayed transaction would grow on an idle primary, and would compare the clocks
 * of two machines. Times are `now` of one monotonic clock, in milliseconds; positions are bytes.
 */
export function createReplayClock() {
  /** Positions of the primary that the standby hasn't reached, oldest first. */
  let waiting: { readonly position: bigint; readonly readAt: number }[] = []
  let currentAt = -Infinity
  return {
    /** Records the position of the primary. */
    addPrimary(position: bigint, now: number): void {
      waiting = [...waiting, { position, readAt: now }].slice(-positionsMax)
    },
    /** Records up to which position the standby has replayed. */
    addReplayed(position: bigint): void {
      const index = waiting.findLastIndex((primary) => primary.position <= position)
      const reached = waiting[index]
      if (!reached) return
      currentAt = reached.readAt
      waiting = waiting.slice(index + 1)
    },
    /**
     * Returns by how much the standby is behind, to within the interval of reading; Infinity until it has reached a
     * position once. While the primary can't be read, the last known position counts.
     */
    lagMs: (now: number): number => (waiting.length === 0 && currentAt !== -Infinity ? 0 : now - currentAt),
  }
}
