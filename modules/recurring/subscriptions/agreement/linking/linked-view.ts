import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import type { LinkedDonation, LinkedView } from '../../contract-links.ts'
import { manageToken } from '../managing/links.ts'
import { findOpenableSubscription } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import type { Subscription } from '../subscription-queries.ts'
import { findOccurrence } from '../schedule/occurrence-queries.ts'
import { planViewOf } from '../views.ts'
import { type LinkPermission, openLink } from './link-permission.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Returns what the holder of a mailed link sees: no other donations, no personal data, and a card only of a guest's
 * plan.
 */
export async function linkedView(
  ports: SubscriptionPorts,
  subscription: Subscription,
  { locale, may }: Pick<RequestContext, 'locale'> & { readonly may: LinkPermission },
): Promise<LinkedView> {
  const isGuest = subscription.guestId !== null
  const {
    id,
    programme,
    frequency,
    state,
    reason,
    donationAmount,
    tipAmount,
    charged,
    chargedWith30,
    donationAmountCurrency,
    causes,
    timeZone,
    resumesOn,
    unsubscribedAt,
    next,
    card,
    consentUntil,
    failed,
    chargingOn,
  } = await planViewOf(ports, subscription, locale)
  return {
    id,
    programme,
    frequency,
    state,
    reason,
    donationAmount,
    tipAmount,
    charged,
    chargedWith30,
    donationAmountCurrency,
    causes: causes.map(({ name, slug }) => ({ name, slug })),
    timeZone,
    resumesOn,
    unsubscribedAt,
    may,
    isGuest,
    card: isGuest && card ? { brand: card.brand, last4: card.last4 } : null,
    manageToken: may === 'change' || may === 'change-card' ? manageToken(ports, subscription) : null,
    email: subscription.guestEmail && maskEmail(subscription.guestEmail),
    agreedUntil: consentUntil,
    next: next && {
      key: next.key,
      on: next.on,
      onHijri: next.onHijri,
      number: next.number,
      dueAt: next.dueAt,
      gift: next.gift,
      tip: next.tip,
      coveredFee: next.coveredFee,
      isUncertain: next.isUncertain,
      canBeSkipped: next.canBeSkipped,
    },
    failed: may === 'look' ? null : failed,
    chargingOn,
  }
}

export async function readByLink(
  ports: SubscriptionPorts,
  { locale }: Pick<RequestContext, 'locale'>,
  token: string,
): Promise<LinkedView> {
  const { plan, may } = await openLink(ports, token)
  return linkedView(ports, plan, { locale, may })
}

/**
 * Returns the donation that a link was mailed for, if it is paid, needs its donor or has failed; future donations are
 * not shown.
 */
export async function readLinkedDonation(
  ports: SubscriptionPorts,
  context: Pick<RequestContext, 'locale'>,
  { token, key }: { readonly token: string; readonly key: string },
): Promise<LinkedDonation> {
  const subscription = await findOpenableSubscription(ports, { kind: 'link', token })
  const row = await findOccurrence(ports.db, subscription.id, key)
  if (!row || row.declineCode === null) throw new Problem('not-found', 'not-found')
  const { causes, donationAmountCurrency, occurrences } = await planViewOf(ports, subscription, context.locale)
  const { on, onHijri, gift, tip, status, canBePaid, triedAgainAt, charge } = required(
    occurrences.find((occurrence) => occurrence.key === key),
    'occurrence',
  )
  return {
    id: subscription.id,
    programme: subscription.programme,
    key,
    on,
    onHijri,
    gift,
    tip,
    currency: donationAmountCurrency,
    timeZone: subscription.timeZone,
    causes: causes.map(({ name, slug }) => ({ name, slug })),
    status,
    actionDeadline: row.state === 'ACTION_REQUIRED' ? row.actionDeadline : null,
    canBePaid,
    triedAgainOn: triedAgainAt === null ? null : localDateIn(subscription.timeZone, new Date(triedAgainAt)),
    charge,
  }
}
