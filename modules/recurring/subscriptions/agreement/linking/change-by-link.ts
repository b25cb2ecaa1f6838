import type { RequestContext } from '#shared/endpoint.ts'
import { toMajor } from '#shared/money.ts'
import { Problem } from '#shared/problem.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import type { LinkedView } from '../../contract-links.ts'
import { invalid } from '../draft.ts'
import { changeMailbox, validateMailbox } from '../mailbox/change-mailbox.ts'
import { changeAs } from '../managing/change-plan.ts'
import { manage } from '../managing/manage.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { guestPlanMax } from '../../rules/guest-limits.ts'
import { linkedView } from './linked-view.ts'
import { openLinkFor } from './link-permission.ts'
import { maskEmail } from './mask-email.ts'

/**
 * Changes the amounts of each donation of a guest's plan, in minor units. Any link of the plan can lower them. An
 * increase requires a link requested just before (`link-not-enough`) and is limited as for new guest plans
 * (recurring-23).
 */
export async function changeAmountByLink(
  ports: SubscriptionPorts,
  context: RequestContext,
  {
    token,
    donationAmount,
    tipAmount,
  }: { readonly token: string; readonly donationAmount: number; readonly tipAmount: number },
): Promise<LinkedView> {
  const { plan, may, version } = await openLinkFor(ports, token, 'manage-guest')
  // Amounts of individual nights can only be changed in an account.
  if (!('each' in plan.portions)) throw new Problem('authorization', 'link-not-enough')
  const { gift, tip } = plan.portions.each
  const isMore = BigInt(donationAmount) + BigInt(tipAmount) > BigInt(gift) + BigInt(tip)
  if (isMore && may !== 'change')
    throw new Problem('authorization', 'link-not-enough', { fields: { donationAmount: { code: 'raise-needs-link' } } })
  const most = guestPlanMax(plan.currency)
  if (BigInt(donationAmount) > most.amount && BigInt(donationAmount) > BigInt(gift))
    throw invalid({
      donationAmount: { code: 'guest-plan-too-large', params: { amount: toMajor(most), currency: plan.currency } },
    })
  const changed = await changeAs(ports, { kind: 'link', token }, context, {
    version: version ?? plan.version,
    donationAmount,
    tipAmount,
  })
  return linkedView(ports, changed, { locale: context.locale, may })
}

/**
 * Changes the email address of a guest's plan and mails its link there. All earlier links become invalid, because they
 * may be in the wrong mailbox (recurring-24). Returns the masked address.
 */
export async function changeEmailByLink(
  ports: SubscriptionPorts,
  context: RequestContext,
  { token, email: typed }: { readonly token: string; readonly email: string },
): Promise<{ readonly email: string }> {
  const { plan, version } = await openLinkFor(ports, token, 'change')
  const email = await validateMailbox(ports, typed)
  const months = await monthsFor(ports, plan.calendar)
  await manage(
    ports,
    { by: { kind: 'link', token }, context, version, act: 'subscriptions.email-changed' },
    (tx, subscription) => changeMailbox(ports, tx, subscription, { email, months, notice: 'changed' }),
  )
  return { email: maskEmail(email) }
}
