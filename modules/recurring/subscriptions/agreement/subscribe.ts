import { addDays } from '#shared/date-arithmetic.ts'
import { hash as digest } from 'node:crypto'
import { required } from '#shared/collections.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { checkedKey } from '#shared/idempotency-key.ts'
import { Problem } from '#shared/problem.ts'
import { record } from '#modules/platform/audit/index.ts'
import { donorQuestionsOf } from '#modules/causes/campaigns/rules/level.ts'
import { claimForPlan } from '#modules/causes/campaigns/index.ts'
import { chargeableCard } from '#modules/money/cards/index.ts'
import { mandateVersion } from '#modules/money/cards/rules/mandate.ts'
import { createDeclaration } from '#modules/money/giving/index.ts'
import {
  type EnteredFields,
  fromPayload,
  pickStoredFields,
  toStored,
} from '#modules/money/giving/rules/donor-field-values.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import { toCardFault } from './managing/card-fault.ts'
import type { Subscribing } from '../contract.ts'
import type { SubscriptionView } from '../contract-views.ts'
import { type Draft, invalid } from './draft.ts'
import { claimStart, startKeysOf } from './starting/claim-start.ts'
import { prepareDraft } from './starting/prepare-draft.ts'
import { aheadDays, scheduleUntil } from './schedule/schedule-donations.ts'
import type { SubscriptionPorts } from './ports.ts'
import {
  findByIdempotencyKey,
  insertSubscription,
  type IdempotentRequest,
  type Subscription,
} from './subscription-queries.ts'
import { agreementDays } from '../rules/requested-schedule.ts'
import { referralCodeOf } from '../rules/referral-code.ts'
import { skipScheduledOccurrences } from './schedule/occurrence-queries.ts'
import type { PlanFields } from '../tables.ts'
import { queueNotice } from './queue-notice.ts'
import { summaryOf } from './views.ts'

/**
 * Starts a subscription, once for each idempotency key, and asks the donor before the same plan starts twice
 * (recurring-33). Nothing is charged yet: each donation is collected when it is
 * due, under the mandate with which the card was saved (ADR-0018).
 */
export async function subscribe(
  ports: SubscriptionPorts,
  viewer: AccountViewer,
  context: RequestContext,
  subscribing: Subscribing,
): Promise<SubscriptionView> {
  const request = identifySubscribeRequest(context, subscribing)
  const before = await findExistingSubscription(ports, viewer.accountId, request)
  if (before) return summaryOf(ports, before, context.locale)
  const { draft, phone } = await prepareDraft(ports, context, subscribing)
  const { cardId } = subscribing
  if (cardId === undefined) throw invalid({ cardId: { code: 'card-missing' } })
  await chargeableCard(ports, viewer, cardId).catch((error: unknown) => {
    throw toCardFault(error)
  })
  const now = ports.clock()
  const subscription = await buildSubscription(
    ports,
    context,
    { asked: subscribing, draft, phone, at: now },
    {
      id: ports.newId(),
      accountId: viewer.accountId,
      guestId: null,
      guestEmail: null,
      guestName: null,
      cardId,
      state: subscribing.enabled ? 'active' : 'paused',
      reason: subscribing.enabled ? null : 'donor',
      confirmUntil: null,
    },
  )
  const { repeatOf } = subscribing
  const startKeys = startKeysOf(context, subscription, viewer.email)
  const until = addDays(localDateIn('UTC', now), aheadDays)
  const write = ports.write(async (tx) => {
    if (!(await insertSubscription(tx, subscription, request))) return
    await claimStart(tx, startKeys, { subscriptionId: subscription.id, repeatOf, now })
    if (draft.level) await claimForPlan(tx, { subscriptionId: subscription.id, levelId: draft.level.id, at: now })
    await scheduleUntil(tx, subscription, draft.months, now, until)
    if (subscription.state !== 'active') await skipScheduledOccurrences(tx, subscription.id)
    await record(tx, {
      actor: { kind: 'account', id: viewer.accountId },
      act: 'subscriptions.begun',
      object: `subscription:${subscription.id}`,
      at: now,
      ip: context.ip,
      details: {
        plan: draft.plan.id,
        agreed: mandateVersion,
        ...(draft.level ? { level: String(draft.level.id) } : {}),
      },
    })
    await queueNotice(ports, tx, { kind: 'confirmed', subscriptionId: subscription.id })
  })
  await write.catch((error: unknown) => {
    throw toLevelFault(error)
  })
  const existing = required(await findExistingSubscription(ports, viewer.accountId, request), 'subscription')
  return summaryOf(ports, existing, context.locale)
}

