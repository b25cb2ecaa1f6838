import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayMs } from '#shared/time.ts'
import { letterMax, nextLetterFrom, readLetter, subjectMax } from './letter.ts'

test('a charity’s next letter is a week later, to the millisecond', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, (sentAt) => {
      expect(nextLetterFrom(sentAt).getTime() - sentAt.getTime()).toBe(7 * dayMs)
    }),
  )
})

test('a letter that is read fits the database, and links to the charity’s own website only', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 6000 }), (subject, body) => {
      const read = readLetter({ subject, body }, 'https://rahma.org')
      if ('faults' in read) {
        expect(Object.keys(read.faults)).not.toEqual([])
        return
      }
      expect([...read.letter.subject].length).toBeLessThanOrEqual(subjectMax)
      expect(read.letter.subject).not.toMatch(/\n/)
      expect(read.letter.body.length).toBeLessThanOrEqual(letterMax)
    }),
  )
  expect(readLetter({ subject: 'News', body: 'Read www.rahma.org' }, 'https://rahma.org')).toHaveProperty('letter')
  expect(readLetter({ subject: ' ', body: 'https://elsewhere.org' }, '')).toEqual({
    faults: { subject: { code: 'letter-empty' }, body: { code: 'thanks-foreign-link' } },
  })
})
