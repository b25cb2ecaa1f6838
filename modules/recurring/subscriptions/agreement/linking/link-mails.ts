import { hash as digest } from 'node:crypto'
import type { RequestContext } from '#shared/endpoint.ts'
import { Problem } from '#shared/problem.ts'
import { minuteMs } from '#shared/time.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { localDateIn } from '#shared/calendar.ts'
import { findCampaigns } from '#modules/causes/campaigns/index.ts'
import {
  type Block,
  mailHostOf,
  noticeMail,
  type NotificationPorts,
  queueMails,
} from '#modules/platform/notifications/index.ts'
import { isActive } from '#modules/recurring/plans/rules/states.ts'
import { guestPlansOf, countQueuedMails } from '../donor/donor-queries.ts'
import { changeLink, manageLink, notMeLink } from '../managing/links.ts'
import type { SubscriptionPorts } from '../ports.ts'
import { required } from '#shared/collections.ts'
import type { Subscription } from '../subscription-queries.ts'
import { openLinkFor } from './link-permission.ts'
import { maskEmail } from './mask-email.ts'

/** Ports for links that are mailed at once. */
export type LinkMailPorts = SubscriptionPorts & NotificationPorts

/** Minimum interval between mails of one kind about one plan. */
const apartMinutes = 5
const listsPerDay = 3

const wordsOf = (ports: LinkMailPorts, locale: Locale, part: 'change' | 'list') =>
  textsOf('recurring/plan-link-mails', locale, { product: ports.productName }, `${part}-`)

const localeOf = ({ details }: Pick<Subscription, 'details'>): Locale =>
  isLocale(details.locale) ? details.locale : 'en'

/**
 * Mails a link for one change to the current address of a guest's plan, at most once every five minutes; a repeated
 * request in between sends no mail. Returns the masked address.
 */
export async function requestChangeLink(ports: LinkMailPorts, token: string): Promise<{ readonly email: string }> {
  const { plan } = await openLinkFor(ports, token, 'manage-guest')
  if (!isActive(plan.state)) throw new Problem('conflict', 'subscription-over')
  const to = required(plan.guestEmail, 'mailbox of the plan')
  const now = ports.clock()
  const t = wordsOf(ports, localeOf(plan), 'change')
  const slot = Math.floor(now.getTime() / (apartMinutes * minuteMs))
  await ports.write((tx) =>
    queueMails(
      tx,
      [
        noticeMail(ports, {
          key: `plan-change.${plan.id}.${plan.version}.${slot}`,
          kind: 'plan-change-link',
          to,
          locale: localeOf(plan),
          t,
          blocks: [
            { kind: 'button', text: t('button'), url: changeLink(ports, plan) },
            { kind: 'small', text: t('note') },
            { kind: 'link', text: t('not-me'), url: notMeLink(ports, plan) },
          ],
        }),
      ],
      now,
    ),
  )
  return { email: maskEmail(to) }
}

/**
 * Mails the links of all guest plans of an email address, at most three times a day. The response doesn't reveal
 * whether any exist.
 */
export async function requestLinks(
  ports: LinkMailPorts,
  { locale }: Pick<RequestContext, 'locale'>,
  email: string,
): Promise<void> {
  const plans = await guestPlansOf(ports.db, email)
  const first = plans[0]
  if (!first?.guestEmail) return
  const now = ports.clock()
  const names = new Map(
    (
      await findCampaigns(
        ports.db,
        plans.flatMap(({ causes }) => causes.map(({ campaignId }) => BigInt(campaignId))),
      )
    ).map(({ id, name }) => [String(id), name]),
  )
  const t = wordsOf(ports, locale, 'list')
  const blocks: Block[] = [
    ...plans.map((plan): Block => ({
      kind: 'link',
      text: plan.causes.map(({ campaignId }) => names.get(campaignId) ?? '').join(', ') || t('any'),
      url: manageLink(ports, plan),
    })),
    // One link for all plans of the address.
    { kind: 'link', text: t('not-me'), url: notMeLink(ports, first) },
  ]
  const mailbox = digest('sha256', first.guestEmail.toLowerCase(), 'hex').slice(0, 24)
  const keys = Array.from(
    { length: listsPerDay },
    (_, nth) => `plan-list.${mailbox}.${localDateIn('UTC', now)}.${nth + 1}`,
  )
  const queued = await countQueuedMails(
    ports.db,
    keys.map((key) => `<${key}@${mailHostOf(ports.mailFrom)}>`),
  )
  const key = keys[queued]
  if (key === undefined) return
  const mail = noticeMail(ports, { key, kind: 'plan-list', to: first.guestEmail, locale, t, blocks })
  await ports.write((tx) => queueMails(tx, [mail], now))
}
