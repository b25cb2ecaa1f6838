import { expect, test } from 'vitest'
import { selectCarouselCards } from './carousel-cards.ts'

test('a carousel hides ended fundraisers unless requested [S1 §4]', () => {
  const cards = [
    { id: 'open', status: 1, daysLeft: 3 },
    { id: 'open-ended', status: 1, daysLeft: null },
    { id: 'ended', status: 1, daysLeft: 0 },
    { id: 'closed', status: 3, daysLeft: 9 },
  ]
  expect(selectCarouselCards(cards, false).map(({ id }) => id)).toEqual(['open', 'open-ended'])
  expect(selectCarouselCards(cards, true)).toHaveLength(4)
})
