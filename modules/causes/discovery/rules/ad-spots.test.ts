import { expect, test } from 'vitest'
import { parseCampaignReference } from './ad-spots.ts'

test('a fundraiser is identified by number, slug or link only', () => {
  expect(parseCampaignReference(' 42 ')).toEqual({ id: 42n })
  for (const text of [
    'clean-water',
    'Clean-Water',
    '/v4/campaign/clean-water',
    'https://sunbul.example/v4/campaign/clean-water?ref=1#top',
    'campaign/clean-water/share',
  ])
    expect(parseCampaignReference(text), text).toEqual({ slug: 'clean-water' })
  for (const text of [
    '',
    '  ',
    'clean water',
    'https://sunbul.example/',
    '/v4/campaign/',
    '/v4/campaign/%E0%A4%A',
    '1'.repeat(19) + '/x',
  ])
    expect(parseCampaignReference(text), text).toBeUndefined()
})
