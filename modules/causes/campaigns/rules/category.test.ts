import { expect, test } from 'vitest'
import { categories, pictureOf } from './category.ts'

test('a picture grows from the slug and the cause, or there is none', () => {
  expect(pictureOf({ slug: 'a-well', category: 'water', hasPicture: true, coverId: null })).toBe(
    '/art/a-well.webp?c=water',
  )
  expect(pictureOf({ slug: 'a-well', category: 'water', hasPicture: false, coverId: null })).toBeNull()
  expect(new Set(categories).size).toBe(categories.length)
})
