import { activeStatus } from '#modules/causes/campaigns/rules/open.ts'

/** Returns the cards that a carousel shows: closed ones and those with zero days left only on request (S1 §4). */
export const selectCarouselCards = <Card extends { readonly status: number; readonly daysLeft: number | null }>(
  cards: readonly Card[],
  withClosed: boolean,
): Card[] => cards.filter((card) => withClosed || (card.status === activeStatus && card.daysLeft !== 0))
