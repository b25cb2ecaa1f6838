import { expect, test } from 'vitest'
import { addressIn } from './staff-campaign.ts'

test('finds a fundraiser by its slug or a link to its page', () => {
  expect(
    [
      'clean-water',
      ' Clean-Water ',
      'https://example.org/v4/campaign/clean-water?src=mail',
      '/campaign/clean-water/',
    ].map(addressIn),
  ).toEqual(Array.from({ length: 4 }, () => 'clean-water'))
  expect(['', 'clean water', 'https://example.org/'].map(addressIn)).toEqual(['', '', ''])
})
