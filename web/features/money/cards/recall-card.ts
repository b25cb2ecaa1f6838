import { readStored } from '#web/lib/storage.ts'
import type { SavedCard } from './card-text.ts'

/** Returns the id of the card that this browser used last, if it is still saved and hasn't expired. */
export function lastUsedCard(cards: readonly SavedCard[]): string | undefined {
  const cardId = readStored('savedCard')
  return cards.find(({ id, expiry }) => id === cardId && expiry !== 'expired')?.id
}
