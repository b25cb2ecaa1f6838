import { holdsOf } from '#modules/causes/campaigns/index.ts'
import type { Viewer } from '#modules/platform/identity/index.ts'
import { openIntentsOf, scopesOf } from '#modules/money/payments/index.ts'
import type { RequestFacts } from '#shared/endpoint.ts'
import type { GivingPorts } from '../ports.ts'
import { identifyRequester } from './idempotency.ts'

/** Who asks whether a gift may be given, and under which scopes they paid: what those hold is theirs already. */
export type Asker = { readonly country: string | undefined; readonly scopes: readonly string[] }

export const askerOf = (viewer: Viewer, facts: RequestFacts): Asker => ({
  country: facts.country,
  scopes: scopesOf(identifyRequester(viewer, facts)),
})

type Hold = { readonly intentId: string; readonly levelId: bigint; readonly quantity: number }

/** Pieces of giving levels that somebody's declined payments hold until another card is tried or they lapse. */
export async function holdsOfScopes(ports: GivingPorts, scopes: readonly string[]): Promise<Hold[]> {
  const intentIds = await openIntentsOf(ports.db, scopes)
  return intentIds.length === 0 ? [] : holdsOf(ports.db, intentIds)
}
