import { z } from 'zod'
import { instant } from '#shared/wire/codecs.ts'
import { isCurrency } from '#shared/currencies.ts'
import { endpoint } from '#shared/endpoint.ts'
import { providerName } from '#modules/money/payments/contract.ts'
import { programmes } from '#modules/recurring/plans/rules/schedule.ts'
import { paymentStatuses, subscriptionStates } from '#modules/recurring/plans/rules/states.ts'
import { frequencies } from '#modules/recurring/plans/rules/plan.ts'
import { untilDay } from './contract-managing.ts'
import { charged, chargeNow, day, failed, planAmount, occurrenceKey } from './contract-views.ts'

const token = z.string().max(400)

/** A subscription as the holder of a mailed link sees it: only the next donation, and the card only for guest plans. */
export const linked = z.object({
  id: z.string(),
  programme: z.enum(programmes).nullable(),
  frequency: z.enum(frequencies),
  state: z.enum(subscriptionStates),
  reason: z.string().nullable(),
  donationAmount: planAmount,
  tipAmount: planAmount,
  charged,
  chargedWith30: charged.nullable(),
  donationAmountCurrency: z.string().refine(isCurrency),
  causes: z.array(z.object({ name: z.string(), slug: z.string() })),
  timeZone: z.string(),
  resumesOn: day.nullable(),
  /** Permissions of the link; `look`: view and cancel only, because the plan now belongs to an account. */
  may: z.enum(['look', 'manage', 'change-card', 'change']),
  /** Whether the plan has no account, so that only mailed links manage it. */
  isGuest: z.boolean(),
  /** Brand and last four digits; only for a guest's plan. */
  card: z.object({ brand: z.string(), last4: z.string() }).nullable(),
  /** Only for a link for one change: the token of the page to which the donor returns. */
  manageToken: z.string().nullable(),
  /** The masked email address of a guest's plan. */
  email: z.string().nullable(),
  agreedUntil: day,
  unsubscribedAt: day.nullable(),
  next: z
    .object({
      key: z.string(),
      on: day,
      onHijri: z.string(),
      /** Number of the night or day in its programme; null for other plans. */
      number: z.number().int().nullable(),
      dueAt: instant,
      gift: planAmount,
      tip: planAmount,
      coveredFee: planAmount,
      isUncertain: z.boolean(),
      /** Whether it can be skipped; occurrences far ahead, which aren't stored yet, can't. */
      canBeSkipped: z.boolean(),
    })
    .nullable(),
  failed: failed.nullable(),
  /** Date of a donation that is being charged now and may still be paid; usually `null`. */
  chargingOn: day.nullable(),
})
z.globalRegistry.add(linked, {
  id: 'LinkedSubscription',
  description: 'A subscription as the holder of a mailed link sees it.',
})
export type LinkedView = z.output<typeof linked>

const donorLink = z.object({
  email: z.string(),
  receipts: z.array(
    z.object({
      number: z.string(),
      organization: z.string(),
      givenOn: day,
      gift: planAmount,
      currency: z.string().refine(isCurrency),
      url: z.string(),
    }),
  ),
  plans: z.array(z.object({ name: z.string(), url: z.string() })),
})
export type DonorLinkView = z.output<typeof donorLink>

const linkedDonation = z.object({
  id: z.string(),
  programme: z.enum(programmes).nullable(),
  key: z.string(),
  on: day,
  onHijri: z.string(),
  gift: planAmount,
  tip: planAmount,
  currency: z.string().refine(isCurrency),
  /** IANA time zone of the plan's days. */
  timeZone: z.string(),
  causes: z.array(z.object({ name: z.string(), slug: z.string() })),
  status: z.enum(paymentStatuses),
  actionDeadline: instant.nullable(),
  canBePaid: z.boolean(),
  /** Date of the next attempt in the donor's time zone; `null`: it is charged only if the donor pays it. */
  triedAgainOn: day.nullable(),
  /** Present if it can be paid; `null`: no fundraiser accepts donations now. */
  charge: chargeNow.nullable(),
})
z.globalRegistry.add(linkedDonation, {
  id: 'LinkedOccurrence',
  description: 'A donation that its donor must pay or confirm, as the holder of a mailed link sees it.',
})
export type LinkedDonation = z.output<typeof linkedDonation>

const settingUp = z.union([
  z.object({ status: z.literal('saved'), plan: linked }),
  z.object({
    status: z.literal('challenge'),
    setupId: z.string(),
    challenge: z.object({ provider: z.string(), url: z.string(), clientSecret: z.string().optional() }),
  }),
])
z.globalRegistry.add(settingUp, {
  id: 'PlanCardSetup',
  description: 'A plan with its new card, or the 3-D Secure challenge that is required first.',
})
export type PlanCardSetup = z.output<typeof settingUp>

const beyond = ['not-found', 'link-not-enough'] as const
const changing = [...beyond, 'subscription-changed', 'subscription-over'] as const
const setups = [
  ...changing,
  'too-many-attempts',
  'card-not-accepted',
  'card-not-confirmed',
  'card-setup-ended',
  'card-not-savable',
  'payment-refused',
  'payment-unavailable',
] as const

