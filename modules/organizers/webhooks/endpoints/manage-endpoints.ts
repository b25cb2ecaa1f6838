import { lockSubdomain, assertNoPendingChange, type StaffOrganization } from '#modules/causes/organizations/index.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { record } from '#modules/platform/audit/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { hourMs } from '#shared/time.ts'
import { createSecret } from '../endpoint-secret.ts'
import type { WebhookPorts } from '../ports.ts'
import {
  deleteEndpoint,
  endPendingDeliveries,
  insertEndpoint,
  listEndpoints,
  replaceSecret,
  saveEndpoint,
  type WebhookEndpoint,
} from '../queries/endpoints.ts'
import { formatSecret } from '../rules/signature.ts'
import { authorizeForWebhooks, lockOwnEndpoint } from './authorize-for-webhooks.ts'
import { readEndpointSettings } from './read-settings.ts'

/** Maximum number of a charity's endpoints. */
const endpointsMax = 10

type Request = { readonly viewer: AccountViewer; readonly context: RequestContext }
type OwnEndpoint = { readonly organizationId: bigint; readonly id: string }

/** Writes a change of a charity's webhooks to the audit log. */
const recordChange = (
  tx: Tx,
  ports: WebhookPorts,
  { viewer, context }: Request,
  input: { readonly charity: StaffOrganization; readonly act: string; readonly details: object },
) =>
  record(tx, {
    actor: { kind: 'account', id: viewer.accountId },
    act: `webhooks.${input.act}`,
    object: `organization:${input.charity.id}`,
    at: ports.clock(),
    ip: context.ip,
    details: { ...input.details },
  })

const mailAbout = (
  tx: Tx,
  ports: WebhookPorts,
  charity: StaffOrganization,
  input: {
    readonly kind: 'webhook-created' | 'webhook-changed' | 'webhook-rotated'
    readonly id: string
    readonly url: string
  },
) =>
  mailOwners(ports, tx, charity, {
    kind: input.kind,
    key: `webhook.${input.id}.${input.kind}.${ports.clock().getTime()}`,
    params: () => ({ host: `\u2066${new URL(input.url).host}\u2069` }),
    path: '/webhooks',
  })

/** Adds an endpoint and returns its secret, which is stored encrypted. Mails the owners (webhooks-6). */
export async function createEndpoint(
  ports: WebhookPorts,
  request: Request,
  input: { readonly organizationId: bigint; readonly url: string; readonly events: readonly string[] },
): Promise<{ readonly id: string; readonly secret: string }> {
  const charity = await authorizeForWebhooks(ports, request.viewer, input.organizationId, 'controlling')
  const { url, events } = readEndpointSettings(ports, input, request.viewer.scopes)
  const id = ports.newId()
  const { bytes, encrypted } = createSecret(ports, id)
  await ports.write(async (tx) => {
    // Serializes concurrent additions, also with changes of the charity's owners.
    await lockSubdomain(tx, charity.id)
    await assertNoPendingChange(tx, charity.id)
    if ((await listEndpoints(tx, charity.id)).length >= endpointsMax)
      throw new Problem('conflict', 'too-many-webhook-endpoints', { params: { max: endpointsMax } })
    await insertEndpoint(tx, {
      id,
      organizationId: charity.id,
      url,
      events,
      secret: encrypted,
      createdBy: request.viewer.accountId,
      at: ports.clock(),
    })
    await recordChange(tx, ports, request, { charity, act: 'created', details: { endpoint: id, url, events } })
    await mailAbout(tx, ports, charity, { kind: 'webhook-created', id, url })
  })
  return { id, secret: formatSecret(bytes) }
}

/** Changes the address or events of an endpoint, or enables or disables it. Mails the owners about a new address. */
export async function changeEndpoint(
  ports: WebhookPorts,
  request: Request,
  input: OwnEndpoint & {
    readonly url?: string | undefined
    readonly events?: readonly string[] | undefined
    readonly isEnabled?: boolean | undefined
  },
): Promise<WebhookEndpoint> {
  const { viewer } = request
  const charity = await authorizeForWebhooks(ports, viewer, input.organizationId, 'controlling')
  return ports.write(async (tx) => {
    const before = await lockOwnEndpoint(tx, input)
    // All events are checked, so that a key can't redirect what it isn't allowed to read.
    const settings = readEndpointSettings(
      ports,
      { url: input.url ?? before.url, events: input.events ?? before.events },
      viewer.scopes,
    )
    const changed = { ...before, ...settings, ...stateAfter(before, input.isEnabled, ports.clock()) }
    await saveEndpoint(tx, changed)
    if (changed.disabledAt !== null && before.disabledAt === null) await endPendingDeliveries(tx, before.id)
    await recordChange(tx, ports, request, {
      charity,
      act: 'changed',
      details: {
        endpoint: before.id,
        before: { url: before.url, events: before.events, isEnabled: before.disabledAt === null },
        after: { ...settings, isEnabled: changed.disabledAt === null },
      },
    })
    if (settings.url !== before.url)
      await mailAbout(tx, ports, charity, { kind: 'webhook-changed', id: before.id, url: settings.url })
    return changed
  })
}

/** Returns the state of an endpoint after a request to enable or disable it; one that is enabled starts afresh. */
function stateAfter(before: WebhookEndpoint, isEnabled: boolean | undefined, now: Date) {
  const isAlready = isEnabled === (before.disabledAt === null)
  if (isEnabled === undefined || isAlready) return {}
  return isEnabled
    ? { disabledAt: null, disabledReason: null, failingSince: null }
    : { disabledAt: now, disabledReason: 'member' as const }
}

/** Replaces the secret of an endpoint; the former one signs too for some hours. Mails the owners. */
export async function rotateEndpointSecret(
  ports: WebhookPorts,
  request: Request,
  input: OwnEndpoint & { readonly overlapHours: number },
): Promise<{ readonly id: string; readonly secret: string }> {
  const charity = await authorizeForWebhooks(ports, request.viewer, input.organizationId, 'controlling')
  const { bytes, encrypted } = createSecret(ports, input.id)
  const { overlapHours } = input
  const formerValidUntil = overlapHours === 0 ? null : new Date(ports.clock().getTime() + overlapHours * hourMs)
  await ports.write(async (tx) => {
    const { id, url } = await lockOwnEndpoint(tx, input)
    await replaceSecret(tx, { id, secret: encrypted, formerValidUntil })
    await recordChange(tx, ports, request, { charity, act: 'rotated', details: { endpoint: id, url, overlapHours } })
    await mailAbout(tx, ports, charity, { kind: 'webhook-rotated', id, url })
  })
  return { id: input.id, secret: formatSecret(bytes) }
}

/** Deletes an endpoint with its deliveries. Works in a closed charity and needs no recent proof of identity. */
export async function removeEndpoint(ports: WebhookPorts, request: Request, input: OwnEndpoint): Promise<void> {
  const charity = await authorizeForWebhooks(ports, request.viewer, input.organizationId, 'reading')
  await ports.write(async (tx) => {
    const { id, url } = await lockOwnEndpoint(tx, input)
    await deleteEndpoint(tx, id)
    await recordChange(tx, ports, request, { charity, act: 'deleted', details: { endpoint: id, url } })
  })
}
