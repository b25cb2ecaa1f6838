import { cardsOf } from '#modules/causes/campaigns/index.ts'
import { campaignPictureOf } from '#modules/causes/campaigns/rules/category.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { type AccountViewer, lockAccount } from '#modules/platform/identity/index.ts'
import { Problem } from '#shared/problem.ts'
import type { DeedsPorts } from './ports.ts'
import { latestDeedsYear } from './rules/deeds-year.ts'
import { computeSnapshot, computeThresholds, findSnapshot, hasAgreed, isYearStored } from './snapshot.ts'
import { toDeedsView, type TopFundraiser, withoutData } from './views.ts'

/**
 * Reads the Deeds of an account. If the donor consented after the year opened, the snapshot is computed now. Throws
 * `not-found` for a year that hasn't opened.
 */
export async function readDeeds(ports: DeedsPorts, viewer: AccountViewer, hijriYear: number | undefined) {
  const latest = latestDeedsYear(ports.clock())
  const year = hijriYear ?? latest
  if (year > latest) throw new Problem('not-found', 'not-found')
  if (!(await hasAgreed(ports.deedsSources, ports.db, viewer.accountId))) return withoutData('consent-needed')
  const { accountId } = viewer
  const stored = (await findSnapshot(ports, accountId, year)) ?? (await computeFirst(ports, accountId, year))
  if (!stored) return withoutData('no-deeds')
  const topFundraiser = await findTopFundraiser(ports, BigInt(stored.figures.topCampaign.id))
  return toDeedsView(stored, { hijriYear: year, userName: viewer.firstName, topFundraiser })
}

async function computeFirst(ports: DeedsPorts, accountId: string, hijriYear: number) {
  await ports.write(async (tx) => {
    await computeThresholds(ports, tx, hijriYear, { isStale: !(await isYearStored(tx, hijriYear)) })
    // A withdrawal takes this lock too, so no snapshot is stored after it.
    if ((await lockAccount(tx, accountId)) && (await hasAgreed(ports.deedsSources, tx, accountId)))
      await computeSnapshot(ports, tx, { accountId, hijriYear })
  })
  return findSnapshot(ports, accountId, hijriYear)
}

async function findTopFundraiser(ports: DeedsPorts, campaignId: bigint): Promise<TopFundraiser> {
  const [card] = await cardsOf(ports, [campaignId])
  if (!card) return null
  // Only an uploaded cover, never generated artwork.
  const imageUrl = card.coverId ? campaignPictureOf(card) : null
  const logoId = await findLogoId(ports, campaignId)
  const iconUrl = logoId ? `${ports.origin}${pictureUrl(logoId)}` : null
  return { imageUrl, iconUrl, charityName: card.organizationName, title: card.name }
}

/** Returns the picture id of the logo of a campaign's charity, or null. */
async function findLogoId({ db }: DeedsPorts, campaignId: bigint): Promise<string | null> {
  const row = await db
    .selectFrom('campaigns.campaign as c')
    .innerJoin('organizations.organization as o', 'o.id', 'c.organization_id')
    .select('o.logo_id as logoId')
    .where('c.id', '=', campaignId)
    .executeTakeFirst()
  return row?.logoId ?? null
}
