import { type AccountViewer } from '#modules/platform/identity/index.ts'
import { requireControl } from '#modules/causes/organizations/index.ts'
import { authorizeForCharity } from '#modules/organizers/charities/index.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { WebhookPorts } from '../ports.ts'
import { lockEndpoint, type WebhookEndpoint } from '../queries/endpoints.ts'

/**
 * Returns the charity if the account may manage its webhooks. `controlling`: what decides where data is sent; a person
 * needs a recent proof of identity, which an API key showed when it got its scope (webhooks-6).
 */
export async function authorizeForWebhooks(
  ports: WebhookPorts,
  viewer: AccountViewer,
  organizationId: bigint,
  how: 'reading' | 'changing' | 'controlling',
) {
  const { charity } = await authorizeForCharity(
    ports,
    viewer,
    organizationId,
    'webhooks',
    how === 'reading' ? 'reading' : 'changing',
  )
  if (how === 'controlling' && viewer.scopes === undefined) await requireControl(ports, viewer)
  return charity
}

/** Locks an endpoint of a charity; throws 404 for one of another charity. */
export async function lockOwnEndpoint(
  tx: Tx,
  input: { readonly organizationId: bigint; readonly id: string },
): Promise<WebhookEndpoint> {
  const found = await lockEndpoint(tx, input)
  if (!found) throw new Problem('not-found', 'not-found')
  return found
}
