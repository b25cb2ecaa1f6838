import { expect, test } from 'vitest'
import type { CampaignPage } from '#modules/causes/campaigns/contract.ts'
import { asJsonLd, structuredData } from './structured-data.ts'
import type { Json } from '#shared/wire/json.ts'

const campaign = {
  slug: 'wells',
  title: 'Wells </script><b>',
  tagline: 'Water for three villages',
  previewImageUrl: '/share/wells.png',
  createdAt: '2026-10-01T00:00:00.000Z',
  currency: 'KWD',
  goal: 5_000_500,
  open: true,
  totals: { raised: 1_000_250, donationCount: 3, donorCount: 2, percentage: 20, lastDonationAt: null },
  organizer: { name: 'Amina' },
  organization: { name: 'Umeed Trust', registration: 'No. 7', country: 'KW', website: null },
} as unknown as Json<CampaignPage>

test('names the charity, the sum of the goal in major units, and how to donate', () => {
  const data = structuredData(campaign, 'https://give.example')
  expect(data).toMatchObject({
    '@context': 'https://schema.org',
    url: 'https://give.example/v4/campaign/wells',
    about: { amount: { currency: 'KWD', value: '1000.250', maxValue: '5000.500' } },
    potentialAction: {
      '@type': 'DonateAction',
      recipient: { '@type': 'NGO', name: 'Umeed Trust', identifier: 'No. 7', address: { addressCountry: 'KW' } },
      target: 'https://give.example/v4/checkout/wells',
    },
  })
  expect(asJsonLd(data)).not.toContain('<')
})

test('an ended fundraiser offers no donation, and one without a goal names none', () => {
  const data = structuredData({ ...campaign, open: false, goal: null }, 'https://give.example')
  expect(data).not.toHaveProperty('potentialAction')
  expect(JSON.stringify(data)).not.toContain('maxValue')
})
