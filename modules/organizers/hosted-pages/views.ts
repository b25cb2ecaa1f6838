import { textOn } from '#shared/colour/contrast.ts'
import { richTextOf } from '#modules/causes/campaigns/index.ts'
import { pictureUrl } from '#modules/platform/media/rules/address.ts'
import { localDateIn } from '#shared/calendar.ts'
import type { OpenPage } from './authorize-for-page.ts'
import type { HostedPageView } from './contract.ts'
import { endOf, goalOf } from './page-columns.ts'
import type { HostedPagePorts } from './ports.ts'
import { missingToPublish } from './rules/missing-to-publish.ts'
import { frequencyNames, paymentMethodNames, socialNames } from './rules/page-content.ts'
import { videoAddress } from '#shared/input/video.ts'
import { pageStateOf } from './rules/page-states.ts'
import { hostedPageUrl } from './rules/public-address.ts'

const named = <Name extends string, Value>(names: readonly Name[], values: Readonly<Record<Name, Value>>) =>
  Object.fromEntries(names.map((name) => [name, values[name]])) as Record<Name, Value>

/**
 * Converts a page's draft or published content to the wire format (S2 §3). The public doesn't see its author, its draft
 * or its pixel.
 */
export function pageView(
  ports: Pick<HostedPagePorts, 'origin' | 'pagesDomain'>,
  { charity, page }: OpenPage,
  input: { readonly isDraft: boolean; readonly isMember: boolean; readonly now: Date },
): HostedPageView {
  const content = input.isDraft ? page.draft : (page.published ?? page.draft)
  const address = (id: string) => (id === '' ? null : `${ports.origin}${pictureUrl(id)}`)
  const organizationId = charity.id.toString()
  const missing = input.isMember ? missingToPublish(page.draft, localDateIn(charity.timeZone, input.now)) : {}
  return {
    id: page.id,
    organizationId,
    userId: input.isMember ? page.createdById : null,
    legacyAccountId: organizationId,
    legacyCampaignId: page.campaignId.toString(),
    legacyCampaignSlug: page.campaignSlug,
    type: 'organization',
    title: content.title,
    tagline: content.tagline,
    currency: content.currency,
    settlementCurrency: content.currency,
    description: content.description,
    story: richTextOf(content.description),
    goal: goalOf(content),
    slug: page.slug,
    endDate: endOf(content, charity.timeZone),
    coverPhoto: address(content.image),
    video: content.video ? videoAddress(content.video) : null,
    status: pageStateOf(page, input.now),
    createdAt: page.createdAt,
    updatedAt: page.changedAt,
    settings: {
      category: content.category,
      location: content.location,
      country: content.country,
      language: content.language,
      donationGoal: content.donationGoal,
      enableGoal: content.enableGoal,
      lastDay: content.endDate || null,
      enableEndDate: content.enableEndDate,
      imageAlt: content.imageAlt,
      logo: address(content.logo),
      logoAlt: content.logoAlt,
      primaryColor: content.primaryColor,
      secondaryColor: content.secondaryColor,
      onPrimary: textOn(content.primaryColor),
      onSecondary: textOn(content.secondaryColor),
      frequencies: named(frequencyNames, content.frequencies),
      paymentMethods: named(paymentMethodNames, content.paymentMethods),
      tipsEnabled: content.tipsEnabled,
      customUrl: content.customUrl,
      facebookPixelId: input.isMember ? content.facebookPixelId : '',
      socialLinks: named(socialNames, content.socialLinks),
      givingLevels: content.givingLevels.map((level) => ({ ...level })),
      impacts: content.impacts.map((impact) => ({ ...impact })),
      listed: content.listed,
    },
    url: hostedPageUrl(ports, charity, page.slug),
    version: page.version,
    hasUnpublishedChanges:
      input.isMember && page.published !== null && JSON.stringify(page.published) !== JSON.stringify(page.draft),
    missing: Object.entries(missing).map(([field, { code, params }]) => ({ field, code, params: params ?? {} })),
  }
}