type Owned = Pick<
  Subscription,
  'id' | 'accountId' | 'guestId' | 'guestEmail' | 'guestName' | 'cardId' | 'state' | 'reason' | 'confirmUntil'
>

/** Builds the subscription from its draft, donor and agreement. */
export async function buildSubscription(
  ports: SubscriptionPorts,
  context: RequestContext,
  {
    asked,
    draft,
    phone,
    at,
  }: { readonly asked: Subscribing; readonly draft: Draft; readonly phone: string | null; readonly at: Date },
  owned: Owned,
): Promise<Subscription> {
  return {
    ...owned,
    planId: draft.plan.id,
    programme: draft.plan.programme,
    schedule: draft.schedule,
    timeZone: draft.timeZone,
    calendar: draft.calendar,
    currency: draft.currency,
    portions: draft.portions,
    total: draft.total,
    causes: draft.causes,
    levelId: draft.level?.id ?? null,
    levelChargeId: null,
    isZakat: asked.isZakat,
    maximizeZakat: asked.isZakat && asked.maximizeZakat,
    giftAid: asked.giftAid,
    taxReceipt: asked.taxReceipt,
    details: {
      locale: context.locale,
      country: context.country ?? null,
      ip: context.ip,
      agreedVersion: mandateVersion,
      agreedAt: at.toISOString(),
      ...planFields({
        ...fromPayload('subscription', asked),
        referredDonor: await countingCode(ports, draft.plan.id, asked.code),
      }),
      ...(asked.giftAid ? { declared: createDeclaration(context.ip, at) } : {}),
      fromPage: asked.fromPage || null,
      phone,
      remindBefore: asked.remindBefore,
    },
    startsOn: draft.startsOn,
    endsOn: draft.endsOn,
    resumesOn: null,
    consentUntil: addDays(draft.startsOn, agreementDays),
    consentRequestedAt: null,
    scheduledUntil: null,
    failures: 0,
    version: 1,
    linkNumber: 1,
    createdAt: at,
    changedAt: at,
    closedAt: null,
  }
}

/** Returns the donation fields that are stored as JSON; the others have columns. */
function planFields(fieldsRequest: EnteredFields): PlanFields {
  const {
    levelId: _,
    isZakat: __,
    maximizeZakat: ___,
    giftAid: ____,
    taxReceipt: _____,
    ...fields
  } = pickStoredFields('subscription', toStored(fieldsRequest, donorQuestionsOf(undefined)))
  return fields
}

/** Returns the referral code if it counts for this plan; other codes are ignored, like unknown ones. */
async function countingCode(
  ports: SubscriptionPorts,
  planId: string,
  requestedCode: string | undefined,
): Promise<string | null> {
  const code = referralCodeOf(requestedCode)
  return code && (await ports.referralCounts(code, { planId })) ? code : null
}

/**
 * Returns the idempotency key and the hash of the request. The hash excludes the shown total, which may differ on
 * another day for the same request.
 */
export function identifySubscribeRequest(
  { idempotencyKey }: Pick<RequestContext, 'idempotencyKey'>,
  { quoteHash: _, reCaptcha: __, tokens: ___, setupId: ____, repeatOf: _____, ...request }: Subscribing,
): IdempotentRequest {
  return { key: checkedKey(idempotencyKey), hash: digest('sha256', JSON.stringify(request), 'base64url') }
}

/** Returns the subscription that the same key started. If the body differs, throws with that subscription's id. */
async function findExistingSubscription(
  ports: SubscriptionPorts,
  accountId: string,
  { key, hash }: IdempotentRequest,
): Promise<Subscription | undefined> {
  const before = await findByIdempotencyKey(ports.db, accountId, key)
  if (before && before.requestHash !== null && before.requestHash !== hash)
    throw new Problem('validation', 'idempotency-key-reused', { status: 422, more: { subscriptionId: before.id } })
  return before
}

/**
 * Maps the violation of the constraint that a donor has a level through one plan at a time to a fault at `rewardId`.
 */
const toLevelFault = (error: unknown): unknown =>
  (error as { constraint?: string }).constraint === 'subscription_level_once'
    ? invalid({ rewardId: { code: 'level-yours-already' } })
    : error
