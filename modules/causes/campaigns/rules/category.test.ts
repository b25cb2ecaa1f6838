import { expect, test } from 'vitest'
import { categories, campaignPictureOf } from './category.ts'

test('shows the cover, or artwork of the slug and cause without one', () => {
  const campaign = { slug: 'a-well', category: 'water' }
  expect(campaignPictureOf({ ...campaign, coverId: null })).toMatch(/^\/art\/a-well\.webp\?c=water&v=\d+$/)
  expect(campaignPictureOf({ ...campaign, coverId: '019a9f3c-0000-7000-8000-000000000001' })).toMatch(/^\/media\//)
  expect(new Set(categories).size).toBe(categories.length)
})
