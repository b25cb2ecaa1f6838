import type { Currency } from '#shared/money.ts'
import type { Ports } from '#shared/ports.ts'
import { donationColumns, type RowWithFields } from '../shown-fields.ts'

export type DonorRow = RowWithFields & {
  readonly id: string
  readonly name: string | null
  readonly place: string | null
  /** The amount after refunds. */
  readonly gift: bigint
  /** The original amount, which determines the order of the list. */
  readonly given: bigint
  readonly currency: Currency
  readonly isZakat: boolean
  readonly givenAt: Date
}

/**
 * The public columns of a donation. The SQL removes an anonymous donor's name and place (privacy-1); amounts are net
 * of refunds.
 */
const donorColumns = `d.id, giving.public_name(d) as name,
  giving.public_place(d) as place, d.gift - coalesce(r.gift, 0) as gift, d.gift as given, d.currency, d.is_zakat as "isZakat",
  date_trunc('milliseconds', d.given_at) as "givenAt"${donationColumns('public')}`

const publicDonations =
  'giving.donation d left join giving.refunded_amount r on r.donation_id = d.id where d.campaign_id = $1 and r.is_fully_refunded is not true'

/**
 * Lists donors, newest first, without fully refunded donations. Uses the index (campaign, given_at, id), so later
 * pages are as fast as the first. Undefined if the campaign isn't public, which only the first page checks.
 */
export const findDonors = (
  ports: Ports,
  campaignId: bigint,
  limit: number,
  before: { givenAt: Date; id: string } | undefined,
): Promise<DonorRow[] | undefined> =>
  before
    ? ports.statement<DonorRow>(
        'giving.donors_before',
        `
          select ${donorColumns}
          from ${publicDonations} and (d.given_at, d.id) < ($3, $4)
          order by d.given_at desc, d.id desc
          limit $2
        `,
        [campaignId, limit, before.givenAt, before.id],
      )
    : ports.batch(`giving.donors ${limit}`, campaignId, (ids) => findNewestDonors(ports, ids, limit))

/** Finds the newest donors of several campaigns at once, because every campaign page needs them. */
async function findNewestDonors(
  ports: Ports,
  campaignIds: readonly bigint[],
  limit: number,
): Promise<(DonorRow[] | undefined)[]> {
  // A campaign without donors is one row without an id.
  const rows = await ports.statement<(DonorRow | { readonly id: null }) & { readonly campaignId: bigint }>(
    'giving.donors',
    `
      select requested.id as "campaignId", newest.*
      from unnest(array(select unnest($1::bigint[]))) requested(id)
      join campaigns.campaign on campaign.id = requested.id and campaign.status <> 0
      left join lateral (
        select ${donorColumns}
        from ${publicDonations.replace('$1', 'requested.id')}
        order by d.given_at desc, d.id desc
        limit $2
      ) newest
        on true
    `,
    [[...new Set(campaignIds)], limit],
  )
  const found = Map.groupBy(rows, (row) => row.campaignId)
  return campaignIds.map((id) => found.get(id)?.filter((row) => row.id !== null))
}

/**
 * Lists donors, largest original amount first, without fully refunded donations. Uses the index (campaign, gift,
 * given_at, id).
 */
export const findTopDonors = (
  ports: Ports,
  campaignId: bigint,
  limit: number,
  before: { gift: bigint; givenAt: Date; id: string } | undefined,
): Promise<DonorRow[]> =>
  ports.statement<DonorRow>(
    before ? 'giving.top_donors_before' : 'giving.top_donors',
    `
      select ${donorColumns}
      from ${publicDonations} ${before ? 'and (d.gift, d.given_at, d.id) < ($3, $4, $5)' : ''}
      order by d.gift desc, d.given_at desc, d.id desc
      limit $2
    `,
    before ? [campaignId, limit, before.gift, before.givenAt, before.id] : [campaignId, limit],
  )
