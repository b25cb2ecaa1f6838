import { readCursor, writeCursor } from '#shared/cursor.ts'
import { dayMs } from '#shared/time.ts'
import { localDateIn } from '#shared/calendar.ts'
import { isUuid } from '#shared/ids.ts'
import { money, toMajor } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { zoneOfCountry } from '#shared/zones.ts'
import type { HistoryFilters } from './contract-history.ts'
import { findInHistory, listHistoryCampaigns, sumHistoryDays, type HistoryRow, listHistory } from './queries/history.ts'
import { attentionDays, attentionMax, attentionStatuses } from './rules/donation-status.ts'
import { daysOfYear, isGivingYear, sumsOf, yearsOf, yearsOfDay } from './rules/giving-year.ts'
import { shownFields } from './shown-fields.ts'
import { donationReferenceOf } from './thank-you.ts'

const viewOf = (row: HistoryRow) => ({
  id: row.id,
  reference: donationReferenceOf(row.id),
  status: row.status,
  campaign: {
    id: String(row.campaignId),
    slug: row.campaignSlug,
    name: row.campaignName,
    language: row.campaignLanguage,
  },
  organization: { slug: row.organizationSlug, name: row.organizationName, nameAr: row.organizationNameAr },
  currency: row.currency,
  gift: row.gift,
  total: row.gift + row.tip + row.coveredFee,
  refundedDonation: row.refundedDonation,
  refundedAmount: row.refundedAmount,
  isZakat: row.isZakat,
  givenOn: row.day as string,
  at: row.at,
})

const detailOf = (row: HistoryRow, locale: Locale) => ({
  ...viewOf(row),
  fields: shownFields('donor', row, locale),
  tip: row.tip,
  coveredFee: row.coveredFee,
  processingFee: row.processingFee,
  zakatEligible: row.zakatEligible,
  giftAid: row.giftAid,
  taxReceipt: row.taxReceipt,
  isAnonymous: row.isAnonymous,
  quantity: row.quantity,
  paymentMethod: row.paymentMethod,
  card: row.cardLast4 ? { brand: row.cardBrand ?? '', last4: row.cardLast4 } : null,
})

/** Lists the donations that an account may see, newest first, with filters. */
export async function listOwnDonations(
  ports: Ports,
  accountId: string,
  input: HistoryFilters & { limit: number; before?: string | undefined },
) {
  const days = input.year && isGivingYear(input.year) ? daysOfYear(input.year) : { from: null, to: null }
  const rows = await listHistory(
    ports,
    accountId,
    {
      ...days,
      campaignId: input.campaignId ? BigInt(input.campaignId) : null,
      organization: input.organization ?? null,
      isZakat: input.zakat ?? null,
      statuses: input.status ? [input.status] : null,
    },
    input.limit + 1,
    readCursor(input.before),
  )
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return { donations: page.map(viewOf), next: rows.length > input.limit && last ? writeCursor(last) : null }
}

async function find(ports: Ports, accountId: string, id: string): Promise<HistoryRow> {
  const row = isUuid(id) ? await findInHistory(ports, accountId, id) : undefined
  if (!row) throw new Problem('not-found', 'not-found')
  return row
}

/** Returns one donation with its parts. Throws `not-found` for another account's donation (security-3). */
export const getDonation = async (ports: Ports, accountId: string, id: string, locale: Locale) =>
  detailOf(await find(ports, accountId, id), locale)

/** Returns one donation with the fields of S2 §3, in decimal major units like all of `/api`. */
export async function donationInfo(ports: Ports, accountId: string, id: string) {
  const row = await find(ports, accountId, id)
  const major = (amount: bigint): string => toMajor(money(amount, row.currency))
  return {
    id: row.id,
    status: row.status,
    projectID: String(row.campaignId),
    projectName: row.campaignName,
    projectSlug: row.campaignSlug,
    organizationName: row.organizationName,
    amount: major(row.gift),
    feeAmount: major(row.tip),
    coveredFee: major(row.coveredFee),
    total: major(row.gift + row.tip + row.coveredFee),
    refunded: major(row.refundedAmount),
    zakatEligible: row.zakatEligible === null ? null : major(row.zakatEligible),
    currency: row.currency,
    zakah: row.isZakat,
    giftAid: row.giftAid,
    anonymous: row.isAnonymous,
    rewardCount: row.quantity,
    paymentMethod: row.paymentMethod,
    createdAt: row.at,
  }
}

/**
 * Returns the data of the account's home page: totals of this year in both calendars, the latest donations, and those
 * that need attention. `country` decides the time zone in which the year is this year.
 */
export async function givingSummary(ports: Ports, accountId: string, country: string | undefined) {
  const now = ports.clock()
  const today = localDateIn(zoneOfCountry(country), now)
  const all = { from: null, to: null, campaignId: null, organization: null, isZakat: null }
  const [days, causes, latest, waiting] = await Promise.all([
    sumHistoryDays(ports, accountId),
    listHistoryCampaigns(ports, accountId),
    listHistory(ports, accountId, { ...all, statuses: null }, 5, undefined),
    listHistory(ports, accountId, { ...all, statuses: attentionStatuses }, attentionMax, undefined),
  ])
  const since = now.getTime() - attentionDays * dayMs
  const [gregorian, hijri] = yearsOfDay(today)
  const years = yearsOf(days)
  return {
    today: today as string,
    gregorian: { year: gregorian as string, sums: sumsOf(days, gregorian) },
    hijri: { year: hijri as string, sums: sumsOf(days, hijri) },
    donationCount: days.reduce((sum, day) => sum + day.count, 0),
    latest: latest.map(viewOf),
    attention: waiting.filter(({ at }) => at.getTime() >= since).map(viewOf),
    years: { gregorian: years.gregorian as string[], hijri: years.hijri as string[] },
    causes: causes.map(({ campaignId, slug, ...cause }) => ({
      ...cause,
      campaignId: String(campaignId),
      organizationSlug: slug,
    })),
  }
}
