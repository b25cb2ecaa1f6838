import { shownTotal, campaignTotals } from '#modules/causes/campaigns/index.ts'
import { campaignPictureOf } from '#modules/causes/campaigns/rules/category.ts'
import { fundedPercentage } from '#modules/causes/campaigns/rules/progress.ts'
import { storyToPlainText } from '#modules/organizers/fundraising/rules/story-text.ts'
import { one } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'
import type { ListedPageView, SupporterPageView } from './contract.ts'
import type { ListedPage } from './queries/listed.ts'
import { findTeamOfPage, type SupporterPage } from './queries/pages.ts'

/** Converts a page for a public list, field by field. */
export const listedView = (page: ListedPage): ListedPageView => ({
  campaignId: page.campaignId.toString(),
  slug: page.slug,
  kind: page.kind,
  title: page.title,
  supporterName: page.supporterName,
  language: page.language,
  imageUrl: campaignPictureOf(page),
  imageAlt: page.coverId ? page.coverAlt : '',
  currency: page.currency,
  goal: page.goal,
  raised: page.raised,
  donorCount: page.donorCount,
  percentage: fundedPercentage(page.raised, page.goal),
  members: page.members,
})

/** Converts a page for its supporter and the organizers of its parent. */
export async function ownView(ports: Ports, page: SupporterPage): Promise<SupporterPageView> {
  const [campaignTotal, own, teamId] = await Promise.all([
    shownTotal(ports.db, page.campaignId),
    campaignTotals(ports.db, [page.campaignId]),
    page.parentId === page.rootId ? null : findTeamOfPage(ports.db, page.parentId),
  ])
  return {
    id: page.id,
    campaignId: page.campaignId.toString(),
    slug: page.slug,
    kind: page.kind,
    state: page.state,
    isPublic: page.status === 1 || page.status === 3,
    isPausedByStaff: page.pausedByStaffAt !== null,
    title: page.title,
    supporterName: page.supporterName,
    story: storyToPlainText(page.story),
    language: page.language,
    goal: page.goal,
    currency: page.currency,
    picture: page.coverId ?? '',
    pictureAlt: page.coverAlt,
    imageUrl: campaignPictureOf(page),
    isOnLeaderboard: page.isOnLeaderboard,
    parent: {
      campaignId: page.rootId.toString(),
      slug: page.rootSlug,
      title: page.rootTitle,
      language: page.rootLanguage,
      hasLeaderboard: page.rootHasLeaderboard,
    },
    teamId: teamId ?? null,
    mayMove: page.kind === 'supporter' && one(own).lastDonationAt === null,
    raised: campaignTotal.raised,
    donorCount: campaignTotal.donorCount,
    openedAt: page.openedAt,
  }
}
