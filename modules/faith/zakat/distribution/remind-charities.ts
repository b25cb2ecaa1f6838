import { formatDay } from '#shared/calendar.ts'
import { isLocale, type Locale } from '#shared/text.ts'
import { formatMoney, money } from '#shared/money.ts'
import { textsOf } from '#shared/texts/catalogue.ts'
import { organizersOf, findReviewedCampaign, type ReviewedCampaign } from '#modules/causes/campaigns/index.ts'
import { issuersOf } from '#modules/causes/organizations/index.ts'
import { contactsOf } from '#modules/platform/identity/index.ts'
import { type MailRow, noticeMail, queueMails } from '#modules/platform/notifications/index.ts'
import { distributionDeadlines } from '../rules/distribution/distribution-deadlines.ts'
import { campaignsWithZakat } from './distribution-queries.ts'
import type { DistributionPorts } from './ports.ts'
import { allocateZakat, type CurrencyAllocation, todayOf } from './zakat-allocation.ts'

const batch = 100

/**
 * Mails charities about zakat not reported as distributed nine and eleven Hijri months after receipt (zakat-19): at
 * most one mail per fundraiser, currency, month of receipt and deadline. Returns the number of mails.
 */
export async function remindCharities(ports: DistributionPorts): Promise<number> {
  let sum = 0
  let after = 0n
  for (;;) {
    const ids = await campaignsWithZakat(ports.db, after, batch)
    for (const id of ids) sum += await remindCharity(ports, id)
    const last = ids.at(-1)
    if (last === undefined || ids.length < batch) return sum
    after = last
  }
}

type Due = {
  readonly ofCurrency: CurrencyAllocation
  readonly receivedOn: string
  readonly months: 9 | 11
  readonly lateFrom: Parameters<typeof formatDay>[0]
  readonly amount: bigint
}

async function remindCharity(ports: DistributionPorts, campaignId: bigint): Promise<number> {
  const today = todayOf(ports)
  const due = (await allocateZakat(ports.db, { campaignId, today })).flatMap((ofCurrency): Due[] => {
    const open = ofCurrency.allocation.donations.flatMap((donation, index) => {
      const receivedOn = ofCurrency.receipts[index]?.receivedOn
      return receivedOn && donation.distributed < donation.received
        ? [{ receivedOn, amount: donation.received - donation.distributed }]
        : []
    })
    const oldest = open[0]
    if (!oldest) return []
    const { reminders, lateFrom } = distributionDeadlines(oldest.receivedOn)
    const isOfMonth = (row: { readonly receivedOn: string }) =>
      row.receivedOn.slice(0, 7) === oldest.receivedOn.slice(0, 7)
    const amount = open.filter(isOfMonth).reduce((total, row) => total + row.amount, 0n)
    const base = { ofCurrency, receivedOn: oldest.receivedOn, lateFrom, amount }
    if (today >= reminders[1]) return [{ ...base, months: 11 }]
    return today >= reminders[0] ? [{ ...base, months: 9 }] : []
  })
  const campaign = due.length > 0 ? await findReviewedCampaign(ports.db, campaignId) : undefined
  if (!campaign) return 0
  const recipients = await recipientsOf(ports, campaign)
  const mails = due.flatMap((row) =>
    recipients.map((recipient, index) => mailOf(ports, campaign, row, recipient, index)),
  )
  await ports.write((tx) => queueMails(tx, mails, ports.clock()))
  return mails.length
}

type Recipient = { readonly email: string; readonly name: string; readonly locale: Locale }

/** Returns the organizers with a confirmed email; without one, the charity. */
async function recipientsOf(ports: DistributionPorts, campaign: ReviewedCampaign): Promise<Recipient[]> {
  const organizers = await organizersOf(ports.db, [campaign.id])
  const people = await contactsOf(
    ports.db,
    organizers.map(({ accountId }) => accountId),
  )
  const reachable = people.flatMap(({ email, firstName, locale }) =>
    email ? [{ email, name: firstName, locale: isLocale(locale) ? locale : ('en' as const) }] : [],
  )
  if (reachable.length > 0) return reachable
  const [charity] = await issuersOf(ports.db, [campaign.organizationId])
  return charity
    ? [{ email: charity.email, name: charity.name, locale: isLocale(campaign.language) ? campaign.language : 'en' }]
    : []
}

function mailOf(
  ports: DistributionPorts,
  campaign: ReviewedCampaign,
  due: Due,
  { email, name, locale }: Recipient,
  index: number,
): MailRow {
  const { currency } = due.ofCurrency
  const t = textsOf(
    'faith/zakat-mails',
    locale,
    {
      product: ports.productName,
      name: `\u2068${name}\u2069`,
      campaign: `\u2068${campaign.name}\u2069`,
      amount: `\u2066${formatMoney(money(due.amount, currency), locale)}\u2069`,
      date: formatDay(due.lateFrom, locale),
    },
    'distribution.',
  )
  return noticeMail(ports, {
    key: `zakat-distribution.${campaign.id}.${currency}.${due.receivedOn.slice(0, 7)}.${due.months}.${index}`,
    kind: 'zakat-distribution-due',
    to: email,
    locale,
    t,
    blocks: [{ kind: 'button', text: t('button'), url: `${ports.origin}/organize/${campaign.id}/distributions` }],
  })
}
