import { findOrganizationForStaff } from '#modules/causes/organizations/index.ts'
import { mailOwners } from '#modules/organizers/fundraising/index.ts'
import { decryptSecret } from '../endpoint-secret.ts'
import type { WebhookPorts, WebhookResponse } from '../ports.ts'
import { endPendingDeliveries } from '../queries/endpoints.ts'
import {
  type Attempt,
  claimDue,
  disableEndpoint,
  type DueDelivery,
  findReceiver,
  type Receiver,
  recordAttempts,
  saveFailingSince,
} from '../queries/sending.ts'
import { testEventKind } from '../rules/event-kinds.ts'
import { hasFailedTooLong, nextAttemptAt } from '../rules/retries.ts'
import { signatureHeaders } from '../rules/signature.ts'

/** Events that are claimed at once: few while a receiver fails, because each may take the whole time limit. */
const batch = { working: 100, failing: 5 } as const
/** Requests to one receiver at the same time. */
const concurrency = 20
/** Longer than a batch takes if each request takes the whole time limit. */
const leaseMs = 2 * 60_000
const goneStatus = 410

/**
 * Sends everything that is due to one endpoint, in batches, until nothing is left, it is deleted or `isStopping`. An
 * event may be sent again after a crash (webhooks-4). Returns the number of attempts.
 */
export async function sendToEndpoint(
  ports: WebhookPorts,
  endpointId: string,
  isStopping: () => boolean = () => false,
): Promise<number> {
  let attempts = 0
  while (!isStopping()) {
    const receiver = await findReceiver(ports.db, endpointId)
    if (!receiver) return attempts
    const now = ports.clock()
    const due = await claimDue(ports.db, {
      endpointId,
      now,
      leasedUntil: new Date(now.getTime() + leaseMs),
      limit: receiver.failingSince === null ? batch.working : batch.failing,
    })
    if (due.length === 0) return attempts
    attempts += due.length
    const secrets = secretsOf(ports, receiver, now)
    const responses = await inTurns(due, (delivery) => send(ports, receiver, secrets, delivery))
    await record(ports, receiver, responses)
  }
  return attempts
}

/** The secret and, until it ends, the one before its rotation. */
const secretsOf = (ports: WebhookPorts, receiver: Receiver, now: Date): Buffer[] => {
  const { id, secret, formerSecret, formerValidUntil } = receiver
  const isFormerValid = formerSecret !== null && formerValidUntil !== null && formerValidUntil > now
  return [secret, ...(isFormerValid ? [formerSecret] : [])].map((encrypted) => decryptSecret(ports, id, encrypted))
}

type Sent = { readonly delivery: DueDelivery; readonly response: WebhookResponse }

/** Runs a function for all items, a limited number at the same time, starting them in their order. */
async function inTurns<Item, Result>(items: readonly Item[], run: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  const rest = items.entries()
  const work = async () => {
    for (const [index, item] of rest) results[index] = await run(item)
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return results
}

async function send(
  ports: WebhookPorts,
  { url }: Receiver,
  secrets: readonly Buffer[],
  delivery: DueDelivery,
): Promise<Sent> {
  const body = JSON.stringify({
    id: delivery.eventId,
    type: delivery.kind,
    timestamp: delivery.occurredAt.toISOString(),
    sequence: Number(delivery.sequence),
    organizationId: String(delivery.organizationId),
    data: delivery.data,
  })
  const headers = {
    'user-agent': 'Sunbul-Webhooks/1',
    ...signatureHeaders(secrets, { id: delivery.eventId, sentAt: ports.clock(), body }),
  }
  return { delivery, response: await ports.postWebhook({ url, headers, body }) }
}

const hasSucceeded = ({ status, fault }: WebhookResponse): boolean =>
  fault === null && status !== null && status >= 200 && status < 300

/** Records a batch, and disables the endpoint if it is gone or has failed too long. */
async function record(ports: WebhookPorts, receiver: Receiver, all: readonly Sent[]): Promise<void> {
  const now = ports.clock()
  await recordAttempts(
    ports.db,
    all.map((one) => toAttempt(ports, one, now)),
  )
  // A test says nothing about the endpoint's days of failing, because a member sends it to find out.
  const sent = all.filter(({ delivery }) => delivery.kind !== testEventKind)
  if (sent.length === 0) return
  if (sent.some(({ response }) => hasSucceeded(response))) {
    if (receiver.failingSince !== null) await saveFailingSince(ports.db, receiver.id, null)
    return
  }
  const failingSince = receiver.failingSince ?? now
  if (receiver.failingSince === null) await saveFailingSince(ports.db, receiver.id, now)
  if (sent.some(({ response }) => response.status === goneStatus)) await disable(ports, receiver, 'gone')
  else if (hasFailedTooLong(failingSince, now)) await disable(ports, receiver, 'failing')
}

function toAttempt(ports: WebhookPorts, { delivery, response }: Sent, now: Date): Attempt {
  const result = {
    id: delivery.id,
    status: response.status,
    response: response.text,
    error: response.fault,
    durationMs: response.durationMs,
  }
  if (hasSucceeded(response)) return { ...result, state: 'succeeded', dueAt: null }
  const { attempts, firstAttemptAt } = delivery
  const random = Buffer.from(ports.newToken(4), 'base64url').readUInt32BE() / 2 ** 32
  const isTest = delivery.kind === testEventKind
  const dueAt = isTest ? undefined : nextAttemptAt({ attempts, firstAttemptAt, now, random })
  return dueAt ? { ...result, state: 'pending', dueAt } : { ...result, state: 'failed', dueAt: null }
}

/** Disables an endpoint, ends what waits for it, and mails the charity's owners, once (webhooks-5). */
async function disable(ports: WebhookPorts, receiver: Receiver, reason: 'failing' | 'gone'): Promise<void> {
  await ports.write(async (tx) => {
    const isDisabled = await disableEndpoint(tx, { id: receiver.id, reason, at: ports.clock() })
    if (!isDisabled) return
    await endPendingDeliveries(tx, receiver.id)
    const charity = await findOrganizationForStaff(tx, receiver.organizationId)
    if (!charity) return
    await mailOwners(ports, tx, charity, {
      kind: 'webhook-disabled',
      key: `webhook.${receiver.id}.disabled.${ports.clock().getTime()}`,
      params: () => ({ host: `\u2066${new URL(receiver.url).host}\u2069` }),
      path: '/webhooks',
    })
  })
}
