import { hasPublicPagesSql } from '#modules/causes/organizations/index.ts'

/**
 * Whether a campaign's page is public, as SQL over rows of a campaign and its charity (`organizationPart`): it is no
 * draft and no unpublished hosted page (pages-7) or supporter's page (supporters-3), and its charity is neither rejected nor closed (content-27).
 */
export const isPublicSql = (campaign: string, organization: string): string =>
  `(${campaign}.status <> 0 and (${campaign}.kind in ('fundraiser', 'general-fund') or ${campaign}.status <> 2) and ${hasPublicPagesSql(organization)})`
