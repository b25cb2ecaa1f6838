import { useSyncExternalStore } from 'react'
import type { Filling } from '#modules/money/baskets/contract-basket.ts'
import { remember } from '../../../lib/storage.ts'
import { useFrame } from '../../../lib/text.tsx'

/** What this page knows that the server had not said when it was made. */
let known: Filling | null | undefined
const listeners = new Set<() => void>()
/** What a tab tells the others: the basket, and which version of it; null: there is none any more. */
export type KnownBasket = (Filling & { readonly version: number }) | null
const others = new Set<(known: KnownBasket) => void>()
const channel = openChannel()
channel?.addEventListener('message', ({ data }: MessageEvent<KnownBasket>) => {
  hear(data)
  for (const listener of others) listener(data)
})

/** A browser that keeps nothing for a page refuses it a channel, too; the page works without the other tabs. */
function openChannel(): BroadcastChannel | undefined {
  try {
    return typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('sunbul.basket')
  } catch {
    return undefined
  }
}

/** Calls back when another tab read or changed the basket. Answers how to stop. */
export function onBasketChangedElsewhere(listener: (known: KnownBasket) => void): () => void {
  others.add(listener)
  return () => void others.delete(listener)
}

function hear(now: Filling | null): void {
  known = now
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The basket being filled: as the server said it, then as this page or another tab has changed it since. */
export function useFilling(): Filling | undefined {
  const filling = useFrame()?.basket
  const heard = useSyncExternalStore(
    subscribe,
    () => known,
    () => undefined,
  )
  return heard === undefined ? filling : (heard ?? undefined)
}

/** The state of a basket, as far as every page knows it. */
type Standing = Pick<Filling, 'id' | 'userId'> & {
  readonly status: string
  readonly version: number
  readonly items: readonly unknown[]
}

/**
 * Shares the state of the basket with this page and every other tab; null: there is none any more. Only its id is
 * stored (privacy-9).
 */
export function broadcastBasket(basket: Standing | null): void {
  const now: KnownBasket =
    basket && basket.status === 'active'
      ? { id: basket.id, userId: basket.userId, count: basket.items.length, version: basket.version }
      : null
  remember('basket', now?.id)
  hear(now)
  channel?.postMessage(now)
}
