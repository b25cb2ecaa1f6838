import { type RawBuilder, sql } from 'kysely'
import type { Currency } from '#shared/currencies.ts'
import type { Cursor } from '#shared/cursor.ts'
import type { Money } from '#shared/money.ts'
import { containsPattern } from '#shared/input/contains-pattern.ts'
import type { Db } from '#shared/ports.ts'
import { type DonationKind, type DonationState, isOfflineState } from '../rules/donation-filters.ts'
import type { DonationSearch } from '../rules/donation-search.ts'
import { donationState, isOpenRefund } from './donation-state.ts'
import { findAmongNewest, findDonorsWithText } from './donor-texts.ts'
import { visibleEmail } from './visible-email.ts'

/** Which donations of a charity a list contains. `until` is the first instant after it. */
export type DonationFilters = {
  readonly organizationId: bigint
  readonly timeZone: string
  readonly campaignId?: bigint | undefined
  readonly currency?: Currency | undefined
  readonly state?: DonationState | undefined
  readonly kind?: DonationKind | undefined
  readonly from?: Date | undefined
  readonly until?: Date | undefined
  readonly isZakat?: boolean
  readonly hasGiftAid?: boolean
  readonly isUnthanked?: boolean
  /** The donor's refund request is undecided. */
  readonly hasOpenRefundRequest?: boolean
  readonly search?:
    | Exclude<DonationSearch, { kind: 'amount' }>
    | { readonly kind: 'amount'; readonly amounts: readonly Money[] }
    | undefined
}

/** A donation, or an offline donation, by its position in the list. */
export type Entry = Cursor & { readonly isOffline: boolean }

type Condition = RawBuilder<unknown>
const all = (conditions: readonly Condition[]): Condition => sql.join([sql`true`, ...conditions], sql` and `)

/** States that few donations have, with their donations, so that no other donation has to be read. */
const rareStates: { readonly [state in DonationState]?: Condition } = {
  refunded: sql`d.id in (select r.donation_id from giving.refunded_amount r where r.is_fully_refunded)`,
  'partly-refunded': sql`d.id in (select r.donation_id from giving.refunded_amount r where not r.is_fully_refunded)`,
  disputed: sql`d.intent_id in (select i.id from payments.intent i where i.state = 'DISPUTED')`,
  'refund-pending': sql`
    d.id in (
      select n.donation_id from refunds.refund f join refunds.line n on n.refund_id = f.id where ${sql.raw(isOpenRefund)}
    )
  `,
}

/** Whether the filters name donations by themselves, which are then found without reading fundraiser by fundraiser. */
const areNamed = ({ search, state, hasOpenRefundRequest }: DonationFilters): boolean =>
  hasOpenRefundRequest === true ||
  search?.kind === 'receipt' ||
  search?.kind === 'reference' ||
  (state !== undefined && state in rareStates)

const campaignConditions = ({ organizationId, campaignId, currency }: DonationFilters): Condition[] => [
  sql`c.organization_id = ${organizationId}`,
  ...(campaignId === undefined ? [] : [sql`c.id = ${campaignId}`]),
  ...(currency === undefined ? [] : [sql`c.currency = ${currency}`]),
]

