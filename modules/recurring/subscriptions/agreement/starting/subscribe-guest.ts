import { addDays } from '#shared/date-arithmetic.ts'
import { createHash } from 'node:crypto'
import { required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import { type Fault, Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { continuePlanCard, type PlanCardResult, replacePlanCard, setUpPlanCard } from '#modules/money/cards/index.ts'
import { mandateVersion } from '#modules/money/cards/rules/mandate.ts'
import { everyPageMethod, getPaymentMethods } from '#modules/money/giving/rules/payment-methods.ts'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import { assertOffered } from '#modules/causes/campaigns/index.ts'
import {
  acceptProof,
  createProofChallenge,
  providerOfToken,
  assertTokenOfWallet,
} from '#modules/money/payments/index.ts'
import type { GuestStart, Subscribing } from '../../contract.ts'
import { countGuestPlans } from '../donor/donor-queries.ts'
import { type Draft, invalid } from '../draft.ts'
import { startedToken } from '../managing/links.ts'
import { queueNotice } from '../queue-notice.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { guestPlanMax, guestPlansMax } from '../../rules/guest-limits.ts'
import { aheadDays, scheduleUntil } from '../schedule/schedule-donations.ts'
import { identifySubscribeRequest, buildSubscription } from '../subscribe.ts'
import { findGuestPlanByKey, insertSubscription, type Subscription } from '../subscription-queries.ts'
import { claimStart, rejectRecentStart, startKeysOf } from './claim-start.ts'
import { prepareDraft } from './prepare-draft.ts'

type Guest = { readonly email: string; readonly name: string }

/**
 * Starts a plan without an account. Nothing is paid that day (ADR-0018), so the card is verified with its bank after a
 * proof of work; then the plan is active, and its first due donation is charged (recurring-30). Its mail confirms the
 * plan and manages it. Each key starts one plan.
 */
export async function subscribeAsGuest(
  ports: SubscriptionPorts,
  context: RequestContext,
  subscribing: Subscribing,
): Promise<GuestStart> {
  const request = identifySubscribeRequest(context, subscribing)
  const [guestId, id] = [idOf('guest', request.key), idOf('plan', request.key)]
  const before = await findGuestPlanByKey(ports.db, guestId, request.key)
  if (before) return toStart(ports, before)
  const { draft, phone } = await prepareDraft(ports, context, subscribing)
  assertMethodAllowed(ports, subscribing, draft)
  const guest = await guestOf(ports, subscribing, draft)
  const now = ports.clock()
  const subscription = await buildSubscription(
    ports,
    context,
    { asked: subscribing, draft, phone, at: now },
    {
      id,
      accountId: null,
      guestId,
      guestEmail: guest.email,
      guestName: guest.name,
      cardId: null,
      state: 'active',
      reason: null,
      confirmUntil: null,
    },
  )
  const { repeatOf } = subscribing
  const startKeys = startKeysOf(context, subscription, guest.email)
  await rejectRecentStart(ports.db, startKeys, { subscriptionId: id, repeatOf, now })
  const card = await cardOf(ports, context, subscribing, id)
  if (card.status === 'challenge') return card
  const write = ports.write(async (tx) => {
    const cardId = await replacePlanCard(ports, tx, { planId: id, ...card })
    if (!(await insertSubscription(tx, { ...subscription, cardId }, request))) return
    await claimStart(tx, startKeys, { subscriptionId: id, repeatOf, now })
    await scheduleUntil(tx, subscription, draft.months, now, addDays(localDateIn('UTC', now), aheadDays))
    await record(tx, {
      actor: { kind: 'visitor' },
      act: 'subscriptions.begun',
      object: `subscription:${id}`,
      at: now,
      ip: context.ip,
      details: { plan: draft.plan.id, agreed: mandateVersion },
    })
    await queueNotice(ports, tx, { kind: 'confirmed', subscriptionId: id })
  })
  await write.catch((error: unknown) => {
    // A concurrent request with the same key has started the plan.
    if ((error as { code?: string }).code !== '23505') throw error
  })
  return toStart(ports, required(await findGuestPlanByKey(ports.db, guestId, request.key), 'subscription'))
}

const toStart = (ports: SubscriptionPorts, plan: Subscription): GuestStart => ({
  status: 'saved',
  subscriptionId: plan.id,
  token: startedToken(ports, plan),
})

/**
 * Derives the id from the idempotency key, so that both steps of a card setup name the same plan. UUID version 8 (RFC
 * 9562).
 */
function idOf(input: 'guest' | 'plan', key: string): string {
  const hex = createHash('sha256').update(`${input}:${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Returns the donor. Throws without an email address and a name, above the limits for guests, and for a giving level.
 */
async function guestOf(ports: SubscriptionPorts, { guest, rewardId }: Subscribing, draft: Draft): Promise<Guest> {
  const email = tidyEmail(guest?.email ?? '')
  const name = guest?.name.trim() ?? ''
  const faults = Object.entries(requireDonor({ email, name })) as [string, Fault][]
  if (faults.length > 0)
    throw invalid(Object.fromEntries(faults.map(([field, fault]) => [`guest.${field}`, { params: {}, ...fault }])))
  if (rewardId !== undefined) throw invalid({ rewardId: { code: 'level-needs-account' } })
  const most = guestPlanMax(draft.currency)
  if (draft.donations.some(({ gift }) => gift > most.amount))
    throw invalid({
      donationAmount: { code: 'guest-plan-too-large', params: { amount: toMajor(most), currency: draft.currency } },
    })
  if ((await countGuestPlans(ports.db, email)) >= guestPlansMax)
    throw invalid({ 'guest.email': { code: 'too-many-guest-plans', params: { max: guestPlansMax } } })
  return { email, name }
}

/** Refuses a wallet that the platform, or the page of a chosen cause, doesn't offer (payments-23). */
function assertMethodAllowed(
  ports: SubscriptionPorts,
  { tokens, provider }: Subscribing,
  { currency, campaigns }: Draft,
) {
  const method = tokens?.[0]?.type ?? 'card'
  for (const campaign of campaigns) assertOffered(campaign, { method })
  const offered = getPaymentMethods({
    currency,
    country: undefined,
    frequency: 'schedule',
    page: everyPageMethod,
    provider: providerOfToken(ports, provider).publicConfiguration,
    isSignedIn: false,
  })
  if (!offered.includes(method)) throw invalid({ paymentMethod: { code: 'payment-method-not-offered' } })
}

/**
 * Returns the card that its bank accepted, or the 3-D Secure challenge. Each card requires a proof of work
 * (payments-16).
 */
async function cardOf(
  ports: SubscriptionPorts,
  context: RequestContext,
  { tokens, setupId, provider, reCaptcha }: Subscribing,
  planId: string,
): Promise<PlanCardResult> {
  if (setupId !== undefined) return continuePlanCard(ports, { planId, setupId })
  const [token] = tokens ?? []
  if (!token) throw invalid({ cardId: { code: 'card-missing' } })
  const scope = `guest-plan:${planId}`
  if (!reCaptcha || !(await acceptProof(ports, ports.tokenSecret, scope, reCaptcha)))
    throw new Problem('rate-limit', 'human-check-required', {
      more: { proof: createProofChallenge(ports, ports.tokenSecret, scope, 0) },
    })
  await assertTokenOfWallet(ports, providerOfToken(ports, provider), { token: token.token, paymentMethod: token.type })
  return setUpPlanCard(ports, context, { planId, token: token.token, ...(provider === undefined ? {} : { provider }) })
}
