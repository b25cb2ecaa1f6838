import { useSyncExternalStore } from 'react'
import type { BasketSummary } from '#modules/money/baskets/contract-basket.ts'
import { writeStored } from '#web/lib/storage.ts'
import { useFrame } from '#web/lib/text.tsx'

/** The basket as this page or another tab last changed it; undefined if it is as rendered by the server. */
let known: BasketSummary | null | undefined
const listeners = new Set<() => void>()
/** Message between tabs: the basket and its version; null if there is no active basket. */
export type SharedBasket = (BasketSummary & { readonly version: number }) | null
const others = new Set<(known: SharedBasket) => void>()
const channel = openChannel()
channel?.addEventListener('message', ({ data }: MessageEvent<SharedBasket>) => {
  setKnown(data)
  for (const listener of others) listener(data)
})

/** A browser that blocks storage also throws for BroadcastChannel; the page works without it. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sunbul.basket')
  } catch {
    return undefined
  }
}

/** Calls `listener` when another tab reads or changes the basket. Returns the unsubscribe function. */
export function onBasketChangedElsewhere(listener: (known: SharedBasket) => void): () => void {
  others.add(listener)
  return () => void others.delete(listener)
}

function setKnown(now: BasketSummary | null): void {
  known = now
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the active basket: as rendered by the server, or as this page or another tab changed it since. */
export function useActiveBasket(): BasketSummary | undefined {
  const filling = useFrame()?.basket
  const changed = useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )
  return changed === undefined ? filling : (changed ?? undefined)
}

/** The part of a basket that is shared between tabs. */
type BasketSnapshot = Pick<BasketSummary, 'id' | 'userId'> & {
  readonly status: string
  readonly version: number
  readonly items: readonly unknown[]
}

/**
 * Shares the basket with this page and all other tabs; null if there is no active basket. Stores its id only
 * (privacy-9).
 */
export function broadcastBasket(basket: BasketSnapshot | null): void {
  const now: SharedBasket =
    basket && basket.status === 'active'
      ? { id: basket.id, userId: basket.userId, count: basket.items.length, version: basket.version }
      : null
  writeStored('basket', now?.id)
  setKnown(now)
  channel?.postMessage(now)
}
