import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  galleryMax,
  type GalleryPicture,
  moveEarlier,
  newGalleryPicture,
  objectPosition,
  withPicture,
} from './gallery.ts'

const percent = fc.integer({ min: 0, max: 100 })
const gallery = fc.uniqueArray(
  fc.record({ id: fc.uuid(), alt: fc.string(), x: percent, y: percent }) as fc.Arbitrary<GalleryPicture>,
  { maxLength: galleryMax, selector: ({ id }) => id },
)

test('a gallery never has more than eight pictures, nor one twice [content-30]', () => {
  fc.assert(
    fc.property(gallery, fc.array(fc.uuid(), { maxLength: 12 }), (pictures, added) => {
      const all = [...added, ...added].reduce<GalleryPicture[]>((before, id) => withPicture(before, id), pictures)
      expect(all.length).toBeLessThanOrEqual(galleryMax)
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
      expect(all.slice(0, pictures.length)).toEqual(pictures)
    }),
  )
})

test('a picture moves one place, and none is lost', () => {
  fc.assert(
    fc.property(gallery, fc.integer({ min: -1, max: 9 }), (pictures, index) => {
      const moved = moveEarlier(pictures, index)
      expect(moved.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
        pictures.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      )
      if (index > 0 && index < pictures.length) expect(moved[index - 1]).toEqual(pictures[index])
      else expect(moved).toEqual(pictures)
    }),
  )
})

test('the focal point is the middle until another one is chosen', () => {
  expect(objectPosition(newGalleryPicture('a'))).toBe('50% 50%')
  expect(objectPosition({ x: 0, y: 100 })).toBe('0% 100%')
})
