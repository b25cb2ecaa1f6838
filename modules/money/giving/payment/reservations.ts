import { holdsOf } from '#modules/causes/campaigns/index.ts'
import { findOpenIntentIds } from '#modules/money/payments/index.ts'
import type { GivingPorts } from '../ports.ts'

type Reservation = { readonly intentId: string; readonly levelId: bigint; readonly quantity: number }

/**
 * Returns the pieces of giving levels that declined payments of these scopes reserve until they are retried or
 * expire.
 */
export async function findReservations(ports: GivingPorts, scopes: readonly string[]): Promise<Reservation[]> {
  const intentIds = await findOpenIntentIds(ports.db, scopes)
  return intentIds.length === 0 ? [] : holdsOf(ports.db, intentIds)
}
