import { money, toMajor } from '#shared/money.ts'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'

/**
 * What search engines may know of a fundraiser, in the words of schema.org: the page, the charity that receives, what
 * was raised of the goal, and the way to donate. It names no donor.
 */
export function structuredData(campaign: CampaignPage, origin: string): object {
  const path = encodeURIComponent(campaign.slug)
  const url = `${origin}/v4/campaign/${path}`
  const currency = campaign.currency
  const amount = (minor: number) => toMajor(money(BigInt(minor), currency))
  const { organization } = campaign
  const charity = {
    '@type': 'NGO',
    name: organization.name,
    identifier: organization.registration,
    address: { '@type': 'PostalAddress', addressCountry: organization.country },
    ...(organization.website ? { url: organization.website } : {}),
  }
  return {
    '@context': 'https://schema.org',
    '@type': 'WebPage',
    '@id': url,
    url,
    name: campaign.title,
    description: campaign.tagline,
    image: `${origin}${campaign.previewImageUrl}`,
    datePublished: campaign.createdAt,
    publisher: charity,
    about: {
      '@type': 'MonetaryGrant',
      name: campaign.title,
      amount: {
        '@type': 'MonetaryAmount',
        currency,
        value: amount(campaign.totals.raised),
        ...(campaign.goal === null ? {} : { maxValue: amount(campaign.goal) }),
      },
    },
    ...(campaign.open
      ? {
          potentialAction: {
            '@type': 'DonateAction',
            recipient: charity,
            priceCurrency: currency,
            target: `${origin}/v4/checkout/${path}`,
          },
        }
      : {}),
  }
}

/** As a script element may hold it: nothing in it ends the element. */
export const asJsonLd = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
