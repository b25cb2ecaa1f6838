import { expect, test } from 'vitest'
import { categories, paragraphsOf, pictureOf } from './category.ts'

test('a picture grows from the slug and the cause, or there is none', () => {
  expect(pictureOf({ slug: 'a-well', category: 'water', hasPicture: true })).toBe('/art/a-well.webp?c=water')
  expect(pictureOf({ slug: 'a-well', category: 'water', hasPicture: false })).toBeNull()
  expect(new Set(categories).size).toBe(categories.length)
})

test('an empty line ends a paragraph', () => {
  expect(paragraphsOf('One.\nStill one.\n\n\n  Two. \n')).toEqual(['One.\nStill one.', 'Two.'])
  expect(paragraphsOf('')).toEqual([])
})
