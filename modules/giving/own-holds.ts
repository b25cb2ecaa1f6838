import { holdsOf } from '#modules/campaigns/index.ts'
import { openIntentsOf } from '#modules/payments/index.ts'
import type { GivingPorts } from './ports.ts'

type Hold = { readonly intentId: string; readonly levelId: bigint; readonly quantity: number }

/** Pieces of giving levels that somebody's declined payments hold until another card is tried or they lapse. */
export async function holdsOfScope(ports: GivingPorts, scope: string): Promise<Hold[]> {
  const intentIds = await openIntentsOf(ports.db, scope)
  return intentIds.length === 0 ? [] : holdsOf(ports.db, intentIds)
}
