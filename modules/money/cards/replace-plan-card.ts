import { createHash } from 'node:crypto'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { isUuid } from '#shared/ids.ts'
import type { Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { providerOfToken } from '#modules/money/payments/index.ts'
import type { SavedCard } from '#modules/money/payments/rules/attempt.ts'
import { refreshCardSetup, beginSetup, evaluateCardSetup, type SetupResult } from './add-card.ts'
import type { CardSetupResult } from './contract.ts'
import { customerOfPlan } from './customer.ts'
import { cardJobs, type CardPorts } from './port.ts'
import { insertMandate, revokeMandates } from './mandate-queries.ts'
import { insertPlanCard, removePlanCards } from './queries-customers.ts'
import { endSetup, findSetup } from './queries-setups.ts'
import { mandateHashInput } from './rules/mandate.ts'

/** A saved card for a plan that is ready to be stored, or the challenge that precedes it. */
export type PlanCardResult =
  | { readonly status: 'saved'; readonly setupId: string; readonly card: SavedCard }
  | Extract<CardSetupResult, { status: 'challenge' }>

/**
 * Asks the bank to accept another card for a plan without an account. Charges nothing; the plan keeps its card until
 * `replacePlanCard`. Throws the bank's refusal, or `too-many-attempts`.
 */
export async function setUpPlanCard(
  ports: CardPorts,
  context: Pick<RequestContext, 'ip' | 'locale'>,
  { planId, token, provider: name }: { readonly planId: string; readonly token: string; readonly provider?: string },
): Promise<PlanCardResult> {
  const provider = providerOfToken(ports, name)
  const customerId = await customerOfPlan(ports, planId, provider)
  return judge(ports, await beginSetup(ports, context, { provider: provider.name, customerId, method: token }))
}

/**
 * Continues after the challenge. The state comes from the provider, never from the browser. Throws `not-found` for
 * another plan's setup.
 */
export async function continuePlanCard(
  ports: CardPorts,
  { planId, setupId }: { readonly planId: string; readonly setupId: string },
): Promise<PlanCardResult> {
  const setup = isUuid(setupId) ? await findSetup(ports.db, setupId) : undefined
  if (setup?.planId !== planId) throw new Problem('not-found', 'not-found')
  return judge(ports, await refreshCardSetup(ports, setup))
}

async function judge(ports: CardPorts, request: SetupResult): Promise<PlanCardResult> {
  const judged = await evaluateCardSetup(ports, request)
  return judged.status === 'saved' ? { ...judged, setupId: request.setup.id } : judged
}

/**
 * Stores a plan's new card with its mandate, in the transaction that assigns it to the plan; a job detaches the
 * previous card. Returns the card's id; throws `card-setup-ended` if it was stored before.
 */
export async function replacePlanCard(
  ports: Pick<CardPorts, 'newId' | 'clock' | 'enqueue'>,
  tx: Tx,
  { planId, setupId, card }: { readonly planId: string; readonly setupId: string; readonly card: SavedCard },
): Promise<string> {
  const instant = ports.clock()
  const setup = required(await findSetup(tx, setupId), 'setup')
  if (!(await endSetup(tx, setupId, instant))) throw new Problem('conflict', 'card-setup-ended')
  await removePlanCard(ports, tx, planId)
  const inserted = await insertPlanCard(tx, planId, {
    id: ports.newId(),
    provider: setup.provider,
    methodId: card.method,
    brand: card.brand,
    last4: card.last4,
    expMonth: card.expMonth,
    expYear: card.expYear,
    fingerprint: card.fingerprint ?? null,
    country: card.country ?? null,
    at: instant,
  })
  if (!inserted) throw new Problem('conflict', 'card-setup-ended')
  await insertMandate(tx, {
    id: ports.newId(),
    cardId: inserted.id,
    accountId: null,
    planId,
    version: setup.version,
    locale: setup.locale,
    textHash: createHash('sha256').update(mandateHashInput(setup.version, setup.locale)).digest('hex'),
    ip: setup.ip,
    agreedAt: setup.startedAt,
    sourceId: setup.id,
  })
  return inserted.id
}

/** Removes a plan's own card and revokes its mandate; a job detaches it at the provider. */
export async function removePlanCard(
  ports: Pick<CardPorts, 'clock' | 'enqueue'>,
  tx: Tx,
  planId: string,
): Promise<void> {
  const instant = ports.clock()
  const removed = await removePlanCards(tx, planId, instant)
  await revokeMandates(
    tx,
    removed.map(({ id }) => id),
    instant,
  )
  for (const { provider, methodId } of removed)
    await ports.enqueue(tx, cardJobs.detach, { provider, methodId }, { key: `detach:${provider}:${methodId}` })
}