/** Conditions on `giving.donation d`. A search by words never matches an anonymous donor (privacy-1). */
function donationConditions(filters: DonationFilters, before: Cursor | undefined): Condition[] {
  const { state, kind, from, until, search } = filters
  return [
    ...(before ? [sql`(d.given_at, d.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
    ...(from ? [sql`d.given_at >= ${from}`] : []),
    ...(until ? [sql`d.given_at < ${until}`] : []),
    ...(kind === undefined
      ? []
      : [kind === 'plan' ? sql`d.subscription_id is not null` : sql`d.subscription_id is null`]),
    ...(filters.isZakat ? [sql`d.is_zakat`] : []),
    ...(filters.hasGiftAid ? [sql`d.gift_aid`] : []),
    ...(filters.hasOpenRefundRequest
      ? [sql`d.id in (select q.donation_id from refunds.request q where q.state = 'open')`]
      : []),
    ...(filters.isUnthanked
      ? [sql`not exists (select from organizing.thank_you_message t where t.donation_id = d.id)`]
      : []),
    ...(state === undefined ? [] : [rareStates[state] ?? sql`true`, sql`${sql.raw(donationState)} = ${state}`]),
    ...(search === undefined ? [] : [searchCondition(search)]),
  ]
}

function searchCondition(search: NonNullable<DonationFilters['search']>): Condition {
  if (search.kind === 'reference') return sql`right(d.id::text, 10) = ${search.reference}`
  if (search.kind === 'receipt')
    return sql`
      d.id in (
        select n.donation_id
        from receipts.receipt r
        join receipts.line n on n.receipt_id = r.id
        where r.number = ${search.number}
      )
    `
  if (search.kind === 'amount') return amountCondition(search.amounts, sql`d.gift`, sql`d.currency`)
  const pattern = containsPattern(search.words)
  return sql`
    not d.is_anonymous
    and (
      ((d.custom_name ilike ${pattern} or d.name ilike ${pattern}) and giving.public_name(d) ilike ${pattern})
        or (d.level_email ilike ${pattern} and ${sql.raw(visibleEmail)} ilike ${pattern})
    )
  `
}

const amountCondition = (amounts: readonly Money[], amount: Condition, currency: Condition): Condition =>
  sql`(${sql.join(
    [sql`false`, ...amounts.map((money) => sql`(${amount} = ${money.amount} and ${currency} = ${money.currency})`)],
    sql` or `,
  )})`

/** Conditions on `organizing.offline_donation f`; undefined if the filters exclude all of them. */
function offlineConditions(filters: DonationFilters, before: Cursor | undefined): Condition[] | undefined {
  const { state, kind, from, until, search, timeZone } = filters
  const isExcluded =
    (kind !== undefined && kind !== 'offline') ||
    (state !== undefined && !isOfflineState(state)) ||
    [filters.isZakat, filters.hasGiftAid, filters.isUnthanked, filters.hasOpenRefundRequest].includes(true) ||
    search?.kind === 'receipt' ||
    search?.kind === 'reference'
  if (isExcluded) return undefined
  const received = receivedAt(timeZone)
  const dayOf = (instant: Date) => sql`(${instant}::timestamptz at time zone ${timeZone})::date`
  return [
    ...(before
      ? [
          sql`f.received_on <= ${dayOf(before.at)}`,
          sql`(${received}, f.id) < (${before.at}::timestamptz, ${before.id}::uuid)`,
        ]
      : []),
    ...(from ? [sql`${received} >= ${from}`] : []),
    ...(until ? [sql`${received} < ${until}`] : []),
    ...(state === undefined ? [] : [sql`f.state = ${state}`]),
    ...(search?.kind === 'words' ? [sql`f.donor_name ilike ${containsPattern(search.words)}`] : []),
    ...(search?.kind === 'amount' ? [amountCondition(search.amounts, sql`f.amount`, sql`f.currency`)] : []),
  ]
}

/** The start of the day on which an offline donation was received, by which it is sorted. */
const receivedAt = (timeZone: string): Condition => sql`(f.received_on::timestamp at time zone ${timeZone})`

/**
 * Finds the donations of a charity that match, newest first, with refunded and offline ones. Of a search by words, reads
 * the donations of the donors with such a text, if they are few.
 */
export async function findEntries(db: Db, filters: DonationFilters, page: Page): Promise<Entry[]> {
  const { organizationId, search } = filters
  if (search?.kind !== 'words') return readEntries(db, filters, page)
  const keys = await findDonorsWithText(db, { organizationId, pattern: containsPattern(search.words) })
  if (keys !== 'many') return readEntries(db, filters, page, keys)
  const fromThen = (since: Date): DonationFilters =>
    filters.from && filters.from > since ? filters : { ...filters, from: since }
  return findAmongNewest(db, { organizationId, ...page }, (since) =>
    readEntries(db, since ? fromThen(since) : filters, page),
  )
}

/** SQL for the matching donations; undefined if none can match, or too many donors have the searched words. */
export async function entriesToSum(
  db: Db,
  filters: DonationFilters,
  limit: number,
): Promise<RawBuilder<Entry> | undefined> {
  const { organizationId, search } = filters
  if (search?.kind !== 'words') return entriesQuery(filters, { limit })
  const keys = await findDonorsWithText(db, { organizationId, pattern: containsPattern(search.words) })
  return keys === 'many' ? undefined : entriesQuery(filters, { limit }, keys)
}

type Page = { readonly limit: number; readonly before?: Cursor | undefined }

async function readEntries(db: Db, filters: DonationFilters, page: Page, keys?: readonly Buffer[]): Promise<Entry[]> {
  const query = entriesQuery(filters, page, keys)
  return query ? (await query.execute(db)).rows : []
}

/**
 * SQL for at most `limit` donations of each fundraiser, by its index, or those of the donors with these keys; undefined
 * if the filters exclude all.
 */
function entriesQuery(
  filters: DonationFilters,
  { limit, before }: Page,
  keys?: readonly Buffer[],
): RawBuilder<Entry> | undefined {
  const campaign = all(campaignConditions(filters))
  const conditions = [
    ...(keys === undefined ? [] : [sql`d.donor_key = any(${[...keys]}::bytea[])`]),
    ...donationConditions(filters, before),
  ]
  const newest = (at: Condition, id: Condition) => sql`order by ${at} desc, ${id} desc limit ${limit}`
  const own = sql`
    select d.id, d.given_at as at, false as "isOffline"
    from giving.donation d
    where ${all([sql`d.campaign_id = c.id`, ...conditions])}
  `
  const parts: Condition[] = []
  const isOfflineOnly = filters.kind === 'offline' || (filters.state !== undefined && isOfflineState(filters.state))
  if (!isOfflineOnly)
    parts.push(
      areNamed(filters) || keys !== undefined
        ? sql`
          select d.id, d.given_at as at, false as "isOffline"
          from giving.donation d
          join campaigns.campaign c on c.id = d.campaign_id
          where ${campaign} and ${all(conditions)}
        `
        : sql`
          select x.*
          from campaigns.campaign c
          cross join lateral (${own} ${newest(sql`d.given_at`, sql`d.id`)}) x
          where ${campaign}
        `,
    )
  const offline = offlineConditions(filters, before)
  if (offline)
    parts.push(sql`
      select x.*
      from campaigns.campaign c
      cross join lateral (
        select f.id, ${receivedAt(filters.timeZone)} as at, true as "isOffline"
        from organizing.offline_donation f
        where ${all([sql`f.campaign_id = c.id`, ...offline])}
        ${newest(sql`f.received_on`, sql`f.id`)}
      ) x
      where ${campaign}
    `)
  if (parts.length === 0) return undefined
  return sql<Entry>`
    select e.id, date_trunc('milliseconds', e.at) as at, e."isOffline"
    from (${sql.join(parts, sql` union all `)}) e
    ${newest(sql`e.at`, sql`e.id`)}
  `
}
