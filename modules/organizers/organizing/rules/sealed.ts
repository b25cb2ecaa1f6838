import type { Part } from '#modules/causes/campaigns/rules/acts.ts'

/**
 * Emergency contacts and medical notes are for whoever answers for the fundraiser, and for nobody else of its charity
 * (privacy-8).
 */
export const mayUnseal = (parts: readonly Part[]): boolean =>
  parts.includes('organizer') || parts.includes('charity-owner')
