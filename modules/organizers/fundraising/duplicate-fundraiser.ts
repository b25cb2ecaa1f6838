import { campaignRunBy, findEdited, updateEdited, addLevel, listOwnLevels } from '#modules/causes/campaigns/index.ts'
import { optionColumnsOf } from '#modules/causes/campaigns/rules/level-fields.ts'
import { memberRoleIn } from '#modules/causes/organizations/index.ts'
import type { AccountViewer } from '#modules/platform/identity/index.ts'
import type { RequestContext } from '#shared/endpoint.ts'
import type { Ports, Tx } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import { createFundraiser } from './create-fundraiser.ts'
import { charityOf } from './draft-view.ts'

/**
 * Creates a draft with the story, pictures, goal and giving levels of a fundraiser that the viewer can edit
 * (content-4). Donations, updates, team, end date and zakat verification aren't copied. A general fund can't be copied.
 */
export async function duplicateFundraiser(
  ports: Ports,
  viewer: AccountViewer,
  context: RequestContext,
  campaignId: bigint,
): Promise<{ id: bigint; slug: string }> {
  const { id } = await campaignRunBy(ports, viewer, campaignId, 'edit')
  const [source, levels] = await Promise.all([findEdited(ports.db, id), listOwnLevels(ports.db, id)])
  if (!source || source.kind !== 'fundraiser') throw new Problem('not-found', 'campaign-not-found')
  const { organizationName } = await charityOf(ports.db, source.organizationId)
  const role = await memberRoleIn(ports.db, viewer.accountId, source.organizationId)
  const isByCharity = source.organizerName === organizationName && role !== undefined && role !== 'finance'
  const copyContent = async (tx: Tx, copyId: bigint) => {
    await updateEdited(tx, copyId, {
      tagline: source.tagline,
      story: source.story,
      language: source.language,
      location: source.location,
      country: source.country,
      goal: source.goal,
      minimum_donation: source.minimumDonation,
      cover_id: source.coverId,
      cover_alt: source.coverAlt,
      zakat_requested: source.isZakatRequested,
      tips_enabled: source.tipsEnabled,
      impacts: JSON.stringify(source.impacts),
    })
    for (const [place, level] of levels.entries())
      await addLevel(tx, {
        campaign_id: copyId,
        position: place + 1,
        title: level.title,
        description: level.description,
        amount: level.amount,
        claim_limit: level.claimLimit,
        benefit_value: level.benefitValue,
        flags: level.flags,
        ...optionColumnsOf(level),
      })
  }
  return createFundraiser(
    ports,
    viewer,
    context,
    {
      organizationId: source.organizationId.toString(),
      title: source.name,
      category: source.category,
      currency: source.currency,
      by: isByCharity ? 'charity' : 'person',
    },
    copyContent,
  )
}
