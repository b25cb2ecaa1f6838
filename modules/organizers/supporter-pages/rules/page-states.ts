export const supporterPageStates = ['waiting', 'live', 'hidden', 'ended'] as const
export type SupporterPageState = (typeof supporterPageStates)[number]

/** Who moves a page: its supporter, or an organizer of its parent. */
type Mover = 'supporter' | 'organizer'

const moves: Readonly<Record<Mover, Readonly<Record<SupporterPageState, readonly SupporterPageState[]>>>> = {
  supporter: { waiting: [], live: ['ended'], hidden: [], ended: ['live'] },
  organizer: { waiting: ['live', 'hidden'], live: ['hidden'], hidden: ['live'], ended: ['hidden'] },
}

/** Whether the mover can change a page from one state to another (supporters-3). */
export const canMoveSupporterPage = (by: Mover, from: SupporterPageState, to: SupporterPageState): boolean =>
  moves[by][from].includes(to)
