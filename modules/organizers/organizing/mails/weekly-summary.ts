import { sumDonationsInPeriod, type GivenInPeriod } from '#modules/money/giving/index.ts'
import { type Block, type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { formatDay } from '#shared/calendar.ts'
import { type Currency, formatMoney, money } from '#shared/money.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { dayMs } from '#shared/time.ts'
import type { OrganizingPorts } from '../ports.ts'
import {
  charitiesWithDonationsSince,
  type CharityToSummarize,
  insertWeeklySummary,
  membersToMail,
} from '../queries/member-mails.ts'
import { summaryToken } from './unsubscribe.ts'
import { dueWeek, type SummaryWeek } from '../rules/summary-week.ts'

/** Longer than a week plus the days that a summary may be late, in any time zone. */
const lookBackDays = 11
/** Maximum of fundraisers in a mail; the sums include all. */
const listedMax = 10

/**
 * Mails the members of each charity what it received in the last whole week, Monday to Sunday in its time zone, once. A
 * week without donations has no mail (content-31). Returns the number of charities mailed.
 */
export async function sendWeeklySummaries(ports: OrganizingPorts): Promise<number> {
  const now = ports.clock()
  const charities = await charitiesWithDonationsSince(ports.db, new Date(now.getTime() - lookBackDays * dayMs))
  let sentCount = 0
  for (const charity of charities) {
    const week = dueWeek(charity.timeZone, now)
    if (week && (await sendSummary(ports, charity, week))) sentCount += 1
  }
  return sentCount
}

const sendSummary = (ports: OrganizingPorts, charity: CharityToSummarize, week: SummaryWeek): Promise<boolean> =>
  ports.write(async (tx) => {
    const instant = ports.clock()
    if (!(await insertWeeklySummary(tx, { organizationId: charity.id, week: week.monday, at: instant }))) return false
    const given = await sumDonationsInPeriod(tx, { organizationId: charity.id, from: week.from, to: week.to })
    if (given.length === 0) return false
    const readers = await membersToMail(tx, {
      targets: [{ organizationId: charity.id, campaignId: null }],
      mail: 'weeklySummaryMails',
    })
    await queueMails(
      tx,
      readers.map((reader) => mailOf(ports, reader, { charity, week, given })),
      instant,
    )
    return readers.length > 0
  })

type Summary = {
  readonly charity: CharityToSummarize
  readonly week: SummaryWeek
  readonly given: readonly GivenInPeriod[]
}

function mailOf(
  ports: OrganizingPorts,
  reader: { readonly accountId: string; readonly email: string; readonly locale: string },
  { charity, week, given }: Summary,
): MailRow {
  const locale: Locale = isLocale(reader.locale) ? reader.locale : 'en'
  const values = {
    product: ports.productName,
    charity: `\u2068${(locale === 'ar' && charity.nameAr) || charity.name}\u2069`,
    from: formatDay(week.monday, locale),
    to: formatDay(week.sunday, locale),
    count: given.reduce((sum, { donations }) => sum + donations, 0),
  }
  const t = textsOf('organizers/member-mails', locale, values, 'weekly-summary.')
  const show = (amount: bigint, currency: Currency) => formatMoney(money(amount, currency), locale)
  const currencies = [...new Set(given.map(({ currency }) => currency))]
  const sums = currencies.map((currency): [string, string] => {
    const own = given.filter((givenInPeriod) => givenInPeriod.currency === currency)
    const raised = own.reduce((sum, { gift }) => sum + gift, 0n)
    return [
      currencies.length > 1 ? t('raised-in', { currency }) : t('raised'),
      `${show(raised, currency)}\n${t('donations', { count: own.reduce((sum, { donations }) => sum + donations, 0) })}`,
    ]
  })
  const listed = given.slice(0, listedMax)
  const blocks: Block[] = [
    { kind: 'facts', rows: sums },
    {
      kind: 'facts',
      title: t('fundraisers'),
      rows: listed.map(({ name, gift, currency, donations }): [string, string] => [
        name,
        `${show(gift, currency)}\n${t('donations', { count: donations })}`,
      ]),
    },
    ...(given.length > listed.length
      ? [{ kind: 'small', text: t('more', { count: given.length - listed.length }) } as const]
      : []),
    { kind: 'button', text: t('button'), url: `${ports.origin}/organize` },
    { kind: 'link', text: t('choose'), url: `${ports.origin}/account/notifications` },
  ]
  return noticeMail(ports, {
    key: `weekly-summary.${charity.id}.${week.monday}.${reader.accountId}`,
    kind: 'weekly-summary',
    to: reader.email,
    locale,
    t,
    blocks,
    unsubscribe: {
      text: t('unsubscribe'),
      url: `${ports.origin}/unsubscribe/summaries/${summaryToken(ports, reader.accountId)}`,
    },
  })
}
