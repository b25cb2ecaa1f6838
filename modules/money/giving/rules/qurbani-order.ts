import type { Fault } from '#shared/problem.ts'
import { checkName, normalizeLines } from './free-text.ts'

/** The reason for the slaughter: the qurbani of Eid, a newborn child, or a vow. */
export const qurbaniIntentions = ['qurbani', 'aqiqah', 'vow'] as const
export type QurbaniIntention = (typeof qurbaniIntentions)[number]

/** The maximum length of a share's name, and of all names of an order (qurbani-4). */
const nameOfShareMax = 80
export const namesMax = 10_000

/** Returns the names of an order in the order of its shares. */
export const readNames = (text: string | null | undefined): string[] => normalizeLines(text ?? '')

/** Checks the names of an order (qurbani-4): at most one per share, visible, at most 80 characters. */
export function checkNames(text: string | null | undefined, shares: number): Fault | undefined {
  const names = (text ?? '').split(/[\r\n]+/).filter((line) => line.trim() !== '')
  if (names.length > shares) return { code: 'qurbani-names-more-than-shares', params: { max: shares } }
  return names.map((name) => checkName(name, nameOfShareMax)).find((fault) => fault !== undefined)
}

/** Returns one name per share; a missing one is the donor's (qurbani-4). */
export const namesOfShares = (text: string | null | undefined, shares: number, donorName: string): string[] => {
  const names = readNames(text)
  return Array.from({ length: shares }, (_, index) => names[index] ?? donorName)
}
