import { one } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'

type Work = (items: readonly unknown[]) => Promise<readonly unknown[]>
type Waiting = {
  readonly item: unknown
  readonly work: Work
  resolve(result: unknown): void
  reject(error: unknown): void
}
type Queue = {
  waiting: Waiting[]
  running: number
  startedAt: number
  lastSize: number
  isHeld: boolean
  readonly apartMs: number
}

/**
 * Maximum number of concurrent batches of one kind, maximum number of items in a batch, and the number of items from
 * which a batch starts without waiting.
 */
export type BatcherOptions = {
  readonly runningMax?: number
  readonly itemsMax?: number
  readonly itemsToStart?: number
}

/**
 * Under load a batch starts when no item has joined it for this many turns of the event loop, which are long in a busy
 * process and short in an idle one. It waits at most `patienceMs`.
 */
const quietTurns = 3
const patienceMs = 12
/** A batch of several items within this time counts as load. */
const loadMs = 50

/**
 * Group commit in the application: an item that arrives while a batch is running joins the next one, so a hundred
 * concurrent donations cost only a few commits. A single item doesn't wait. Under load a batch waits briefly for more
 * items, because eight cost hardly more than two (ADR-0012).
 */
export function createBatcher({
  runningMax = 1,
  itemsMax = 64,
  itemsToStart = 8,
}: BatcherOptions = {}): Ports['batch'] {
  const queues = new Map<string, Queue>()

  function startBatch(queue: Queue): void {
    if (queue.isHeld || queue.waiting.length === 0 || queue.running >= runningMax) return
    const now = performance.now()
    const delayMs = queue.startedAt + queue.apartMs - now
    if (delayMs > 1) return delayBatch(queue, delayMs)
    if (queue.lastSize > 1 && now - queue.startedAt < loadMs) return collectItems(queue, now + patienceMs)
    void run(queue)
  }

  /** Starts the batch when no item has joined for a moment, it has enough items, or the time limit is reached. */
  function collectItems(queue: Queue, until: number): void {
    let [joined, quietCount] = [0, 0]
    queue.isHeld = true
    const checkQueue = () => {
      if (queue.waiting.length > joined) [joined, quietCount] = [queue.waiting.length, 0]
      else quietCount += 1
      if (quietCount < quietTurns && joined < itemsToStart && performance.now() < until)
        return void setImmediate(checkQueue)
      queue.isHeld = false
      void run(queue)
    }
    checkQueue()
  }

  function delayBatch(queue: Queue, ms: number): void {
    queue.isHeld = true
    setTimeout(() => {
      queue.isHeld = false
      void run(queue)
    }, ms)
  }

  async function run(queue: Queue): Promise<void> {
    queue.running += 1
    queue.startedAt = performance.now()
    const batch = queue.waiting.splice(0, itemsMax)
    queue.lastSize = batch.length
    await settle(batch, one(batch).work)
    queue.running -= 1
    startBatch(queue)
  }

  return <Item, Result>(
    kind: string,
    item: Item,
    work: (items: readonly Item[]) => Promise<readonly Result[]>,
    { apartMs = 0 }: { readonly apartMs?: number } = {},
  ): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      let queue = queues.get(kind)
      if (!queue)
        queues.set(
          kind,
          (queue = {
            waiting: [],
            running: 0,
            startedAt: Number.NEGATIVE_INFINITY,
            lastSize: 0,
            isHeld: false,
            apartMs,
          }),
        )
      queue.waiting.push({ item, work: work as Work, resolve: resolve as (result: unknown) => void, reject })
      // The first item of a turn of the event loop starts the batch at the end of the turn, with all items of that
      // turn.
      if (queue.waiting.length === 1) setImmediate(startBatch, queue)
    })
}

async function settle(batch: readonly Waiting[], work: Work): Promise<void> {
  try {
    const results = await work(batch.map(({ item }) => item))
    for (const [index, { resolve }] of batch.entries()) resolve(results[index])
  } catch (error) {
    const [first, ...others] = batch
    if (first && others.length === 0) first.reject(error)
    // The database refused one item and rolled back the batch, so each item is retried alone and only the invalid one
    // fails.
    else if (isRefusal(error)) await Promise.all(batch.map((entry) => settle([entry], work)))
    else for (const { reject } of batch) reject(error)
  }
}

/**
 * Whether PostgreSQL refused the data (SQLSTATE 22, 23, P0). After a lost connection it is unknown what was written, so
 * nothing is retried here.
 */
const isRefusal = (error: unknown): boolean => /^(22|23|P0)/.test((error as { code?: string }).code ?? '')
