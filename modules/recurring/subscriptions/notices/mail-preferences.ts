import { required } from '#shared/collections.ts'
import type { Locale } from '#shared/text.ts'
import { matchUnsubscribe, signUnsubscribe } from '#modules/platform/identity/index.ts'
import { isUuid } from '#shared/ids.ts'
import { Problem } from '#shared/problem.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import { accountLink, manageLink } from '../agreement/managing/links.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { isDaily } from '../agreement/pricing/compose-charge.ts'
import { wordsOf } from './mails/words.ts'
import type { NoticePorts } from './ports.ts'
import {
  findSubscription,
  lockSubscription,
  saveDetails,
  type Subscription,
} from '../agreement/subscription-queries.ts'
import { type MailPreference, monthlyMailsOf, type UnsubscribableKind } from '../rules/mail-preferences.ts'

/**
 * Returns the unsubscribe URL for one kind of mail, which mail programs use with one click (RFC 8058). A guest's URL
 * contains the plan's link number and becomes invalid with it (recurring-24).
 */
export const unsubscribeLink = (
  ports: Pick<NoticePorts, 'tokenSecret' | 'clock' | 'origin'>,
  { id, guestId, linkNumber }: Pick<Subscription, 'id' | 'guestId' | 'linkNumber'>,
  kind: UnsubscribableKind,
): string => {
  const subject = guestId === null ? `${kind}-${id}` : `${kind}-${id}_${linkNumber}`
  return `${ports.origin}/scheduled-giving/mails/${signUnsubscribe(ports, subject)}`
}

async function preferencesOfToken(
  ports: NoticePorts,
  token: string,
): Promise<{ kind: UnsubscribableKind; subscription: Subscription }> {
  const match = matchUnsubscribe(ports, token, /^(upcoming|summary)-(.{36})(?:_(\d+))?$/)
  const id = match?.[2] ?? ''
  const subscription = isUuid(id) ? await findSubscription(ports.db, id) : undefined
  const isVoid = subscription?.guestId != null && match?.[3] !== String(subscription.linkNumber)
  if (!match || !subscription || isVoid) throw new Problem('not-found', 'code-not-valid')
  return { kind: match[1] as UnsubscribableKind, subscription }
}

/** Returns the plan of the link and its current preference. Changes nothing, because mail programs open links. */
export async function readMailPreferences(ports: NoticePorts, locale: Locale, token: string) {
  const { kind, subscription } = await preferencesOfToken(ports, token)
  return viewOf(ports, locale, kind, subscription)
}

/** Stops these mails, or chooses receipts or summaries for daily plans. Requires no login. */
export async function saveMailPreferences(
  ports: NoticePorts,
  locale: Locale,
  { token, preference }: { token: string; preference?: MailPreference | undefined },
) {
  const { kind, subscription } = await preferencesOfToken(ports, token)
  const changed = await ports.write(async (tx) => {
    const locked = required(await lockSubscription(tx, subscription.id), 'subscription')
    const details =
      kind === 'upcoming'
        ? { ...locked.details, remindBefore: preference === 'before' }
        : { ...locked.details, monthly: monthlyMailsOf(preference) }
    await saveDetails(tx, locked.id, details)
    return { ...locked, details }
  })
  return viewOf(ports, locale, kind, changed)
}

async function viewOf(ports: NoticePorts, locale: Locale, kind: UnsubscribableKind, subscription: Subscription) {
  const [causes, months] = await Promise.all([
    findCampaigns(
      ports.db,
      subscription.causes.map(({ campaignId }) => BigInt(campaignId)),
    ),
    monthsFor(ports, subscription.calendar),
  ])
  return {
    kind,
    plan: wordsOf(subscription, { locale, productName: ports.productName, months }).plan(causes),
    remindBefore: subscription.details.remindBefore,
    monthly: isDaily(subscription) ? (subscription.details.monthly ?? 'summary') : null,
    cancelUrl: cancelUrlOf(ports, subscription),
  }
}

/** Stopping mails doesn't stop donations, so the page also links to cancelling the plan (recurring-29). */
function cancelUrlOf(ports: NoticePorts, subscription: Subscription): string | null {
  if (subscription.state === 'cancelled' || subscription.state === 'ended') return null
  return subscription.guestId === null
    ? accountLink(ports, subscription.id)
    : `${manageLink(ports, subscription)}&cancel=yes#cancel`
}
