import { addDays } from '#shared/date-arithmetic.ts'
import { required } from '#shared/collections.ts'
import { localDate, localDateIn } from '#shared/calendar.ts'
import { type HijriMonths } from '#shared/hijri.ts'
import { isLocale } from '#shared/text.ts'
import { findCampaigns, findLevelOfPlan } from '#modules/causes/campaigns/index.ts'
import { findMailBrand } from '#modules/causes/organizations/index.ts'
import { mailHostOf, queueMails } from '#modules/platform/notifications/index.ts'
import { monthsFor } from '#modules/recurring/plans/index.ts'
import { sumDonatedBy } from '../agreement/pricing/sum-donated.ts'
import { isDaily } from '../agreement/pricing/compose-charge.ts'
import { type OccurrenceRow, occurrencesOf } from '../agreement/schedule/occurrence-queries.ts'
import { generalFundLinks } from './general-fund-links.ts'
import { listedDonations, type ReceiptsOf } from './listed-donations.ts'
import { unsubscribeLink } from './mail-preferences.ts'
import { accountLink, authenticateLink, cardLink, manageLink, notMeLink } from '../agreement/managing/links.ts'
import type { Notice } from '../agreement/queue-notice.ts'
import { composeMail } from './mails/compose.ts'
import type { MailData } from './mails/mail-data.ts'
import { hasNights } from './mails/rows.ts'
import type { NoticePorts } from './ports.ts'
import { cardOfPlan, donorOfPlan } from '../agreement/donor/plan-donor.ts'
import { findSubscription, lockSubscription, type Subscription } from '../agreement/subscription-queries.ts'
import { asAgreedNow } from '../rules/agreed-amounts.ts'
import { donationsBeingCharged, latestFailure, retriedDonations } from '../rules/open-donations.ts'
import { insertSentNotice, isNoticeSent, unlistedOccurrences } from './notice-queries.ts'
import { monthAfter, monthStart } from '../rules/months.ts'
import { upcoming } from '../rules/upcoming.ts'
import { isNoticeStillValid } from './notice-validity.ts'

/**
 * Days ahead that are searched for the next donations of a civil plan; all nights are listed, however early they were
 * agreed to.
 */
const nextDays = 130
const nextShown = 5
const nightsDays = 800

/**
 * Sends one notice by mail in the language of the agreement, once, whatever the number of runs and workers, and with
 * current data. Sends nothing if the notice is no longer valid or the donor was erased. `receiptsOf` returns the
 * receipts of donations.
 */
export async function sendNotice(ports: NoticePorts, noticeRequest: Notice, receiptsOf: ReceiptsOf): Promise<void> {
  const notice = { ...noticeRequest, id: noticeRequest.id ?? ports.newId() }
  // Composed again if something changed between reading and writing, so that the mail is current.
  while ((await attempt(ports, notice, receiptsOf)) === 'changed');
}

async function attempt(
  ports: NoticePorts,
  notice: Notice & { readonly id: string },
  receiptsOf: ReceiptsOf,
): Promise<'done' | 'changed'> {
  const subscription = await findSubscription(ports.db, notice.subscriptionId)
  const donor = subscription && (await donorOfPlan(ports.db, subscription))
  if (!subscription || !donor || (await isNoticeSent(ports.db, subscription.id, notice.id))) return 'done'
  // The reader of that address isn't the donor.
  if (subscription.guestId !== null && subscription.reason === 'email-refused') return 'done'
  // A daily donation is retried some hours later; the donor is only notified if that fails too.
  if (notice.kind === 'failed' && notice.nextAt && isDaily(subscription)) return 'done'
  const occurrences = await occurrencesOf(ports.db, subscription.id)
  if (!isNoticeStillValid(notice, { ...subscription, occurrences }, ports.clock())) return 'done'
  const { mailData, keys } = await dataOf(ports, notice, subscription, occurrences, donor.greetedAs, receiptsOf)
  if (notice.kind === 'summary' && mailData.listed.length === 0) return 'done'
  const { subject, content } = composeMail(mailData)
  return ports.write(async (tx) => {
    const locked = await lockSubscription(tx, subscription.id)
    if (
      locked?.version !== subscription.version ||
      !isNoticeStillValid(notice, { ...locked, occurrences: await occurrencesOf(tx, locked.id) }, ports.clock())
    )
      return 'changed'
    const instant = ports.clock()
    if (!(await insertSentNotice(tx, { subscriptionId: subscription.id, notice: notice.id, keys, at: instant })))
      return 'done'
    const messageId = `<plan.${notice.id}@${mailHostOf(ports.mailFrom)}>`
    await queueMails(
      tx,
      [
        {
          id: ports.newId(),
          messageId,
          kind: `plan-${notice.kind}`,
          to: donor.email,
          locale: mailData.locale,
          subject,
          content,
        },
      ],
      instant,
    )
    return 'done'
  })
}

