import { expect, test } from 'vitest'
import { wishOf } from '../../features/recurring/agreement/wizard/wish.ts'
import { type Chosen, causesIn, withShares } from './causes.ts'

const wish = (query: string) =>
  wishOf(new URLSearchParams(`pick=own&${query}`), { programme: 'FridayGivers', currency: 'USD' })
const there = (...ids: string[]): Chosen => ({
  causes: ids.map((id) => ({ id }) as Chosen['causes'][number]),
  lost: false,
})
const shares = (query: string, chosen: Chosen, isEven = false) =>
  withShares(wish(query), chosen, isEven).map(({ percent }) => percent)
const both = there('4', '9')

test('a split that was chosen is kept however it was typed, and never made an even one (recurring-19)', () => {
  expect(shares('cause=4&share-4=٧٠&cause=9&share-9=٣٠', both)).toEqual(['70', '30'])
  expect(shares('cause=4&share-4=70%25&cause=9&share-9=30%25', both)).toEqual(['70', '30'])
  expect(shares('cause=4&share-4=33.333&cause=9&share-9=66.667', both)).toEqual(['33.333', '66.667'])
  expect(shares('cause=4&share-4=100&cause=9&share-9=', both)).toEqual(['100', '0'])
  expect(shares('cause=4&share-4=70&cause=9&share-9=30&cause=11', there('4', '9', '11'))).toEqual(['70', '30', ''])
  expect(shares('cause=4&share-4=70&cause=9&share-9=20&cause=11&share-11=10', both)).toEqual(['70', '20'])
})

test('causes without a split of their own share evenly, also with one more or less, and so they do when it is asked for', () => {
  expect(shares('cause=4&cause=9', both)).toEqual(['50', '50'])
  expect(shares('cause=4&share-4=50&cause=9&share-9=50&cause=11', there('4', '9', '11'))).toEqual([
    '33.34',
    '33.33',
    '33.33',
  ])
  expect(shares('cause=4&share-4=50&cause=9&share-9=50', there('9'))).toEqual(['100'])
  expect(shares('cause=4&share-4=70&cause=9&share-9=30', both, true)).toEqual(['50', '50'])
})

test('what cannot be read is refused at its own field; shares that do not come to the whole are refused together', () => {
  const frame = {
    sentencesOf: (faults: object) => Object.fromEntries(Object.keys(faults).map((field) => [field, 'not whole'])),
  }
  const refused = (query: string) => causesIn(frame, wish(query), { none: 'none', unread: 'unread' })
  expect(refused('cause=4&share-4=half&cause=9&share-9=50')).toEqual({ 'share-4': 'unread' })
  expect(refused('cause=4&share-4=100&cause=9&share-9=')).toEqual({ causes: 'not whole' })
  expect(refused('cause=4&share-4=٧٠&cause=9&share-9=٤٠')).toEqual({ causes: 'not whole' })
  expect(refused('cause=4&share-4=٧٠&cause=9&share-9=٣٠')).toEqual({})
  expect(refused('')).toEqual({ causes: 'none' })
})