/** Calls for mailed links, each of which manages one subscription without an account (recurring-24). */
export const linksContract = {
  'POST /v4/donor-links': endpoint({
    access: 'anyone',
    summary: 'Open the donations of an address',
    description:
      'Uses the code of a mailed link, which works once for 30 minutes, and returns the receipts and plans of its address without an account, with links to open them; amounts are in planAmount units.',
    perMinute: 20,
    input: z.object({ code: z.string().max(100) }),
    output: donorLink,
    refuses: ['code-not-valid'],
  }),
  'GET /v4/subscription-links': endpoint({
    access: 'anyone',
    summary: 'Get a subscription by link',
    description:
      'Returns the subscription of a mailed link; amounts are in planAmount units. Requires the token of the mail.',
    perMinute: 120,
    input: z.object({ token }),
    output: linked,
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/cancel': endpoint({
    access: 'anyone',
    summary: 'Cancel a subscription by link',
    description: 'Cancels a subscription permanently. Requires the token of the mail.',
    perMinute: 120,
    input: z.object({ token }),
    output: linked,
    refuses: ['not-found', 'subscription-over'],
  }),
  'POST /v4/subscription-links/pause': endpoint({
    access: 'anyone',
    summary: 'Pause a subscription by link',
    description: 'Pauses a subscription until a given day or until it is resumed. Requires the token of the mail.',
    perMinute: 120,
    input: z.object({ token, until: untilDay.nullish() }),
    output: linked,
    refuses: [...beyond, 'subscription-over', 'subscription-paused'],
  }),
  'POST /v4/subscription-links/skip': endpoint({
    access: 'anyone',
    summary: 'Skip an occurrence by link',
    description: 'Skips the next donation of a subscription. Requires the token of the mail.',
    perMinute: 120,
    input: z.object({ token, key: occurrenceKey }),
    output: linked,
    refuses: [...beyond, 'subscription-over', 'donation-under-way', 'donation-not-open'],
  }),
  'GET /v4/subscription-links/donations': endpoint({
    access: 'anyone',
    summary: 'Get an occurrence by link',
    description:
      'Returns the donation that its donor must pay or confirm, in planAmount units. Requires the token of the mail.',
    perMinute: 120,
    input: z.object({ token, key: occurrenceKey }),
    output: linkedDonation,
    refuses: ['not-found'],
  }),
  'POST /v4/subscription-links/resume': endpoint({
    access: 'anyone',
    summary: 'Resume a subscription by link',
    description: 'Resumes a guest’s paused plan. Requires the token of the mail.',
    perMinute: 60,
    input: z.object({ token }),
    output: linked,
    refuses: [...changing, 'agreement-ended', 'charity-not-verified', 'campaign-closed'],
  }),
  'POST /v4/subscription-links/agree': endpoint({
    access: 'anyone',
    summary: 'Renew the agreement by link',
    description: 'Renews the agreement to a guest’s plan for another year. Requires the token of the mail.',
    perMinute: 20,
    input: z.object({ token }),
    output: linked,
    refuses: [...beyond, 'subscription-over'],
  }),
  'POST /v4/subscription-links/amount': endpoint({
    access: 'anyone',
    summary: 'Change the amount by link',
    description:
      'Changes the amount and tip of a guest’s plan, in planAmount units, for every donation that isn’t being charged yet. Any mailed link can lower them; a link for one change is required to raise them.',
    perMinute: 60,
    input: z.object({ token, donationAmount: planAmount, tipAmount: planAmount }),
    output: linked,
    refuses: [...changing, 'campaign-not-found', 'campaign-closed', 'charity-not-verified', 'nothing-to-give'],
  }),
  'POST /v4/subscription-links/change-links': endpoint({
    access: 'anyone',
    summary: 'Request a link for one change',
    description:
      'Mails a link, valid for 30 minutes and one use, that raises the amount or changes the card or email address of a guest’s plan. At most one mail is sent every five minutes. Requires the token of an earlier mail.',
    perMinute: 10,
    input: z.object({ token }),
    output: z.object({ email: z.string() }),
    refuses: [...beyond, 'subscription-over'],
  }),
  'POST /v4/subscription-links/cards': endpoint({
    access: 'anyone',
    summary: 'Change the card by link',
    description:
      'Sets the card of a guest’s plan with a token from the card fields of `provider`, or returns a 3-D Secure challenge. Nothing is charged. Requires a link for one change, or the link of a mail about a failed payment.',
    perMinute: 10,
    input: z.object({ token, cardToken: z.string().trim().min(1).max(255), provider: providerName.optional() }),
    output: settingUp,
    refuses: setups,
  }),
  'POST /v4/subscription-links/card-setups': endpoint({
    access: 'anyone',
    summary: 'Finish changing the card by link',
    description:
      'Gets the result of the 3-D Secure challenge and sets the plan’s new card. Nothing is charged. Requires the same link as the change.',
    perMinute: 60,
    input: z.object({ token, setupId: z.string().max(64) }),
    output: settingUp,
    refuses: setups,
  }),
  'POST /v4/subscription-links/email': endpoint({
    access: 'anyone',
    summary: 'Change the email address by link',
    description:
      'Changes the email address of a guest’s plan, mails a new link there, and invalidates all earlier links. Requires a link for one change.',
    perMinute: 10,
    input: z.object({ token, email: z.string().max(254) }),
    output: z.object({ email: z.string() }),
    refuses: changing,
  }),
  'POST /v4/subscription-links/erase': endpoint({
    access: 'anyone',
    summary: 'Cancel a plan and erase its donor’s data',
    description:
      'Cancels a guest’s plan permanently, revokes its mandate, removes its card and erases its donor’s data. Donations and receipts are kept as the law requires. Requires a link for one change.',
    perMinute: 10,
    input: z.object({ token }),
    output: z.object({}),
    refuses: [...changing, 'donation-under-way'],
  }),
  'POST /v4/subscription-links/requests': endpoint({
    access: 'anyone',
    summary: 'Request the links of guest plans',
    description:
      'Mails an email address the links of its plans without an account, at most three times a day. The response is the same if it has none. Anyone may call it.',
    perMinute: 10,
    input: z.object({ email: z.string().max(254) }),
    output: z.object({}),
    refuses: [],
  }),
}