async function dataOf(
  ports: NoticePorts,
  notice: Notice & { readonly id: string },
  subscription: Subscription,
  occurrences: readonly OccurrenceRow[],
  firstName: string,
  receiptsOf: ReceiptsOf,
): Promise<{ readonly mailData: MailData; readonly keys: readonly string[] }> {
  const now = ports.clock()
  const today = localDateIn(subscription.timeZone, now)
  const [months, campaigns, card, given, level] = await Promise.all([
    monthsFor(ports, subscription.calendar),
    findCampaigns(
      ports.db,
      subscription.causes.map(({ campaignId }) => BigInt(campaignId)),
    ),
    cardOfPlan(ports, subscription),
    notice.kind === 'cancelled' || notice.kind === 'ended'
      ? sumDonatedBy(ports.db, occurrences)
      : { count: 0, gift: 0n },
    subscription.levelId === null ? undefined : findLevelOfPlan(ports.db, subscription.levelId),
  ])
  const unlisted = await toList(ports, notice, subscription)
  const nameOf = (id: string) => campaigns.find((campaign) => String(campaign.id) === id)?.name ?? ''
  const isNights = hasNights({ subscription })
  const next = upcoming(
    subscription,
    occurrences,
    { from: today, until: addDays(today, isNights ? nightsDays : nextDays), after: now },
    months,
  )
  const agreed = occurrences.flatMap((row) => asAgreedNow([row], subscription, occurrences))
  const locale = isLocale(subscription.details.locale) ? subscription.details.locale : 'en'
  const mailData: MailData = {
    notice,
    subscription,
    locale,
    firstName: firstName.trim(),
    productName: ports.productName,
    brand: await findMailBrand(
      ports,
      ports.db,
      campaigns.map(({ organizationId }) => organizationId),
      locale,
    ),
    months,
    canReachThirtieth: canReachThirtieth(subscription, occurrences, months),
    causes: subscription.causes.map(({ campaignId, share }) => ({ name: nameOf(campaignId), share })),
    level: level?.title,
    card: card && !card.removedAt ? card : undefined,
    about: asAgreedNow(
      occurrences.filter(({ key }) => notice.keys?.includes(key)),
      subscription,
      occurrences,
    ),
    unpaid: unpaidDonations(agreed, subscription, now),
    next: isNights ? next : next.slice(0, nextShown),
    nextMonth: notice.month
      ? upcoming(subscription, occurrences, { ...daysOf(monthAfter(notice.month)), after: new Date(0) }, months)
      : [],
    listed: await listedDonations(ports.db, unlisted, receiptsOf),
    given,
    ...(notice.kind === 'ended' && subscription.reason === 'page'
      ? { generalFunds: await generalFundLinks(ports, subscription, campaigns, locale) }
      : {}),
    links: linksOf(ports, notice, subscription),
  }
  return { mailData, keys: unlisted.map(({ key }) => key) }
}

/** Returns the links of a mail. A guest has no account, and gets a link to replace the card if the bank declined it. */
function linksOf(ports: NoticePorts, notice: Notice, subscription: Subscription): MailData['links'] {
  const [key] = notice.keys ?? []
  const manage = manageLink(ports, subscription)
  const isCardAsked = notice.kind === 'failed' || ['failures', 'card', 'dispute'].includes(subscription.reason ?? '')
  const account = () => {
    const page = accountLink(ports, subscription.id)
    return notice.kind === 'failed' && key ? `${page}?gift=${encodeURIComponent(key)}` : page
  }
  const ofGuest = () => (isCardAsked ? cardLink(ports, subscription) : manage)
  return {
    manage,
    account: subscription.guestId === null ? account() : ofGuest(),
    authenticate: authenticateLink(ports, subscription, key ?? ''),
    notMe: subscription.guestId === null ? undefined : notMeLink(ports, subscription),
    stop: unsubscribeLink(ports, subscription, notice.kind === 'upcoming' ? 'upcoming' : 'summary'),
  }
}

function unpaidDonations(rows: readonly OccurrenceRow[], plan: Subscription, now: Date): MailData['unpaid'] {
  const failed = latestFailure(rows, plan, now)
  return {
    retried: retriedDonations(rows, plan),
    waiting: failed?.state === 'SCHEDULED' ? undefined : failed,
    beingCharged: donationsBeingCharged(rows),
  }
}

const [shawwal, lastNight] = [10, 30]
/** Whether a sighting can still add a thirtieth night: false once Shawwal is announced or the night is scheduled. */
const canReachThirtieth = (
  { schedule }: Subscription,
  occurrences: readonly OccurrenceRow[],
  months: HijriMonths,
): boolean =>
  schedule.kind === 'ramadan' &&
  !months.isAnnounced(schedule.hijriYear, shawwal) &&
  !occurrences.some(({ number }) => number === lastNight)

/**
 * Returns the donations to list: for a summary those of its month, for the mail that ends a plan those that no mail has
 * listed.
 */
async function toList(ports: NoticePorts, notice: Notice, { id, timeZone, schedule, details }: Subscription) {
  if (!isDaily({ schedule }) || details.monthly === 'receipts') return []
  if (notice.kind === 'summary') {
    const month = required(notice.month, 'month of the notice')
    return unlistedOccurrences(ports.db, id, monthStart(monthAfter(month), timeZone))
  }
  return notice.kind === 'cancelled' || notice.kind === 'ended' ? unlistedOccurrences(ports.db, id) : []
}

const daysOf = (month: string) => ({
  from: localDate(`${month}-01`),
  until: addDays(localDate(`${monthAfter(month)}-01`), -1),
})
