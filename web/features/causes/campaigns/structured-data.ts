import { money, toMajor } from '#shared/money.ts'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import type { Json } from '#shared/wire/json.ts'

/**
 * Returns a fundraiser's structured data for search engines (schema.org): page, charity, goal and how to donate.
 * Contains no donor names. `url`: the public URL of a hosted page.
 */
export function structuredData(
  campaign: Omit<Json<CampaignPage>, 'related'>,
  origin: string,
  url = `${origin}/v4/campaign/${encodeURIComponent(campaign.slug)}`,
): object {
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
            target: `${origin}/v4/checkout/${encodeURIComponent(campaign.slug)}`,
          },
        }
      : {}),
  }
}

/** Escapes JSON for a script element. */
export const asJsonLd = (data: object): string => JSON.stringify(data).replaceAll('<', '\\u003c')
