import { getPublicCampaign } from '#modules/causes/campaigns/index.ts'
import type { Ports } from '#shared/ports.ts'
import type { Locale } from '#shared/text.ts'
import { Problem } from '#shared/problem.ts'
import { isUuid } from '#shared/ids.ts'
import { shownFields } from './shown-fields.ts'
import { type DonorRow, findDonors, findTopDonors } from './queries/donor-list.ts'

export type DonorOrder = 'newest' | 'top'

/**
 * Lists donors, newest or largest first. The SQL statement removes an anonymous donor's name and place, so they never
 * leave the database (privacy-1).
 */
export async function listDonors(
  ports: Ports,
  input: { campaignId: string; order: DonorOrder; limit: number; before?: string | undefined },
  locale: Locale,
) {
  const campaignId = BigInt(input.campaignId)
  await getPublicCampaign(ports, campaignId)
  const place = placeOf(input.before)
  const rows =
    input.order === 'top'
      ? await findTopDonors(
          ports,
          campaignId,
          input.limit + 1,
          place?.gift === undefined ? undefined : { ...place, gift: place.gift },
        )
      : await findDonors(ports, campaignId, input.limit + 1, place)
  if (!rows) throw new Problem('not-found', 'campaign-not-found')
  const donors = rows.slice(0, input.limit)
  const last = donors.at(-1)
  return {
    donors: donors.map((row) => ({
      name: row.name,
      place: row.place,
      gift: row.gift,
      currency: row.currency,
      isZakat: row.isZakat,
      givenAt: row.givenAt,
      fields: shownFields('public', row, locale),
    })),
    next: rows.length > input.limit && last ? cursorOf(last, input.order) : null,
  }
}

const cursorOf = (row: DonorRow, order: DonorOrder): string =>
  order === 'top' ? `${row.givenAt.getTime()}_${row.id}_${row.given}` : `${row.givenAt.getTime()}_${row.id}`

function placeOf(text: string | undefined): { givenAt: Date; id: string; gift: bigint | undefined } | undefined {
  const [, instant, id = '', gift] = /^(\d{1,15})_([0-9a-f-]{36})(?:_(\d{1,18}))?$/.exec(text ?? '') ?? []
  return isUuid(id)
    ? { givenAt: new Date(Number(instant)), id, gift: gift === undefined ? undefined : BigInt(gift) }
    : undefined
}
