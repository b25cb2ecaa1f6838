import { hasPublicPagesSql } from '#modules/causes/organizations/index.ts'

/**
 * Returns SQL that tells whether a campaign's page is public, over rows of a campaign and its charity
 * (`organizationPart`): it is not a draft, an unpublished hosted page (pages-7) or an unapproved supporter's page
 * (supporters-3), and its charity is neither rejected nor closed (content-27).
 */
export const isPublicSql = (campaign: string, organization: string): string =>
  `(${campaign}.status <> 0 and (${campaign}.kind in ('fundraiser', 'general-fund') or ${campaign}.status <> 2) and ${hasPublicPagesSql(organization)})`
