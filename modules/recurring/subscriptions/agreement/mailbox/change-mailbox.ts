import { localDateIn } from '#shared/calendar.ts'
import type { HijriMonths } from '#shared/hijri.ts'
import type { Tx } from '#shared/ports.ts'
import { requireDonor } from '#modules/money/giving/rules/donor.ts'
import { tidyEmail } from '#modules/platform/identity/rules/email.ts'
import { countGuestPlans } from '../donor/donor-queries.ts'
import { invalid } from '../draft.ts'
import { reactivate } from '../managing/resume.ts'
import { queueNotice } from '../queue-notice.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { guestPlansMax } from '../../rules/guest-limits.ts'
import { isMailboxFaulty } from '../../rules/mailbox.ts'
import { saveSubscription, type Subscription } from '../subscription-queries.ts'

/** Validates and returns an email address typed for a guest's plan. Throws a fault at `email`. */
export async function validateMailbox(ports: SubscriptionPorts, typed: string): Promise<string> {
  const email = tidyEmail(typed)
  const { email: fault } = requireDonor({ email, name: 'x' })
  if (fault) throw invalid({ email: { params: {}, ...fault } })
  if ((await countGuestPlans(ports.db, email)) >= guestPlansMax)
    throw invalid({ email: { code: 'too-many-guest-plans', params: { max: guestPlansMax } } })
  return email
}

/**
 * Changes the email address of a locked guest's plan and mails its link there. Earlier links become invalid, because
 * they may be in the wrong mailbox. A pause caused by the address ends (recurring-28).
 */
export async function changeMailbox(
  ports: SubscriptionPorts,
  tx: Tx,
  subscription: Subscription,
  {
    email,
    months,
    notice,
  }: { readonly email: string; readonly months: HijriMonths; readonly notice: 'confirmed' | 'changed' },
): Promise<void> {
  const now = ports.clock()
  const next: Subscription = { ...subscription, guestEmail: email, linkNumber: subscription.linkNumber + 1 }
  const isPaused = isMailboxFaulty(subscription)
  if (isPaused && subscription.cardId !== null && subscription.consentUntil >= localDateIn(subscription.timeZone, now))
    return reactivate(ports, tx, next, months, now)
  await saveSubscription(tx, isPaused ? { ...next, state: 'needs-card', reason: 'card' } : next, now)
  const kind = subscription.reason === 'email-unconfirmed' ? 'confirmed' : notice
  await queueNotice(ports, tx, {
    kind: isPaused ? 'needs-card' : kind,
    subscriptionId: subscription.id,
    version: subscription.version + 1,
  })
}
