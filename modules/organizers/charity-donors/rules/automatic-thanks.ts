import { normalizeWords } from '#modules/organizers/comments/rules/words.ts'
import { hasOnlyOwnLinks, settingsLimits } from '#modules/causes/organizations/rules/settings.ts'
import type { Fault } from '#shared/problem.ts'

/** Maximum of characters; the database enforces the same limit. */
export const thanksTextMax = settingsLimits.thanks

/** A charity's text in one language: for donations to a level, or (`levelId` null) for first donations. */
export type ThankYouText = { readonly levelId: bigint | null; readonly locale: string; readonly body: string }

/** What decides the automatic thanks for a donation. */
export type DonationToThank = {
  readonly levelId: bigint | null
  readonly locale: string
  readonly isAnonymous: boolean
  /** Whether it is the donor's first donation to the charity, without anonymous ones. */
  readonly isFirstOfDonor: boolean
  /** Whether its plan has an earlier donation. */
  readonly isLaterOfPlan: boolean
}

/** Returns the normalized text, empty to remove it, or its fault. `website` is the charity's own (content-29). */
export function readThanksText(typed: string, website: string): { readonly words: string } | { readonly fault: Fault } {
  const words = normalizeWords(typed)
  if (words.length > thanksTextMax) return { fault: { code: 'text-too-long', params: { max: thanksTextMax } } }
  return hasOnlyOwnLinks(words, website) ? { words } : { fault: { code: 'thanks-foreign-link' } }
}

/**
 * Returns the text that a donor is mailed for a donation, in the donor's language; undefined if there is none
 * (content-42). A level's text comes before the one for a first donation. An anonymous donation never counts as a first
 * one, because the team sees which donations were thanked (privacy-1).
 */
export function chooseThanks(donation: DonationToThank, texts: readonly ThankYouText[]): string | undefined {
  if (donation.isLaterOfPlan) return undefined
  const textFor = (levelId: bigint | null) =>
    texts.find((text) => text.levelId === levelId && text.locale === donation.locale)?.body
  const ofLevel = donation.levelId === null ? undefined : textFor(donation.levelId)
  return ofLevel ?? (donation.isFirstOfDonor && !donation.isAnonymous ? textFor(null) : undefined)
}
